import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ReactionCounts } from "#model/reactions.ts";
import { SURPRISE_BINS, surpriseBinOf } from "#model/surprise-bins.ts";
import { bandOfBin } from "#model/surprise-distribution.ts";
import { closesAround } from "#season/closes-around.ts";
import { type Closes, lastBefore, readCloses } from "./closes.ts";
import { runCommand } from "./command.ts";
import { type EarningsEvent, HistoryError, isDay, readEvents, symbolOf } from "./events.ts";
import { surpriseOf } from "./fit-table.ts";
import { readSectors } from "./sectors.ts";

const USAGE =
  "usage: npm run tool -- model-reactions --history FILE --closes FILE --from DATE --sectors FILE [--out FILE]";
/** A larger move is a split or an error. */
const GREATEST_MOVE = 0.8;

type Moves = ReactionCounts["all"]["beat"];

/** Counts the reports from the ISO day `from` on whose session is known and whose closes are in the file. */
function countReactions(
  file: string,
  { closes, from, sectors: sectorFile }: { closes: string; from: string; sectors: string },
): ReactionCounts {
  const sectors = readSectors(sectorFile);
  const moveOver = movesIn(readCloses(closes));
  const events = readEvents(file).events.filter(({ reportDate }) => reportDate >= from);
  const counts: ReactionCounts = {
    from: events[0]?.reportDate ?? "",
    to: events.at(-1)?.reportDate ?? "",
    all: noMoves(),
    bins: Array<number>(SURPRISE_BINS).fill(0),
    sectors: {},
  };
  for (const event of events) {
    const move = moveOver(event);
    if (move === null || Math.abs(move) > GREATEST_MOVE) continue;
    const bin = surpriseBinOf(surpriseOf(event));
    counts.bins[bin] = (counts.bins[bin] ?? 0) + 1;
    const band = bandOfBin(bin);
    add(counts.all[band], move);
    const sector = sectors.get(symbolOf(event.symbol));
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

/** Trading days read before and after a report, among which are its closes. */
const DAYS_AROUND = 7;

/** Returns the change of the close over a report, as a share of the price, or null when it is unknown. */
function movesIn({ days, bySymbol }: Closes): (event: EarningsEvent) => number | null {
  return ({ symbol, reportDate, session }) => {
    const own = bySymbol.get(symbolOf(symbol));
    if (!own || session === null) return null;
    const at = lastBefore(days, reportDate);
    const first = Math.max(0, at - DAYS_AROUND);
    const bars = days.slice(first, at + DAYS_AROUND).flatMap((date, i) => {
      const close = own[first + i] as number;
      return close > 0 ? [{ date, close }] : [];
    });
    const { fromClose, toClose } = closesAround(bars, reportDate, session);
    return fromClose === null || toClose === null ? null : toClose / fromClose - 1;
  };
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

function main(): void {
  const { values } = parseArgs({
    options: {
      history: { type: "string" },
      closes: { type: "string" },
      from: { type: "string", default: "" },
      sectors: { type: "string" },
      out: { type: "string", default: "worker/model/reactions.json" },
    },
  });
  const { history, closes, from, sectors } = values;
  if (!history || !closes || !isDay(from) || !sectors) throw new HistoryError(USAGE);
  const counts = countReactions(history, { closes, from, sectors });
  writeFileSync(values.out, `${JSON.stringify(counts)}\n`);
  console.log(`counted ${Object.values(counts.all).reduce((sum, { n }) => sum + n, 0)} reactions`);
}

if (process.argv[1] === import.meta.filename) await runCommand(main);
