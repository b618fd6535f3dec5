import { DAY_MS, isoDay } from "#contract/time.ts";

/** A vendor gives its past on this grid too: both teach the same. */
export const REVISION_DAYS = [7, 30, 60, 90] as const;

/** So many days before the lock; null where not watched. */
export type PastConsensus = Record<(typeof REVISION_DAYS)[number], number | null>;

/** From a day (ISO, New York) on; null where there was none. */
export type DatedConsensus = { day: string; consensusEps: number | null };

/** Oldest first, as of a day (ISO). Null before anything was seen. */
export function pastConsensusOf(seen: readonly DatedConsensus[], asOf: string): PastConsensus | null {
  const before = (days: number) => {
    const day = isoDay(Date.parse(asOf) - days * DAY_MS);
    return seen.findLast((one) => one.day <= day)?.consensusEps ?? null;
  };
  const past: PastConsensus = { 7: before(7), 30: before(30), 60: before(60), 90: before(90) };
  return Object.values(past).some((value) => value !== null) ? past : null;
}
