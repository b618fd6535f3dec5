import { and, between, count, eq, isNotNull, lte, max, sql } from "drizzle-orm";
import type { Health } from "#contract/health.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { TimedCache } from "#platform/cache.ts";
import { logUnexpected } from "#platform/log.ts";
import { deadLetters } from "#platform/schema/operations.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { seasonRanges, seasonReports } from "#platform/schema/season.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import { newestWeek } from "#record/watch-calibration.ts";
import { type BackfillProgress, backfillProgress } from "#season/backfill.ts";
import { listingState } from "#season/listing.ts";
import { countMissedLocks } from "#season/upcoming/overdue-locks.ts";
import type { Deps, MarketParts } from "../deps.ts";
import { withMarket } from "../wiring/market.ts";

const MOST_DUE = 1_000;
const LOCKED_DAYS = { behind: 10, ahead: 3 };

/**
 * Checks every part of the deployment now. A check that fails is logged, and its part is reported as
 * unavailable. Never throws.
 */
export async function readHealth(deps: Deps): Promise<Health> {
  const orNull = (part: string) => (error: unknown) => {
    logUnexpected(error, { health: part });
    return null;
  };
  const [waiting, stored, objects] = await Promise.all([
    deps.waitingJobs().catch(orNull("queue")),
    readStored(deps).catch(orNull("database")),
    Promise.all([deps.checkRateLimit("signInAddress", "health"), ledgerHead(deps)])
      .then(() => "ok" as const)
      .catch(orNull("objects")),
  ]);
  return {
    ok: waiting !== null && stored !== null && objects !== null,
    database: stored ? "ok" : "unavailable",
    objects: objects ?? "unavailable",
    queue: { state: waiting === null ? "unavailable" : "ok", waiting },
    ...(stored ?? {
      deadLetters: null,
      calendar: null,
      listing: null,
      backfill: null,
      lastLockAt: null,
      missedLocks: null,
      missedForPast: null,
      dueForSettlement: null,
      calibration: "unknown" as const,
    }),
  };
}

/**
 * Asks the ledger object for its head, to see whether it answers. Does nothing when the market source cannot be
 * opened, which is no failure of the ledger.
 */
async function ledgerHead(deps: Deps): Promise<void> {
  const served = await withMarket(deps).catch(() => null);
  await served?.record.ledger.head();
}

/** How long a good result is reused in production, so that frequent health checks cause no work. */
const GOOD_FOR_MS = 10_000;
const good = new TimedCache<Health>({ max: 1 });

export async function recentHealth(deps: Deps): Promise<Health> {
  const isProduction = deps.settings.APP_ENV === "production";
  const cached = isProduction ? good.find("health", Date.now()) : null;
  if (cached) return cached;
  const health = await readHealth(deps);
  if (health.ok) good.set("health", health, Date.now() + GOOD_FOR_MS);
  else good.delete("health");
  return health;
}

export function outageTextOf({ database, queue, objects }: Health): string | null {
  const parts = { database, "queue of jobs": queue.state, objects };
  const down = Object.entries(parts).filter(([, state]) => state === "unavailable");
  return down.length === 0 ? null : `Not answering: ${down.map(([part]) => part).join(", ")}.`;
}

async function readStored(deps: Deps) {
  const parts = await withMarket(deps);
  const { db, ledgerId } = parts.record;
  const now = parts.marketNow();
  const [dead, read, locked, due, missed] = await db.batch([
    db.select({ n: count(), lastAt: max(deadLetters.lastAt) }).from(deadLetters),
    db
      .select({ at: max(seasonRanges.readAt) })
      .from(seasonRanges)
      .where(eq(seasonRanges.ledgerId, ledgerId)),
    lastLock(db, ledgerId, easternDay(now)),
    overdue(db, ledgerId, now),
    countMissedLocks({ db, ledgerId }, now),
  ]);
  const readAt = read[0]?.at?.getTime() ? read[0].at : null;
  const drift = await newestWeek({ db, ledgerId });
  const hasDrifted = drift !== undefined && drift.findings !== "[]";
  const listing = await listingState({ db, ledgerId });
  return {
    deadLetters: { count: dead[0]?.n ?? 0, lastAt: dead[0]?.lastAt?.toISOString() ?? null },
    calendar: {
      readAt: readAt?.toISOString() ?? null,
      ageSeconds: readAt && Math.max(0, Math.round((now.getTime() - readAt.getTime()) / 1_000)),
    },
    listing: { ...listing, readAt: listing.readAt?.toISOString() ?? null },
    backfill: await backfillProgressOf(parts),
    lastLockAt: locked[0]?.at?.toISOString() ?? null,
    missedLocks: missed[0]?.n ?? 0,
    missedForPast: missed[0]?.pastUnread ?? 0,
    dueForSettlement: due[0]?.n ?? 0,
    calibration: hasDrifted ? ("alarm" as const) : ("ok" as const),
  };
}

/**
 * Selects when the latest forecast was locked, among the reports around today. The query uses the index
 * `season_reports_by_day` and the primary key of `upcoming_forecasts`.
 */
function lastLock(db: Deps["db"], ledgerId: string, today: string) {
  const { symbol, fiscalQuarterEnd, lockedAt } = upcomingForecasts;
  const isSame = and(
    eq(upcomingForecasts.ledgerId, seasonReports.ledgerId),
    eq(symbol, seasonReports.symbol),
    eq(fiscalQuarterEnd, seasonReports.fiscalQuarterEnd),
  );
  const days = between(
    seasonReports.reportDate,
    addIsoDays(today, -LOCKED_DAYS.behind),
    addIsoDays(today, LOCKED_DAYS.ahead),
  );
  return db
    .select({ at: max(lockedAt) })
    .from(seasonReports)
    .innerJoin(upcomingForecasts, isSame)
    .where(and(eq(seasonReports.ledgerId, ledgerId), days));
}

/**
 * Counts predictions whose settlement is overdue, up to `MOST_DUE`. The query uses the index `predictions_due`.
 */
function overdue(db: Deps["db"], ledgerId: string, now: Date) {
  const rows = db
    .select({ one: sql`1`.as("one") })
    .from(predictions)
    .where(and(eq(predictions.ledgerId, ledgerId), isNotNull(predictions.dueAt), lte(predictions.dueAt, now)))
    .limit(MOST_DUE)
    .as("due");
  return db.select({ n: count() }).from(rows);
}

/**
 * Returns how far past reports have been read. Nothing is scored or locked before `isPastRead`, which is always
 * true for a source without a market-wide calendar, because it has no past to read.
 */
export async function backfillProgressOf({
  market,
  record,
  settings,
  marketNow,
}: Pick<MarketParts, "market" | "record" | "settings" | "marketNow">): Promise<BackfillProgress> {
  const progress = await backfillProgress(record, settings.SEASON_FROM, marketNow());
  return market.hasMarketReports ? progress : { ...progress, isPastRead: true };
}
