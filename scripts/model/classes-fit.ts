import { isBeat } from "#model/history.ts";
import {
  addToClasses,
  type BeatCounts,
  type CompanySize,
  type FittedClasses,
} from "#model/reference-class.ts";
import type { EarningsEvent } from "./events.ts";
import { joinHistories } from "./histories.ts";
import { companySectors } from "./sectors.ts";

/** The index files whose members have a size. A company in several of them has the largest. */
export type SizedHistories = Record<CompanySize, readonly EarningsEvent[]>;

/**
 * Counts beats by class of comparable companies, in the calendar year in which the shortest of the index files ends and
 * the one before it, so that each size has about two years and none has more than the others.
 */
export function countClasses(
  files: readonly (readonly EarningsEvent[])[],
  sizes: SizedHistories,
): FittedClasses {
  const size = new Map<string, CompanySize>();
  for (const name of ["small", "medium", "large"] as const)
    for (const { symbol } of sizes[name]) size.set(symbol, name);
  const ends = Object.values(sizes).map((events) => newestOf(events));
  const year = Number(ends.sort()[0]?.slice(0, 4));
  const [from, to] = [`${year - 1}-01-01`, `${year}-12-31`];
  const sectors = companySectors(files);
  const counts = new Map<string, BeatCounts>();
  const { events, isCounted } = joinHistories(files);
  const counted = events.filter(
    (event) => isCounted(event) && event.reportDate >= from && event.reportDate <= to,
  );
  for (const { symbol, epsEstimate, epsActual } of counted) {
    const traits = {
      size: size.get(symbol) ?? null,
      isProfitable: epsEstimate > 0,
      sector: sectors.get(symbol) ?? null,
    };
    addToClasses(counts, traits, { n: 1, beats: Number(isBeat(epsActual, epsEstimate)) });
  }
  return {
    from: counted[0]?.reportDate ?? from,
    to: counted.at(-1)?.reportDate ?? to,
    classes: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function newestOf(events: readonly EarningsEvent[]): string {
  return events.at(-1)?.reportDate ?? "";
}
