import { z } from "zod";
import { type SurpriseBand, surpriseBands } from "#contract/rules.ts";
import reactionsJson from "./reactions.json" with { type: "json" };
import type { Sector } from "./sector.ts";
import { shrunkShare, wilsonInterval } from "./statistics.ts";

const count = z.number().int().min(0);
const moves = z.object({
  n: count,
  /** Shares that closed higher than before the report. */
  rose: count,
  /** Sums of the moves and of their sizes, as shares of the price (0.02 is 2%). */
  sum: z.number(),
  sumOfSizes: z.number().min(0),
});
const byBand = z.record(z.enum(surpriseBands), moves);

/** Counts of what shares did over their reports, as `npm run model -- reactions` writes them. */
const reactionsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  all: byBand,
  sectors: z.partialRecord(z.string(), byBand),
});
export type ReactionCounts = z.infer<typeof reactionsSchema>;

/** What shares did after surprises of one size; from close before to close after the report. */
type Reaction = {
  /** Reports counted: of the sector where it is known, else of all. */
  n: number;
  isOfSector: boolean;
  /** Share of them after which the price rose, drawn towards that of all sectors, with its 95% interval. */
  shareRose: number;
  low: number;
  high: number;
  /** Mean move and mean size of a move in percent, drawn towards those of all sectors. */
  meanMovePercent: number;
  meanSizePercent: number;
};

/** Reports of all sectors that count with a sector's own. */
const SHRINKAGE = 100;
/** A share from fewer reports is not said. */
const MIN_REPORTS = 30;

let shipped: ReactionCounts | undefined;

/** The counts in this build. */
export function shippedReactions(): ReactionCounts {
  shipped ??= reactionsSchema.parse(reactionsJson);
  return shipped;
}

/**
 * What shares of a sector (of all where it is null) did after surprises of this size. History, not a forecast of a
 * direction. Null with fewer than 30 reports.
 */
export function reactionAfter(
  band: SurpriseBand,
  sector: Sector | null,
  counts: ReactionCounts = shippedReactions(),
): Reaction | null {
  const all = counts.all[band];
  const own = (sector && counts.sectors[sector]?.[band]) || all;
  if (all.n < MIN_REPORTS || own.n < MIN_REPORTS)
    return own === all ? null : reactionAfter(band, null, counts);
  const weight = own === all ? 0 : SHRINKAGE;
  const percentOf = (part: "sum" | "sumOfSizes") =>
    100 * shrunkShare(own[part], own.n, all[part] / all.n, weight);
  const shareRose = shrunkShare(own.rose, own.n, all.rose / all.n, weight);
  const { low, high } = wilsonInterval(shareRose * own.n, own.n);
  return {
    n: own.n,
    isOfSector: own !== all,
    shareRose,
    low,
    high,
    meanMovePercent: percentOf("sum"),
    meanSizePercent: percentOf("sumOfSizes"),
  };
}
