import { DAY_MS } from "#contract/time.ts";
import type { PastPrediction, PastYear } from "#platform/files/past-predictions.ts";
import { backAtOf } from "./border.ts";

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
