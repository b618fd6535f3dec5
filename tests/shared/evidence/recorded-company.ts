import type { DailyBar, OptionChain, RatingChange, ReportedQuarter } from "#contract/market-data.ts";
import type { RatingDistribution } from "#contract/social.ts";
import { reportDayOf } from "#market/yahoo/consensus.ts";
import { at, figure, recording, rowsAt } from "../market/recordings.ts";

/** Market time; the prices and chains are from the day before. */
export const now = new Date("2025-02-25T15:00:00Z");

/** Reads a company's figures straight from the recorded bodies, without the product's adapter. */
export function recordedCompany(symbol: string) {
  const summary = at(recording(`yahoo/${symbol}/quoteSummary.json`)?.body, "quoteSummary", "result", 0);
  const chart = at(
    (recording(`yahoo/${symbol}/chart-long.json`) ?? recording(`yahoo/${symbol}/chart.json`))?.body,
    "chart",
    "result",
    0,
  );
  const options = at(recording(`yahoo/${symbol}/options.json`)?.body, "optionChain", "result", 0);
  const trend = rowsAt(summary, "earningsTrend", "trend").find((row) => at(row, "period") === "0q");
  return {
    summary,
    chart,
    options,
    search: recording(`yahoo/${symbol}/search.json`)?.body,
    trend,
    consensus: figure(at(trend, "earningsEstimate", "avg")) ?? Number.NaN,
    price: figure(at(summary, "price", "regularMarketPrice")),
    history: quartersIn(summary),
    ratings: at(rowsAt(summary, "recommendationTrend", "trend")[0]) as RatingDistribution | undefined,
    changes: changesIn(summary),
    bars: barsIn(chart),
    chain: chainIn(options),
  };
}
export type RecordedCompany = ReturnType<typeof recordedCompany>;

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

function quartersIn(summary: unknown): ReportedQuarter[] {
  return rowsAt(summary, "earningsHistory", "history").flatMap((row) => {
    const actual = figure(at(row, "epsActual"));
    if (actual === null) return [];
    const fiscalQuarterEnd = dayOf(figure(at(row, "quarter")) ?? 0);
    const filings = rowsAt(summary, "secFilings", "filings") as Parameters<typeof reportDayOf>[1];
    const reportDate = reportDayOf(fiscalQuarterEnd, filings);
    return [{ fiscalQuarterEnd, reportDate, estimate: figure(at(row, "epsEstimate")), actual }];
  });
}

function changesIn(summary: unknown): RatingChange[] {
  return rowsAt(summary, "upgradeDowngradeHistory", "history").map((row) => ({
    firm: String(at(row, "firm")),
    date: new Date(1000 * (figure(at(row, "epochGradeDate")) ?? 0)).toISOString(),
    action: at(row, "action") as RatingChange["action"],
    fromGrade: String(at(row, "fromGrade") || "") || null,
    toGrade: String(at(row, "toGrade")),
  }));
}

function barsIn(chart: unknown): DailyBar[] {
  const column = (name: string) => rowsAt(chart, "indicators", "quote", 0, name).map(figure);
  const [opens, highs, lows, closes] = ["open", "high", "low", "close"].map(column);
  const volumes = column("volume");
  const offset = figure(at(chart, "meta", "gmtoffset")) ?? 0;
  return rowsAt(chart, "timestamp").flatMap((seconds, i) => {
    const [open, high, low, close] = [opens?.[i], highs?.[i], lows?.[i], closes?.[i]];
    if (open == null || high == null || low == null || close == null) return [];
    return [{ date: dayOf(Number(seconds) + offset), open, high, low, close, volume: volumes[i] ?? null }];
  });
}

function chainIn(options: unknown): OptionChain | null {
  const quotes = (side: string) =>
    rowsAt(options, "options", 0, side).map((row) => ({
      strike: figure(at(row, "strike")) ?? 0,
      bid: figure(at(row, "bid")),
      ask: figure(at(row, "ask")),
      last: figure(at(row, "lastPrice")),
      openInterest: null,
      impliedVolatility: null,
    }));
  const [calls, puts] = [quotes("calls"), quotes("puts")];
  if (calls.length === 0) return null;
  const expiry = dayOf(figure(at(options, "options", 0, "expirationDate")) ?? 0);
  return { expiry, spot: figure(at(options, "quote", "regularMarketPrice")) ?? 0, calls, puts };
}

/** Returns every number and text anywhere inside a recorded body. */
export function leavesOf(value: unknown): Set<unknown> {
  const leaves = new Set<unknown>();
  const visit = (inner: unknown) => {
    if (typeof inner === "object" && inner !== null) for (const part of Object.values(inner)) visit(part);
    else leaves.add(inner);
  };
  visit(value);
  return leaves;
}
