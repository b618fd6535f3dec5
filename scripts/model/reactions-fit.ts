import type { ReactionCounts } from "#model/reactions.ts";
import { sectorOf } from "#model/sector.ts";
import { SURPRISE_BINS, surpriseBinOf } from "#model/surprise-bins.ts";
import { bandOfBin } from "#model/surprise-distribution.ts";
import { csvRows, type EarningsEvent, HistoryError, textOf } from "./events.ts";
import { surpriseOf } from "./fit-table.ts";

/** A larger move is a split or an error. */
const GREATEST_MOVE = 0.8;

type Moves = ReactionCounts["all"]["beat"];

/**
 * Counts how stocks moved after the reports of one file, which has a `reaction` column. The sectors are those of all
 * histories. Throws HistoryError without the column.
 */
export function countReactions(
  file: string,
  events: readonly EarningsEvent[],
  histories: readonly (readonly EarningsEvent[])[],
): ReactionCounts {
  const sectors = new Map<string, string>();
  for (const { symbol, sector, industry } of histories.flat()) {
    const name = sectorOf(sector) ?? sectorOf(industry);
    if (name && !sectors.has(symbol)) sectors.set(symbol, name);
  }
  const reactions = reactionsIn(file);
  const counts: ReactionCounts = {
    from: events[0]?.reportDate ?? "",
    to: events.at(-1)?.reportDate ?? "",
    all: noMoves(),
    bins: Array<number>(SURPRISE_BINS).fill(0),
    sectors: {},
  };
  for (const event of events) {
    const move = reactions.get(keyOf(event));
    if (move === undefined || Math.abs(move) > GREATEST_MOVE) continue;
    const bin = surpriseBinOf(surpriseOf(event));
    counts.bins[bin] = (counts.bins[bin] ?? 0) + 1;
    const band = bandOfBin(bin);
    add(counts.all[band], move);
    const sector = sectors.get(event.symbol);
    if (!sector) continue;
    const own = counts.sectors[sector] ?? noMoves();
    add(own[band], move);
    counts.sectors[sector] = own;
  }
  for (const moves of [counts.all, ...Object.values(counts.sectors)])
    for (const one of Object.values(moves ?? {})) {
      one.sum = Number(one.sum.toFixed(5));
      one.sumOfSizes = Number(one.sumOfSizes.toFixed(5));
    }
  return counts;
}

function keyOf({ symbol, reportDate }: Pick<EarningsEvent, "symbol" | "reportDate">): string {
  return `${symbol} ${reportDate}`;
}

function reactionsIn(file: string): Map<string, number> {
  const [names = [], ...rows] = csvRows(textOf(file));
  const [symbol, day, reaction] = ["symbol", "report_date", "reaction"].map((name) => names.indexOf(name));
  if (reaction === undefined || reaction < 0) throw new HistoryError(`${file}: column reaction is missing`);
  return new Map(
    rows.flatMap((cells) => {
      const move = cells[reaction];
      if (!move) return [];
      return [[keyOf({ symbol: cells[symbol ?? 0] ?? "", reportDate: cells[day ?? 1] ?? "" }), Number(move)]];
    }),
  );
}

function noMoves(): ReactionCounts["all"] {
  const none = (): Moves => ({ n: 0, rose: 0, sum: 0, sumOfSizes: 0 });
  return { missBy5OrMore: none(), miss: none(), meet: none(), beat: none(), beatBy5OrMore: none() };
}

function add(moves: Moves, move: number): void {
  moves.n++;
  if (move > 0) moves.rose++;
  moves.sum += move;
  moves.sumOfSizes += Math.abs(move);
}
