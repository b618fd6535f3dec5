import { pastRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import type { PastPrediction, PastYear } from "#platform/files/past-predictions.ts";

export type Border = {
  /** What was asked before (real time) goes, */
  asked: Date;
  /** and where it ended before (market time): nobody waits for its news. */
  ended: Date;
  /** In a full database open ones that report later (market time) wait in files. */
  opensAfter: Date | null;
};

/** Nearer where the database is fuller. Whole seasons or months go at once. */
export function borderOf({ now, marketNow }: { now: Date; marketNow: Date }, databaseBytes: number): Border {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const ended = daysFrom(marketNow, -pastRule.quietDays);
  if (databaseBytes < pastRule.seasonsUntilBytes) {
    const asked = new Date(Date.UTC(year, month - (month % 3) - 3 * pastRule.seasons, 1));
    return { asked, ended, opensAfter: null };
  }
  if (databaseBytes < pastRule.monthsUntilBytes)
    return { asked: new Date(Date.UTC(year, month - 1, 1)), ended, opensAfter: null };
  const asked = new Date(Date.UTC(year, month, now.getUTCDate() - pastRule.days));
  return { asked, ended, opensAfter: daysFrom(marketNow, 2 * pastRule.backDays) };
}

/** Report, settlement and notices are made from the database alone. */
export function backAtOf(reportsAt: Date): Date {
  return daysFrom(reportsAt, -pastRule.backDays);
}

function daysFrom(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

export async function databaseBytes(db: Database): Promise<number> {
  return (await db.$client.prepare("SELECT 1").run()).meta.size_after;
}

/** For a year in a file. `rows` by time. */
export function sumsOfYear(rows: readonly PastPrediction[]): Omit<PastYear, "userId" | "year" | "file"> {
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const settled = rows.flatMap(({ settledAt, state }) =>
    settledAt && state === "settled" ? [settledAt] : [],
  );
  const open = rows.flatMap(({ state, reportsAt }) =>
    state === "pending" && reportsAt ? [backAtOf(reportsAt)] : [],
  );
  return {
    n: rows.length,
    firstAt: new Date(first),
    lastAt: new Date(last),
    lastSettledAt: settled.length === 0 ? null : new Date(Math.max(...settled.map(Number))),
    days: daysOf(times),
    unsettled: unsettledOf(rows),
    backAt: open.length === 0 ? null : new Date(Math.min(...open.map(Number))),
  };
}

function daysOf(times: readonly number[]): string {
  const year = new Date(times[0] ?? 0).getUTCFullYear();
  const dayOf = (time: number) => Math.floor((time - Date.UTC(year, 0, 1)) / DAY_MS);
  const used = new Set(times.map(dayOf));
  return Array.from({ length: Math.max(-1, ...used) + 1 }, (_, day) => (used.has(day) ? "1" : "0")).join("");
}

function unsettledOf(rows: readonly PastPrediction[]): PastYear["unsettled"] {
  const unsettled: PastYear["unsettled"] = {};
  for (const { state, reportsAt } of rows) {
    if (state !== "pending" && state !== "void" && state !== "unlocked") continue;
    const quarter = reportsAt ? quarterOf(reportsAt) : "";
    unsettled[quarter] ??= { pending: 0, void: 0, unlocked: 0 };
    unsettled[quarter][state] += 1;
  }
  return unsettled;
}

/** "2026-Q3", as `reportQuarter` has it in SQL. */
function quarterOf(at: Date): string {
  return `${at.getUTCFullYear()}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`;
}
