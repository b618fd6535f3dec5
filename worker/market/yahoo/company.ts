import type { CompanyReport, Part, PriceTargets, RatingChange } from "#contract/market-data.ts";
import type { RatingDistribution } from "#contract/social.ts";
import type { SourceFailure } from "../fetch-source.ts";
import { fromEpoch } from "../lenient-schemas.ts";
import { emptyPart, livePart, MarketError, withFaults } from "../port.ts";
import { SOURCE, type YahooClient } from "./client.ts";
import { estimateOf, historyOf, reportDateOf, revisionsOf } from "./consensus.ts";
import { type Summary, summaryModules, summarySchema, type Trend } from "./summary-schema.ts";

/** Returns a company's data from the quoteSummary endpoint. Throws MarketError as `MarketData.company` does. */
export async function readCompany(client: YahooClient, symbol: string, now: Date): Promise<CompanyReport> {
  const answer = await client.get(`/v10/finance/quoteSummary/${encodeURIComponent(symbol)}`, {
    modules: summaryModules,
    formatted: "false",
  });
  if (!answer.isOk) throw failure(answer, symbol);
  const summary = summaryOf(answer.body);
  if (!summary) throw new MarketError("malformed", `${SOURCE} answered in a form we do not know.`);
  refuseOtherThanCompany(summary, symbol);

  const sourced = <T>(data: T | null, missing: string, section = ""): Part<T> =>
    data === null ? emptyPart(SOURCE, missing) : livePart(data, SOURCE, client.pageOf(symbol, section), now);
  const { quarters, faults } = historyOf(summary, symbol, now);
  const quarter = summary.earningsTrend?.trend.find((trend) => trend.period === "0q") ?? null;

  return {
    identity: identityOf(summary, symbol, quarter),
    estimate: sourced(estimateOf(quarter), "no analyst's estimate of the quarter", "analysis"),
    reportDate: sourced(reportDateOf(summary), "no report date", "analysis"),
    history: withFaults(sourced(quarters, "no reported quarters", "analysis"), faults),
    revisions: sourced(revisionsOf(quarter), "no trend of the estimate", "analysis"),
    ratings: sourced(ratingsOf(summary), "no ratings this month", "analysis"),
    priceTargets: sourced(targetsOf(summary), "no price targets", "analysis"),
    ratingChanges: sourced(ratingChangesOf(summary, now), "no changes of rating", "analysis"),
  };
}

/** Matches the message for an unknown symbol, in the wordings that were recorded in 2021 and in 2025. */
const unknownSymbol = /Quote not found for (ticker )?symbol/i;
/** Matches the message for a symbol that is listed but has no figures. */
const noFundamentals = /No fundamentals data found/i;

function failure(refusal: SourceFailure, symbol: string): MarketError {
  if (unknownSymbol.test(refusal.bodyExcerpt))
    return new MarketError("unknown_symbol", `No company is listed as ${symbol}.`);
  if (noFundamentals.test(refusal.bodyExcerpt))
    return new MarketError("not_a_company", `${symbol} is not a company that reports earnings.`);
  // Any other 404 is about the address, so it is a failure of the source.
  const reason = refusal.reason === "not_found" ? "upstream" : refusal.reason;
  return new MarketError(reason, refusal.detail, refusal.retryAfterSeconds);
}

function summaryOf(body: unknown): Summary | null {
  const result: unknown = Reflect.get(Object(Reflect.get(Object(body), "quoteSummary")), "result");
  const first: unknown = Array.isArray(result) ? result[0] : undefined;
  const summary = summarySchema.safeParse(first).data;
  return summary?.quoteType || summary?.price ? summary : null;
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

/**
 * Throws MarketError `not_a_company` for a symbol that is not a company's share. Funds, currencies and
 * indices have no earnings.
 */
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

const MAX_RATING_CHANGES = 20;

/** Returns the analysts' ratings of the current month, or null without any. */
function ratingsOf(summary: Summary): RatingDistribution | null {
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

/** Returns the price targets, in the currency of the listing. */
function targetsOf(summary: Summary): PriceTargets | null {
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

/** Returns the changes of rating up to `now`, newest first, or null without any. */
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
