import type { PredictionListQuery } from "#contract/dashboard.ts";
import { CALIBRATION_BINS } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import type { ArchivedPrediction } from "#platform/files/past-predictions.ts";

/** These functions filter and sort rows from files exactly as `listPredictions` does in SQL. */

type Period = Pick<PredictionListQuery, "from" | "to">;

/**
 * Returns true for an unfiltered list sorted by creation time. A page of it can be found without reading
 * every archived year.
 */
export function isUnfilteredByTime({
  symbol,
  outcome,
  bin,
  confidence,
  from,
  to,
  sort,
}: PredictionListQuery): boolean {
  return !symbol && !outcome && !confidence && !from && !to && bin === undefined && sort === "createdAt";
}

export function overlapsPeriod({ from, to }: Period, firstAt: Date, lastAt: Date): boolean {
  return (!from || lastAt.getTime() >= startOf(from)) && (!to || firstAt.getTime() < startOf(to) + DAY_MS);
}

export function matchesQuery(query: PredictionListQuery, row: ArchivedPrediction): boolean {
  const { symbol, outcome, bin, confidence } = query;
  return (
    (!symbol || row.symbol === symbol.trim().toUpperCase()) &&
    (!confidence || row.confidence === confidence) &&
    overlapsPeriod(query, row.createdAt, row.createdAt) &&
    (!outcome || hasOutcome(outcome, row)) &&
    (bin === undefined ||
      bin === Math.min(CALIBRATION_BINS - 1, Math.trunc(row.beatProbability * CALIBRATION_BINS)))
  );
}

function hasOutcome(outcome: NonNullable<PredictionListQuery["outcome"]>, row: ArchivedPrediction): boolean {
  switch (outcome) {
    case "beat":
    case "miss":
      return row.actualResult === outcome;
    case "correct":
      return row.isCorrect === true;
    case "wrong":
      return row.isCorrect === false;
    default:
      return row.state === outcome;
  }
}

type Sortable = Pick<
  ArchivedPrediction,
  "id" | "createdAt" | "symbol" | "predictedProbability" | "reportDate"
>;

const keys = {
  createdAt: ({ createdAt }: Sortable) => createdAt.getTime(),
  symbol: ({ symbol }: Sortable) => symbol,
  probability: ({ predictedProbability }: Sortable) => predictedProbability,
  // SQLite sorts null first, so an unknown day sorts first here too.
  reportDate: ({ reportDate }: Sortable) => reportDate ?? "",
} as const;

/** Returns a comparator for the requested order. Rows that are equal in it are ordered by id, newest first. */
export function comparatorFor({ sort, direction }: Pick<PredictionListQuery, "sort" | "direction">) {
  const keyOf = keys[sort];
  const sign = direction === "asc" ? 1 : -1;
  return (first: Sortable, second: Sortable): number => {
    const [a, b] = [keyOf(first), keyOf(second)];
    if (a !== b) return a < b ? -sign : sign;
    return first.id < second.id ? 1 : -1;
  };
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
