import { and, eq, gte, lt, max } from "drizzle-orm";
import type { Health } from "#contract/health.ts";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { statusHours } from "#platform/schema/operations.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { recordScope } from "#platform/scope.ts";
import type { Deps } from "../deps.ts";
import { withMarket } from "../wiring/market.ts";
import { readHealth, recentHealth } from "./health.ts";

const HISTORY_DAYS = 30;
/**
 * The age from which the calendar counts as out of date. The source is read hourly, so that single reads may
 * fail.
 */
const SOURCE_LATE_SECONDS = 3 * 3600;

export type StatusPart = "queue" | "objects" | "source" | "jobs";

export type Status = {
  health: Health;
  parts: Record<StatusPart, boolean>;
  lastSettlementAt: Date | null;
  /** The stored hours, oldest first. Null when the database does not answer. */
  hours: readonly ({ hour: string } & Record<StatusPart, boolean>)[] | null;
  now: Date;
};

/**
 * Stores the state of each part for the current hour of real time, and deletes hours that are older than 30
 * days.
 */
export async function recordStatus(deps: Deps): Promise<void> {
  const now = deps.now();
  const parts = partsOf(await readHealth(deps), now);
  await deps.db.batch([
    deps.db
      .insert(statusHours)
      .values({ hour: hourOf(now), ...parts })
      .onConflictDoNothing(),
    deps.db.delete(statusHours).where(lt(statusHours.hour, firstHour(now))),
  ]);
}

/**
 * Returns what the status page shows. Reads at most 720 stored hours, and the last settlement by the index
 * `predictions_by_state`.
 */
export async function readStatus(deps: Deps): Promise<Status> {
  const { db, ledgerId } = (await withMarket(deps)).record;
  const now = deps.now();
  const isSettled = and(eq(predictions.scope, recordScope(ledgerId)), eq(predictions.state, "settled"));
  const [health, stored] = await Promise.all([
    recentHealth(deps),
    db
      .batch([
        db
          .select()
          .from(statusHours)
          .where(gte(statusHours.hour, firstHour(now)))
          .orderBy(statusHours.hour),
        db
          .select({ at: max(predictions.settledAt) })
          .from(predictions)
          .where(isSettled),
      ])
      .catch(() => null),
  ]);
  const lastSettlementAt = stored?.[1][0]?.at ?? null;
  return { health, parts: partsOf(health, now), lastSettlementAt, hours: stored?.[0] ?? null, now };
}

function partsOf({ queue, objects, calendar, deadLetters }: Health, now: Date): Record<StatusPart, boolean> {
  const lastAt = deadLetters?.lastAt ?? null;
  return {
    queue: queue.state === "ok",
    objects: objects === "ok",
    source: (calendar?.ageSeconds ?? Number.POSITIVE_INFINITY) <= SOURCE_LATE_SECONDS,
    jobs: deadLetters !== null && (lastAt === null || now.getTime() - Date.parse(lastAt) > HOUR_MS),
  };
}

function firstHour(now: Date): string {
  return hourOf(new Date(now.getTime() - (HISTORY_DAYS - 1) * DAY_MS)).slice(0, "2026-11-23".length);
}

/** Returns the UTC hour of a moment as "2026-11-23T14". */
function hourOf(at: Date): string {
  return at.toISOString().slice(0, "2026-11-23T14".length);
}
