import type { Refusal } from "../ask.ts";
import {
  type CompanyReport,
  MarketError,
  type Part,
  type QuarterEstimate,
  type RatingChange,
  type ReportDate,
  type ReportedQuarter,
} from "../port.ts";
import type { YahooClient } from "./client.ts";
import { type Summary, summaryModules, summarySchema, type Trend } from "./summary-schema.ts";

const SOURCE = "Yahoo Finance";
const MAX_RATING_CHANGES = 20;

/** Everything Yahoo's quoteSummary tells of a company. Throws MarketError as the port says. */
export async function readCompany(client: YahooClient, symbol: string, now: Date): Promise<CompanyReport> {
  const answer = await client.get(`/v10/finance/quoteSummary/${encodeURIComponent(symbol)}`, {
    modules: summaryModules,
    formatted: "false",
  });
  if (!answer.isOk) throw failure(answer, symbol);
  const summary = summaryOf(answer.body);
  if (!summary) throw new MarketError("malformed", `${SOURCE} answered in a form we do not know.`);
  refuseOtherThanCompany(summary, symbol);

  const asOf = now.toISOString();
  const sourced = <T>(data: T | null, missing: string, section = ""): Part<T> =>
    data === null
      ? { state: "missing", reason: "empty", detail: missing, source: SOURCE }
      : { state: "live", data, source: SOURCE, url: client.pageOf(symbol, section), asOf };
  const quarter = summary.earningsTrend?.trend.find((trend) => trend.period === "0q") ?? null;

  return {
    identity: identityOf(summary, symbol, quarter),
    estimate: sourced(estimateOf(quarter), "no analyst's estimate of the quarter", "analysis"),
    reportDate: sourced(reportDateOf(summary), "no report date", "analysis"),
    history: sourced(historyOf(summary, now), "no reported quarters", "analysis"),
    revisions: sourced(revisionsOf(quarter), "no trend of the estimate", "analysis"),
    ratings: sourced(ratingsOf(summary), "no ratings this month", "analysis"),
    priceTargets: sourced(targetsOf(summary), "no price targets", "analysis"),
    ratingChanges: sourced(ratingChangesOf(summary, now), "no changes of rating", "analysis"),
  };
}

function failure(refusal: Refusal, symbol: string): MarketError {
  if (refusal.reason === "not_found")
    return new MarketError("unknown_symbol", `No company is listed as ${symbol}.`);
  return new MarketError(refusal.reason, refusal.detail, refusal.retryAfterSeconds);
}

function summaryOf(body: unknown): Summary | null {
  const result: unknown = Reflect.get(Object(Reflect.get(Object(body), "quoteSummary")), "result");
  const first: unknown = Array.isArray(result) ? result[0] : undefined;
  if (typeof first !== "object" || first === null) return null;
  return summarySchema.parse(first);
}

const kinds: Readonly<Record<string, string>> = {
  ETF: "an exchange-traded fund",
  MUTUALFUND: "a mutual fund",
  CRYPTOCURRENCY: "a cryptocurrency",
  CURRENCY: "a currency pair",
  INDEX: "an index",
  FUTURE: "a futures contract",
  OPTION: "an option",
};

/** Funds, currencies, indices and the like have no earnings to beat. */
function refuseOtherThanCompany(summary: Summary, symbol: string): void {
  const type = summary.quoteType?.quoteType ?? summary.price?.quoteType ?? "";
  if (type === "EQUITY") return;
  const kind = kinds[type] ?? "something else";
  throw new MarketError("not_a_company", `${symbol} is ${kind}, not a company that reports earnings.`);
}

function identityOf(summary: Summary, symbol: string, quarter: Trend | null): CompanyReport["identity"] {
  const { price, assetProfile, financialData, quoteType } = summary;
  return {
    symbol,
    name: price?.longName ?? price?.shortName ?? quoteType?.longName ?? quoteType?.shortName ?? symbol,
    exchange: price?.exchangeName ?? null,
    currency: price?.currency ?? null,
    financialCurrency:
      quarter?.earningsEstimate?.earningsCurrency ??
      financialData?.financialCurrency ??
      price?.currency ??
      null,
    sector: assetProfile?.sector ?? null,
    industry: assetProfile?.industry ?? null,
    country: assetProfile?.country ?? null,
    price: price?.regularMarketPrice ?? null,
    marketCap: price?.marketCap ?? null,
    website: assetProfile?.website ?? null,
  };
}

