import { DAY_MS, isoDay } from "#contract/time.ts";

/**
 * The consensus of this many days ago is compared with the current one. Vendors publish the past consensus
 * for the same days, so theirs and our stored one give the same features.
 */
export const REVISION_DAYS = [7, 30, 60, 90] as const;

/**
 * The consensus 7, 30, 60 and 90 days before the day of the forecast. A value is null when no consensus was
 * stored by that day.
 */
export type PastConsensus = Record<(typeof REVISION_DAYS)[number], number | null>;

/** The consensus since `day`, an ISO day in New York. `consensusEps` is null when there was none. */
export type DatedConsensus = { day: string; consensusEps: number | null };

/**
 * Looks up the consensus of each of the `REVISION_DAYS` before `asOf`, an ISO day. `history` is oldest first.
 * Returns null when no consensus was stored at any of them.
 */
export function pastConsensusOf(history: readonly DatedConsensus[], asOf: string): PastConsensus | null {
  const before = (days: number) => {
    const day = isoDay(Date.parse(asOf) - days * DAY_MS);
    return history.findLast((entry) => entry.day <= day)?.consensusEps ?? null;
  };
  const past: PastConsensus = { 7: before(7), 30: before(30), 60: before(60), 90: before(90) };
  return Object.values(past).some((value) => value !== null) ? past : null;
}
