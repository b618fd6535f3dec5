// npm run tool -- model-moves measures the band of the typical move by walking forward: each move is forecast from the
// moves that were settled before the report's day, and also from the shipped counts alone.
import { parseArgs } from "node:util";
import { companySizes } from "#contract/rules.ts";
import { addIsoDays } from "#contract/time.ts";
import { movesOfFit } from "#model/reactions.ts";
import { companySizeOf } from "#model/reference-class.ts";
import { sectorOf } from "#model/sector.ts";
import { mean, median } from "#model/statistics.ts";
import {
  MOVE_DAYS,
  type MoveCounts,
  moveCountsFrom,
  type SettledMove,
  typicalMoveOf,
} from "#model/typical-move.ts";
import { distinctReports } from "#season/report.ts";
import { type Closes, lastBefore, readCloses } from "./closes.ts";
import { runCommand, tellBadRows, valuesOf } from "./command.ts";
import { type EarningsEvent, HistoryError, readEvents, symbolOf } from "./events.ts";
import { movesOver } from "./report-moves.ts";
import { readSectors, withSectors } from "./sectors.ts";

const USAGE =
  "usage: npm run -s tool -- model-moves --history FILE [FILE …] --closes FILE [--market-values FILE] [--sectors FILE] --from DATE";

type Move = SettledMove & { reportDate: string };

function main(): void {
  const { values, tokens } = parseArgs({
    options: {
      history: { type: "string", multiple: true, default: [] },
      closes: { type: "string" },
      "market-values": { type: "string" },
      sectors: { type: "string" },
      from: { type: "string", default: "" },
    },
    allowPositionals: true,
    tokens: true,
  });
  const files = valuesOf(tokens, "history");
  if (files.length === 0 || !values.closes || !values.from) throw new HistoryError(USAGE);
  const sectors = values.sectors ? readSectors(values.sectors) : new Map();
  const events = files.flatMap((file) => {
    const { events: own, badRows } = readEvents(file);
    tellBadRows(file, badRows);
    return withSectors(own, sectors);
  });
  const marketValues = values["market-values"] ? readCloses(values["market-values"]) : null;
  const moves = movesIn(distinctReports(events), readCloses(values.closes), marketValues);
  printTable(forecastMoves(moves, values.from));
}

/** Returns the moves on the reports whose closes are known, ordered by the day of the close after the report. */
function movesIn(events: readonly EarningsEvent[], closes: Closes, marketValues: Closes | null): Move[] {
  const moveOver = movesOver(closes);
  const moves = events.flatMap((event): Move[] => {
    const move = moveOver(event);
    if (!move) return [];
    const symbol = symbolOf(event.symbol);
    const size = companySizeOf(marketValueAt(marketValues, symbol, event.reportDate), null);
    const sector = sectorOf(event.sector ?? event.industry);
    return [{ ...move, symbol, sector, size, reportDate: event.reportDate }];
  });
  return moves.sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Returns the newest value before the day in dollars, or null. The file has millions. */
function marketValueAt(values: Closes | null, symbol: string, day: string): number | null {
  const own = values?.bySymbol.get(symbol);
  if (!values || !own) return null;
  const value = own.slice(0, lastBefore(values.days, day) + 1).findLast((one) => one > 0);
  return value === undefined ? null : 1e6 * value;
}

type Forecast = { percent: number; bandPercent: number };
/** The page before, what it says while too few reports are stored, and what it says from stored ones. */
const kinds = ["fixed", "first", "rolling"] as const;
type Compared = { move: Move } & Record<(typeof kinds)[number], Forecast>;

/** Forecasts each move from those that were settled before the report's day. */
function forecastMoves(moves: readonly Move[], from: string): Compared[] {
  const inOrder = moves.toSorted((a, b) => (a.reportDate < b.reportDate ? -1 : 1));
  const fit = movesOfFit();
  const own = new Map<string, number[]>();
  let counts: { day: string; counts: MoveCounts | null } = { day: "", counts: null };
  let [oldest, known] = [0, 0];
  return inOrder.flatMap((move): Compared[] => {
    const day = move.reportDate;
    for (let next = moves[known]; next && next.day < day; next = moves[++known])
      own.set(next.symbol, [next.percent, ...(own.get(next.symbol) ?? [])]);
    if (day < from) return [];
    if (counts.day !== day) {
      while ((moves[oldest]?.reportDate ?? day) < addIsoDays(day, -MOVE_DAYS)) oldest++;
      counts = { day, counts: moveCountsFrom(moves.slice(oldest, known).reverse()) };
    }
    const large = { size: "large", sector: move.sector } as const;
    const fixed = typicalMoveOf(large, [], fit);
    const first = typicalMoveOf(large, own.get(move.symbol) ?? [], fit);
    const stored = counts.counts;
    const rolling = stored ? typicalMoveOf(move, own.get(move.symbol) ?? [], stored) : first;
    return [{ move, fixed, first, rolling }];
  });
}

function printTable(rows: readonly Compared[]): void {
  const groups: [string, (row: Compared) => boolean][] = [
    ...[...new Set(rows.map(({ move }) => move.reportDate.slice(0, 4)))]
      .sort()
      .map((year): (typeof groups)[number] => [year, ({ move }) => move.reportDate.startsWith(year)]),
    ["all", () => true],
    ...([...companySizes, null] as const).map((size): (typeof groups)[number] => [
      size ?? "size not known",
      ({ move }) => move.size === size,
    ]),
  ];
  const heads = ["in the band", "mean forecast", "median forecast"].flatMap((head) =>
    kinds.map((kind) => `${head}, ${kind}`),
  );
  console.log(`| ${["reports", "n", ...heads, "mean seen", "median seen"].join(" | ")} |`);
  console.log(`|${"---|".repeat(heads.length + 4)}`);
  for (const [name, isOne] of groups) {
    const own = rows.filter(isOne);
    if (own.length === 0) continue;
    const seen = own.map(({ move }) => Math.abs(move.percent));
    const held = kinds.map((kind) =>
      mean(own.map((row, i) => Number((seen[i] as number) <= row[kind].bandPercent))),
    );
    const forecasts = [mean, median].flatMap((of) =>
      kinds.map((kind) => of(own.map((row) => row[kind].percent))),
    );
    const cells = [
      name,
      own.length,
      ...held.map((share) => `${(100 * share).toFixed(1)}%`),
      ...[...forecasts, mean(seen), median(seen)].map((percent) => percent.toFixed(2)),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

await runCommand(main);
