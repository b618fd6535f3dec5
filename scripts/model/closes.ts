import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { DAY_MS } from "#contract/time.ts";
import { median } from "#model/statistics.ts";
import { type Gaps, gapOver, LONG_GAP_DAYS, SHORT_GAP_DAYS, trendOf } from "#model/trend.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";

/** Trends by symbol on the days of one file of closes. */
type ClosesFile = {
  /** ISO trading days, ascending. */
  days: string[];
  /** By symbol, of each day; null without a price. */
  gaps: ReadonlyMap<string, readonly (Gaps | null)[]>;
};

/**
 * A file of closes, plain or gzip: `date,SYMBOL,…`, a row a trading day. A gap is less the median of all companies of
 * the file that day. Throws HistoryError.
 */
function readCloses(file: string): ClosesFile {
  const [header = "", ...lines] = unpacked(file).split(/\r?\n/).filter(Boolean);
  const [first, ...symbols] = header.split(",").map((name) => name.trim());
  if (first !== "date" || symbols.length === 0)
    throw new HistoryError(`${file}: closes begin with date,SYMBOL,…`);
  const rows = lines.map((line) => line.split(",")).sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const days = rows.map(([day = ""]) => day);
  const raw = symbols.map((_, column) => {
    const closes = rows.map((row) => Number(row[column + 1] || Number.NaN));
    return {
      short: closes.map((_, at) => gapOver(closes, at, SHORT_GAP_DAYS)),
      long: closes.map((_, at) => gapOver(closes, at, LONG_GAP_DAYS)),
    };
  });
  const mediansOf = (kind: "short" | "long") =>
    days.map((_, at) =>
      median(raw.map((one) => one[kind][at] as number).filter((gap) => !Number.isNaN(gap))),
    );
  const medians = { short: mediansOf("short"), long: mediansOf("long") };
  const less = (gap: number, middle: number) => (Number.isNaN(gap) ? null : gap - middle);
  const gaps = new Map(
    symbols.map((symbol, column) => [
      symbol,
      days.map((_, at) => {
        const short = less(raw[column]?.short[at] as number, medians.short[at] as number);
        const long = less(raw[column]?.long[at] as number, medians.long[at] as number);
        return short === null ? null : { short, long };
      }),
    ]),
  );
  return { days, gaps };
}

function unpacked(file: string): string {
  try {
    const bytes = readFileSync(file);
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new HistoryError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** A price older than this says nothing of the report: the company was not traded, or the file ends. */
const MAX_AGE_DAYS = 7;

type TrendAt = (event: Pick<EarningsEvent, "symbol" | "reportDate">) => number;

/**
 * The trend on the last trading day before a report's day, by the first file that has both gaps, else by the first that
 * has the short one; 0 without any.
 */
export function trendsOf(files: readonly string[]): TrendAt {
  const all = files.map(readCloses);
  return ({ symbol, reportDate }) => {
    const found = all.flatMap(({ days, gaps }) => {
      const own = gaps.get(symbol);
      const at = own ? lastBefore(days, reportDate) : -1;
      return at >= 0 && isFresh(days[at] as string, reportDate) ? (own?.[at] ?? []) : [];
    });
    return trendOf(found.find(({ long }) => long !== null) ?? found[0] ?? null);
  };
}

function isFresh(day: string, reportDate: string): boolean {
  return Date.parse(reportDate) - Date.parse(day) <= MAX_AGE_DAYS * DAY_MS;
}

/** Index of the last day before another; -1 where there is none. */
function lastBefore(days: readonly string[], day: string): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as string) < day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
