import type { ReportedQuarter } from "#contract/market-data.ts";
import type { PastReactions } from "#contract/past-reactions.ts";
import { type SurpriseBand, surpriseBands } from "#contract/rules.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import { toCents } from "./history.ts";
import { round } from "./numbers.ts";
import { reactionAfter, shippedReactions } from "./reactions.ts";
import type { Sector } from "./sector.ts";
import { relativeSurprise, surpriseBinOf } from "./surprise-bins.ts";
import { bandOfBin, bandsOf, type SurpriseDistribution } from "./surprise-distribution.ts";

type Known = {
  sector: Sector | null;
  /** How large the model thinks the surprise may be. */
  surprise: SurpriseDistribution | null;
  history: readonly ReportedQuarter[];
  move: ImpliedMove | null;
};

/** What shares did after past surprises of each size: large companies, and this one. */
export function pastReactionsOf({ sector, surprise, history, move }: Known): PastReactions {
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
  return { from, to, rows, typicalMovePercent: typicalMove(rows), beyondImplied: beyondImplied(move) };
}

function meanOf(moves: readonly number[]): number | null {
  if (moves.length === 0) return null;
  return round(moves.reduce((sum, percent) => sum + percent, 0) / moves.length, 2);
}

function typicalMove(rows: PastReactions["rows"]): number | null {
  if (rows.length < surpriseBands.length || rows.some(({ probability }) => probability === null)) return null;
  return round(
    rows.reduce((sum, { probability, meanSizePercent }) => sum + (probability ?? 0) * meanSizePercent, 0),
    2,
  );
}

/** The company's known moves by the size of the surprise they followed. */
function ownMoves(
  history: readonly ReportedQuarter[],
  move: ImpliedMove | null,
): Map<SurpriseBand, number[]> {
  const moves = new Map<SurpriseBand, number[]>();
  for (const { reportDate, movePercent } of move?.pastMoves ?? []) {
    const quarter = history.find((one) => one.reportDate?.slice(0, 10) === reportDate);
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
