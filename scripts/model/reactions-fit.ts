import type { ReactionCounts } from "#model/reactions.ts";
import type { Sector } from "#model/sector.ts";
import { SURPRISE_BINS, surpriseBinOf } from "#model/surprise-bins.ts";
import { bandOfBin } from "#model/surprise-distribution.ts";
import { readCloses } from "./closes.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";
import { surpriseOf } from "./fit-table.ts";
import { movesOver } from "./report-moves.ts";

/** Calendar years, of which the last is that of the newest report. */
const YEARS = 10;

type Moves = ReactionCounts["all"]["beat"];

/**
 * Counts how stocks moved over the reports of the newest ten years whose session is known and whose closes are in the
 * files, from the close before a report to the one after it. Throws HistoryError when no report has closes.
 */
export function countReactions(
  history: readonly EarningsEvent[],
  closesFiles: readonly string[],
  sectors: ReadonlyMap<string, Sector>,
): ReactionCounts {
  const movesOf = closesFiles.map((file) => movesOver(readCloses(file)));
  const from = `${Number(history.at(-1)?.reportDate.slice(0, 4)) - YEARS + 1}-01-01`;
  const events = history.filter(({ reportDate }) => reportDate >= from);
  const counts: ReactionCounts = {
    from: events[0]?.reportDate ?? "",
    to: events.at(-1)?.reportDate ?? "",
    all: noMoves(),
    bins: Array<number>(SURPRISE_BINS).fill(0),
    sectors: {},
  };
  for (const event of events) {
    if (event.session === null) continue;
    const found = movesOf.reduce<ReturnType<(typeof movesOf)[number]>>(
      (known, moveOver) => known ?? moveOver(event),
      null,
    );
    if (found === null) continue;
    const move = found.percent / 100;
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
  if (counts.bins.every((n) => n === 0))
    throw new HistoryError("no report of --reactions has a session and closes around it");
  for (const moves of [counts.all, ...Object.values(counts.sectors)])
    for (const one of Object.values(moves ?? {})) {
      one.sum = Number(one.sum.toFixed(5));
      one.sumOfSizes = Number(one.sumOfSizes.toFixed(5));
    }
  return counts;
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
