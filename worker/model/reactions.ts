import { z } from "zod";
import type { ReportedQuarter } from "#contract/market-data.ts";
import type { PastReactions } from "#contract/past-reactions.ts";
import { type SurpriseBand, surpriseBands } from "#contract/rules.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import { toCents } from "./history.ts";
import reactionsJson from "./reactions.json" with { type: "json" };
import type { CompanySize } from "./reference-class.ts";
import type { Sector } from "./sector.ts";
import { round, shrunkShare, wilsonInterval } from "./statistics.ts";
import { relativeSurprise, SURPRISE_BINS, surpriseBinOf } from "./surprise-bins.ts";
import { bandOfBin, bandsOf, type SurpriseDistribution } from "./surprise-distribution.ts";
import { type DatedMove, type MoveCounts, type StoredMoves, typicalMoveOf } from "./typical-move.ts";

const count = z.number().int().min(0);
const moves = z.object({
  n: count,
  /** The number of reports after which the share closed higher than before them. */
  rose: count,
  /** The sum of the price changes as shares of the price (0.02 is 2%). */
  sum: z.number(),
  sumOfSizes: z.number().min(0),
});
const byBand = z.record(z.enum(surpriseBands), moves);

const reactionsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  all: byBand,
  /** The number of reports in each bin of the surprise, from the worst miss to the best beat. */
  bins: z.array(count).length(SURPRISE_BINS),
  sectors: z.partialRecord(z.string(), byBand),
});
export type ReactionCounts = z.infer<typeof reactionsSchema>;

/**
 * How shares moved, from the close before a report to the close after it, when the surprise was in one band.
 */
type Reaction = {
  n: number;
  isOfSector: boolean;
  /**
   * The share of reports after which the price was higher, from 0 to 1, shrunk toward that of all sectors.
   * `low` and `high` are its 95% interval.
   */
  shareRose: number;
  low: number;
  high: number;
  /**
   * The mean price change in percent, shrunk toward that of all sectors. `meanSizePercent` is the same for
   * absolute changes.
   */
  meanMovePercent: number;
  meanSizePercent: number;
};

/** The average of all sectors counts as this many reports of the company's own sector. */
const SHRINKAGE = 100;
/**
 * With fewer reports of a sector, those of all sectors are used; with fewer of all sectors, no reaction is
 * given.
 */
const MIN_REPORTS = 30;

let shipped: ReactionCounts | undefined;

export function shippedReactions(): ReactionCounts {
  shipped ??= reactionsSchema.parse(reactionsJson);
  return shipped;
}

/**
 * The band over the mean size that the rule gives from the shipped counts: 80% of 13,413 moves of 2019 to 2025 of S&P 500
 * members were within it (`npm run -s tool -- model-moves`).
 */
const COVER_FACTOR = 1.57;

/** Returns the shipped counts, which are of large companies, in the form of those of settled reports. */
export function movesOfFit(): MoveCounts {
  const { all, sectors, from, to } = shippedReactions();
  const sumOf = (counted: ReactionCounts["all"]) => {
    const bands = surpriseBands.map((band) => counted[band]);
    const sum = (part: "n" | "sumOfSizes") => bands.reduce((total, band) => total + band[part], 0);
    return { n: sum("n"), sum: 100 * sum("sumOfSizes"), from, to };
  };
  const ofSectors = Object.entries(sectors).map(
    ([sector, counted]) => [`large ${sector}`, sumOf(counted ?? all)] as const,
  );
  const classes = { all: sumOf(all), large: sumOf(all), ...Object.fromEntries(ofSectors) };
  return { isOfFit: true, classes, meanFactor: 1, coverFactor: COVER_FACTOR };
}

/**
 * Returns how shares moved after past reports with a surprise in `band`. It uses the reports of all sectors
 * when `sector` is null or has fewer than 30 reports, and returns null when those are fewer than 30 too. It
 * describes the past and forecasts no direction.
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

type ReactionInput = {
  size: CompanySize | null;
  sector: Sector | null;
  surprise: SurpriseDistribution | null;
  history: readonly ReportedQuarter[];
  move: ImpliedMove | null;
  moves: StoredMoves;
};

export function pastReactionsOf({
  size,
  sector,
  surprise,
  history,
  move,
  moves: { counts, own: stored },
}: ReactionInput): PastReactions {
  const { from, to } = shippedReactions();
  const probabilities = surprise && bandsOf(surprise);
  const own = ownMoves(history, move);
  const rows = surpriseBands.flatMap((band) => {
    const reaction = reactionAfter(band, sector);
    if (!reaction) return [];
    const moves = own.get(band) ?? [];
    return [
      {
        band,
        probability: probabilities && round(probabilities[band], 4),
        n: reaction.n,
        isOfSector: reaction.isOfSector,
        shareRose: round(reaction.shareRose, 4),
        low: round(reaction.low, 4),
        high: round(reaction.high, 4),
        meanMovePercent: round(reaction.meanMovePercent, 2),
        meanSizePercent: round(reaction.meanSizePercent, 2),
        own: {
          n: moves.length,
          rose: moves.filter((percent) => percent > 0).length,
          meanMovePercent: meanOf(moves),
        },
      },
    ];
  });
  const isOfFit = counts === null;
  const typicalMove =
    isOfFit && size !== "large" && size !== null
      ? null
      : typicalMoveOf(
          { size: isOfFit ? "large" : size, sector },
          percentsOf(move, stored),
          counts ?? movesOfFit(),
        );
  return { from, to, rows, typicalMove, beyondImplied: beyondImplied(move) };
}

function meanOf(moves: readonly number[]): number | null {
  if (moves.length === 0) return null;
  return round(moves.reduce((sum, percent) => sum + percent, 0) / moves.length, 2);
}

/**
 * Returns the company's moves in percent, newest first. A stored move knows the report's session where a source gives
 * it, so it takes precedence over the one computed from daily prices.
 */
function percentsOf(move: ImpliedMove | null, stored: readonly DatedMove[]): number[] {
  const computed = (move?.pastMoves ?? []).map(
    ({ reportDate, movePercent }) => [reportDate, movePercent] as const,
  );
  const byDay = new Map([...computed, ...stored.map(({ day, percent }) => [day, percent] as const)]);
  return [...byDay].sort(([a], [b]) => b.localeCompare(a)).map(([, percent]) => percent);
}

function ownMoves(
  history: readonly ReportedQuarter[],
  move: ImpliedMove | null,
): Map<SurpriseBand, number[]> {
  const moves = new Map<SurpriseBand, number[]>();
  for (const { reportDate, movePercent } of move?.pastMoves ?? []) {
    const quarter = history.find((candidate) => candidate.reportDate?.slice(0, 10) === reportDate);
    if (!quarter || quarter.estimate === null) continue;
    const surprise = relativeSurprise(toCents(quarter.actual), toCents(quarter.estimate));
    const band = bandOfBin(surpriseBinOf(surprise));
    moves.set(band, [...(moves.get(band) ?? []), movePercent]);
  }
  return moves;
}

function beyondImplied(move: ImpliedMove | null): PastReactions["beyondImplied"] {
  const implied = move?.impliedMovePercent ?? null;
  if (!move || implied === null || move.pastMoves.length === 0) return null;
  const larger = move.pastMoves.filter(({ movePercent }) => Math.abs(movePercent) > implied).length;
  return { n: move.pastMoves.length, larger };
}
