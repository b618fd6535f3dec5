import { DAY_MS } from "#contract/time.ts";
import type { PastPrediction, PastYear } from "#platform/files/past-predictions.ts";

/** What the database keeps of a year in a file. `rows` are in the order of their time, and at least one. */
export function sumsOfYear(
  rows: readonly PastPrediction[],
): Pick<PastYear, "n" | "firstAt" | "lastAt" | "lastSettledAt" | "days" | "ended"> {
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
    ended: endedOf(rows),
  };
}

function daysOf(times: readonly number[]): string {
  const year = new Date(times[0] ?? 0).getUTCFullYear();
  const dayOf = (time: number) => Math.floor((time - Date.UTC(year, 0, 1)) / DAY_MS);
  const used = new Set(times.map(dayOf));
  return Array.from({ length: Math.max(...used) + 1 }, (_, day) => (used.has(day) ? "1" : "0")).join("");
}

function endedOf(rows: readonly PastPrediction[]): PastYear["ended"] {
  const ended: PastYear["ended"] = {};
  for (const { state, reportsAt } of rows) {
    if (state !== "void" && state !== "unlocked") continue;
    const quarter = reportsAt ? quarterOf(reportsAt) : "";
    ended[quarter] ??= { void: 0, unlocked: 0 };
    ended[quarter][state] += 1;
  }
  return ended;
}

/** "2026-Q3", as `reportQuarter` has it in SQL. */
function quarterOf(at: Date): string {
  return `${at.getUTCFullYear()}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`;
}
