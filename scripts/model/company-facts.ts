import { trendsOf } from "./closes.ts";
import type { EarningsEvent } from "./events.ts";
import { readSectors, withSectors } from "./sectors.ts";

/** Adds missing sectors and the share's trend. */
export type CompanyFacts = (events: readonly EarningsEvent[]) => EarningsEvent[];

/** Reads `--sectors` and `--closes`. Throws HistoryError. */
export function companyFacts({
  sectors,
  closes,
}: {
  sectors?: string | undefined;
  closes: readonly string[];
}): CompanyFacts {
  const known = sectors === undefined ? null : readSectors(sectors);
  const trendAt = closes.length === 0 ? null : trendsOf(closes);
  return (events) => {
    const named = known ? withSectors(events, known) : [...events];
    return trendAt ? named.map((event) => ({ ...event, trend: trendAt(event) })) : named;
  };
}
