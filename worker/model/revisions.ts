import { DAY_MS, isoDay } from "#contract/time.ts";

/** A vendor's past consensus uses the same days, so both sources give the same features. */
export const REVISION_DAYS = [7, 30, 60, 90] as const;

/** The consensus this many days before the lock. Null when it was not stored then. */
export type PastConsensus = Record<(typeof REVISION_DAYS)[number], number | null>;

/** The consensus from an ISO day in New York on. Null when there was none. */
export type DatedConsensus = { day: string; consensusEps: number | null };

/** `seen` is oldest first, and `asOf` is an ISO day. Returns null when nothing had been seen by then. */
export function pastConsensusOf(history: readonly DatedConsensus[], asOf: string): PastConsensus | null {
  const before = (days: number) => {
    const day = isoDay(Date.parse(asOf) - days * DAY_MS);
    return history.findLast((entry) => entry.day <= day)?.consensusEps ?? null;
  };
  const past: PastConsensus = { 7: before(7), 30: before(30), 60: before(60), 90: before(90) };
  return Object.values(past).some((value) => value !== null) ? past : null;
}