/** Yahoo writes an estimate of 0 by 0 analysts where there is none. */
function estimateOf(quarter: Trend | null): QuarterEstimate | null {
  const estimate = quarter?.earningsEstimate;
  if (!quarter || !estimate || estimate.avg === null) return null;
  if (!estimate.numberOfAnalysts) return null;
  return {
    fiscalQuarterEnd: quarter.endDate,
    consensusEps: estimate.avg,
    analystCount: estimate.numberOfAnalysts,
    low: estimate.low,
    high: estimate.high,
    yearAgoEps: estimate.yearAgoEps,
    growth: estimate.growth,
  };
}

function reportDateOf(summary: Summary): ReportDate | null {
  const earnings = summary.calendarEvents?.earnings;
  const [from, to] = earnings?.earningsDate ?? [];
  if (!earnings || from === undefined) return null;
  const start = fromEpoch(from);
  return {
    from: start.toISOString(),
    to: to === undefined ? null : fromEpoch(to).toISOString(),
    isEstimate: earnings.isEarningsDateEstimate,
    session: to === undefined ? sessionOf(start) : null,
  };
}

/** Reports before noon in New York come before the opening or during it; later ones after the close. */
function sessionOf(start: Date): "pre" | "post" {
  const hour = Number(
    new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      hour: "numeric",
      hourCycle: "h23",
    }).format(start),
  );
  return hour < 12 ? "pre" : "post";
}

/** A row without an actual figure is a quarter that Yahoo has not seen reported. */
function historyOf(summary: Summary, now: Date): ReportedQuarter[] | null {
  const rows = summary.earningsHistory?.history ?? [];
  const quarters = rows.flatMap((row) =>
    row.quarter === null || row.epsActual === null || fromEpoch(row.quarter) > now
      ? []
      : [
          {
            fiscalQuarterEnd: dayOf(fromEpoch(row.quarter)),
            reportDate: null,
            estimate: row.epsEstimate,
            actual: row.epsActual,
          },
        ],
  );
  if (quarters.length === 0) return null;
  return quarters.sort((a, b) => a.fiscalQuarterEnd.localeCompare(b.fiscalQuarterEnd));
}

function revisionsOf(
  quarter: Trend | null,
): NonNullable<Extract<CompanyReport["revisions"], { data: unknown }>["data"]> | null {
  const trend = quarter?.epsTrend;
  if (!estimateOf(quarter) || !trend || trend.current === null) return null;
  const revisions = quarter?.epsRevisions;
  return {
    current: trend.current,
    daysAgo7: trend["7daysAgo"],
    daysAgo30: trend["30daysAgo"],
    daysAgo60: trend["60daysAgo"],
    daysAgo90: trend["90daysAgo"],
    upLast7: revisions?.upLast7days ?? null,
    upLast30: revisions?.upLast30days ?? null,
    downLast7: revisions?.downLast7Days ?? null,
    downLast30: revisions?.downLast30days ?? null,
  };
}

function ratingsOf(summary: Summary) {
  const month = summary.recommendationTrend?.trend.find((trend) => trend.period === "0m");
  if (!month) return null;
  const ratings = {
    strongBuy: month.strongBuy ?? 0,
    buy: month.buy ?? 0,
    hold: month.hold ?? 0,
    sell: month.sell ?? 0,
    strongSell: month.strongSell ?? 0,
  };
  return Object.values(ratings).some((count) => count > 0) ? ratings : null;
}

function targetsOf(summary: Summary) {
  const data = summary.financialData;
  if (!data || data.targetMeanPrice === null || data.targetHighPrice === null || data.targetLowPrice === null)
    return null;
  return {
    mean: data.targetMeanPrice,
    high: data.targetHighPrice,
    low: data.targetLowPrice,
    median: data.targetMedianPrice,
    analystCount: data.numberOfAnalystOpinions,
  };
}

const actions: Readonly<Record<string, RatingChange["action"]>> = {
  up: "up",
  down: "down",
  init: "init",
  main: "main",
  reit: "reit",
};

function ratingChangesOf(summary: Summary, now: Date): RatingChange[] | null {
  const changes = (summary.upgradeDowngradeHistory?.history ?? []).flatMap((row) => {
    const action = actions[row.action ?? ""];
    if (!action || !row.firm || !row.toGrade || row.epochGradeDate === null) return [];
    const at = fromEpoch(row.epochGradeDate);
    if (at > now) return [];
    return [
      {
        firm: row.firm,
        date: at.toISOString(),
        action,
        fromGrade: row.fromGrade || null,
        toGrade: row.toGrade,
      },
    ];
  });
  if (changes.length === 0) return null;
  return changes.sort((a, b) => b.date.localeCompare(a.date)).slice(0, MAX_RATING_CHANGES);
}

function fromEpoch(seconds: number): Date {
  return new Date(seconds * 1000);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
