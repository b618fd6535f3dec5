import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { DAY_MS, daysBetween } from "#contract/time.ts";
import { median } from "#model/statistics.ts";
import { type Gaps, LONG_GAP_DAYS, logGapFromMean, relativeTrendOf, SHORT_GAP_DAYS } from "#model/trend.ts";
import { csvRows, type EarningsEvent, HistoryError, isDay, symbolOf } from "./events.ts";

/** Closes by symbol (`symbolOf`) on ascending ISO trading days, with NaN when there is no price. */
export type Closes = { days: string[]; bySymbol: Map<string, Float64Array> };

/** Trends by symbol and day, with null when there is no price. */
type Trends = { days: string[]; gaps: ReadonlyMap<string, readonly (Gaps | null)[]> };

/** An older close means that the share is no longer traded, or that the file ended. */
const MAX_AGE_DAYS = 7;
/** A larger step between two files is a split or an adjustment. */
const MAX_STEP = 0.25;

type TrendAt = (event: Pick<EarningsEvent, "symbol" | "reportDate">) => number;

/**
 * Returns the trend on the last trading day before the report, by the file with the most companies that has both
 * gaps, or else the short gap; 0 without any. Files that follow each other are joined. Throws HistoryError.
 */
export function trendsOf(files: readonly string[]): TrendAt {
  const all = joined(files.map(readCloses)).map(trendsIn);
  return ({ symbol, reportDate }) => {
    const name = symbolOf(symbol);
    const found = all.flatMap(({ days, gaps }) => {
      const own = gaps.get(name);
      const at = own ? lastBefore(days, reportDate) : -1;
      return at >= 0 && isFresh(days[at] as string, reportDate) ? (own?.[at] ?? []) : [];
    });
    return relativeTrendOf(found.find(({ long }) => long !== null) ?? found[0] ?? null);
  };
}

/** Reads `date,SYMBOL,…` with one row per trading day, plain or gzipped. */
export function readCloses(file: string): Closes {
  const text = unpacked(file);
  // With five million cells, splitting is faster than a CSV parser.
  const table = text.includes('"')
    ? csvRows(text)
    : text.split(/\r?\n/).map((line) => (line === "" ? [] : line.split(",")));
  const [[first = "", ...names] = [], ...lines] = table;
  const symbols = names.map(symbolOf);
  // A table that was written with its index leaves the day's column unnamed.
  if (!["date", ""].includes(first.trim().toLowerCase()) || !symbols.some(Boolean))
    throw new HistoryError(`${file}: closes begin with date,SYMBOL,…`);
  const rows = new Map<string, number[]>();
  lines.forEach(([cell = "", ...cells], i) => {
    if (cell.trim() === "" && cells.every((one) => one.trim() === "")) return;
    const day = cell.trim().slice(0, 10);
    if (!isDay(day))
      throw new HistoryError(`${file}: line ${i + 2}: "${cell.slice(0, 20)}" is no day as 2024-01-31`);
    const closes = symbols.map((_, column) => priceOf(cells[column]));
    if (!closes.some((close) => close > 0)) return;
    const before = rows.get(day);
    rows.set(day, before ? closes.map((close, k) => (close > 0 ? close : (before[k] as number))) : closes);
  });
  const days = [...rows.keys()].sort();
  const bySymbol = new Map<string, Float64Array>();
  symbols.forEach((symbol, column) => {
    if (symbol === "") return;
    const known = bySymbol.get(symbol);
    const closes = Float64Array.from(days, (day) => rows.get(day)?.[column] as number);
    bySymbol.set(
      symbol,
      known ? known.map((close, k) => (close > 0 ? close : (closes[k] as number))) : closes,
    );
  });
  return { days, bySymbol };
}

function priceOf(cell: string | undefined): number {
  const price = Number(cell?.trim() || Number.NaN);
  return price > 0 && Number.isFinite(price) ? price : Number.NaN;
}

function unpacked(file: string): string {
  let text: string;
  try {
    const bytes = readFileSync(file);
    text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new HistoryError(`${file} cannot be read: ${(error as Error).message}`);
  }
  return text.replace(/^\uFEFF/, "");
}

/** The file with the most companies comes first. */
function joined(files: readonly Closes[]): Closes[] {
  const chains: Closes[] = [];
  const inOrder = files.toSorted(
    (a, b) => orderOf(a.days[0], b.days[0]) || a.bySymbol.size - b.bySymbol.size,
  );
  for (const next of inOrder) {
    const shared = (one: Closes) =>
      isNext(one, next) ? [...next.bySymbol.keys()].filter((key) => one.bySymbol.has(key)).length : 0;
    const [before] = chains.filter((one) => shared(one) > 0).sort((a, b) => shared(b) - shared(a));
    if (before) chains[chains.indexOf(before)] = linked(before, next);
    else chains.push(next);
  }
  return chains.sort((a, b) => b.bySymbol.size - a.bySymbol.size);
}

function orderOf(one = "", other = ""): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function isNext(before: Closes, next: Closes): boolean {
  const [last, first] = [before.days.at(-1), next.days[0]];
  if (last === undefined || first === undefined || first <= last) return false;
  return daysBetween(last, first) <= MAX_AGE_DAYS;
}

function linked(before: Closes, next: Closes): Closes {
  const symbols = new Set([...before.bySymbol.keys(), ...next.bySymbol.keys()]);
  const bySymbol = new Map<string, Float64Array>();
  for (const symbol of symbols) {
    const [old, own] = [before.bySymbol.get(symbol), next.bySymbol.get(symbol)];
    const closes = new Float64Array(before.days.length + next.days.length).fill(Number.NaN);
    const step = Math.abs(
      Math.log((own?.find((one) => one > 0) ?? 1) / (old?.findLast((one) => one > 0) ?? 1)),
    );
    if (old && (!own || step <= MAX_STEP)) closes.set(old);
    if (own) closes.set(own, before.days.length);
    bySymbol.set(symbol, closes);
  }
  return { days: [...before.days, ...next.days], bySymbol };
}

/** Subtracts the median of all companies on that day. */
function trendsIn({ days, bySymbol }: Closes): Trends {
  const raw = [...bySymbol].map(([symbol, closes]) => {
    const over = (gapDays: number) => days.map((_, at) => logGapFromMean(closes, at, gapDays));
    return { symbol, short: over(SHORT_GAP_DAYS), long: over(LONG_GAP_DAYS) };
  });
  const mediansOf = (kind: "short" | "long") =>
    days.map((_, at) =>
      median(raw.map((one) => one[kind][at] as number).filter((gap) => !Number.isNaN(gap))),
    );
  const medians = { short: mediansOf("short"), long: mediansOf("long") };
  const less = (gap: number, middle: number) => (Number.isNaN(gap) ? null : gap - middle);
  const gaps = new Map(
    raw.map(({ symbol, short, long }) => [
      symbol,
      days.map((_, at) => {
        const near = less(short[at] as number, medians.short[at] as number);
        const far = less(long[at] as number, medians.long[at] as number);
        return near === null ? null : { short: near, long: far };
      }),
    ]),
  );
  return { days, gaps };
}

function isFresh(day: string, reportDate: string): boolean {
  return Date.parse(reportDate) - Date.parse(day) <= MAX_AGE_DAYS * DAY_MS;
}

/** Returns the index of the last earlier day, or -1. */
export function lastBefore(days: readonly string[], day: string): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as string) < day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
