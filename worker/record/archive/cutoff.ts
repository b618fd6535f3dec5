import { DAY_MS } from "#contract/time.ts";
import type { ArchivedPrediction, ArchivedYear } from "#platform/files/past-predictions.ts";

/** How many whole seasons before the current one stay in the database. */
const SEASONS_BEFORE = 2;
const MONTHS_A_SEASON = 3;

/**
 * Returns the start (UTC) of the season two before the current one. A season is a calendar quarter. A
 * prediction that was made and ended before the cutoff is moved from the database into its owner's file of
 * that year.
 */
export function archiveCutoff(now: Date): Date {
  const month = now.getUTCMonth();
  const startOfSeason = month - (month % MONTHS_A_SEASON);
  return new Date(Date.UTC(now.getUTCFullYear(), startOfSeason - MONTHS_A_SEASON * SEASONS_BEFORE, 1));
}

/**
 * Returns the summary of an archived year, from which the database answers without opening the year's file.
 * `rows` must be ordered by creation time.
 */
export function archivedYearSummaryOf(
  rows: readonly ArchivedPrediction[],
): Omit<ArchivedYear, "userId" | "year" | "file"> {
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const settled = rows.flatMap(({ settledAt, state }) =>
    settledAt && state === "settled" ? [settledAt] : [],
  );
  return {
    n: rows.length,
    firstAt: new Date(first),
    lastAt: new Date(last),
    lastSettledAt: settled.length === 0 ? null : new Date(Math.max(...settled.map(Number))),
    days: daysOf(times),
    unsettled: unsettledOf(rows),
  };
}

/**
 * Returns one digit for each day of the year up to the last prediction: 1 for a day with a prediction, else
 * 0.
 */
function daysOf(times: readonly number[]): string {
  const year = new Date(times[0] ?? 0).getUTCFullYear();
  const dayOf = (time: number) => Math.floor((time - Date.UTC(year, 0, 1)) / DAY_MS);
  const used = new Set(times.map(dayOf));
  return Array.from({ length: Math.max(-1, ...used) + 1 }, (_, day) => (used.has(day) ? "1" : "0")).join("");
}

function unsettledOf(rows: readonly ArchivedPrediction[]): ArchivedYear["unsettled"] {
  const unsettled: ArchivedYear["unsettled"] = {};
  for (const { state, reportsAt } of rows) {
    if (state !== "void" && state !== "unlocked") continue;
    const quarter = reportsAt ? quarterOf(reportsAt) : "";
    unsettled[quarter] ??= { void: 0, unlocked: 0 };
    unsettled[quarter][state] += 1;
  }
  return unsettled;
}

/** Returns the name of a calendar quarter such as "2026-Q3", as `reportQuarter` computes it in SQL. */
function quarterOf(at: Date): string {
  return `${at.getUTCFullYear()}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`;
}
