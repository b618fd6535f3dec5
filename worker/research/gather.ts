import pTimeout from "p-timeout";
import type { PartReport } from "#contract/analysis.ts";
import type {
  CompanyReport,
  DailyBar,
  Headline,
  MarketMood,
  OptionChain,
  Part,
  ReportDate,
  SocialMessage,
} from "#contract/market-data.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { tradingDaysBetween } from "#contract/trading-days.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { isStale } from "#model/earnings.ts";
import { outcomeOfParts, type TimeStage } from "./stages.ts";

export type MarketSnapshot = {
  source: { name: string; dataMode: MarketData["dataMode"] };
  now: Date;
  company: CompanyReport;
  prices: Part<DailyBar[]>;
  news: Part<Headline[]>;
  /** The option chain of the first expiry after the report, otherwise of the nearest expiry. */
  options: Part<OptionChain>;
  /**
   * The option chain of another expiry, which shows how much the share price changes on days without the
   * report.
   */
  otherExpiry: OptionChain | null;
  /**
   * The first ISO day on which expiring options still include the report. Null when no current report date is
   * known.
   */
  optionsAfter: string | null;
  social: Part<SocialMessage[]>;
  mood: Part<MarketMood>;
};

/**
 * The time limits of reading the company and of reading each other part. Together they are below the 15 s that
 * an analysis may take.
 */
export const COMPANY_TIMEOUT_MS = 6_000;
export const PART_TIMEOUT_MS = 8_000;

/**
 * Reads the company from the market source, then everything else in parallel. Parts that fail are marked as
 * missing. Throws MarketError when the company cannot be read, with the reason `timed_out` after 6 s.
 */
export async function gatherMarketSnapshot(
  market: MarketData,
  symbol: string,
  now: Date,
  during: TimeStage = (_, work) => work(),
): Promise<MarketSnapshot> {
  const company = await during("company", () => companyWithin(market, symbol, now));
  const { estimate, reportDate, history } = company;
  await during("estimates", async () => [estimate, reportDate, history], outcomeOfParts);
  const report = reportDate.state === "missing" ? null : reportDate.data;
  const optionsAfter = report && !isStale(report, now) ? firstDayAfter(report) : null;
  const within = <T>(part: Promise<Part<T>>) => partWithin(part, market.name);

  const [[prices, options, otherExpiry], [news, social, mood]] = await Promise.all([
    during(
      "prices",
      () =>
        Promise.all([
          within(market.prices(symbol, now)),
          within(chainFor(market, symbol, optionsAfter, now)),
          pTimeout(otherChain(market, symbol, optionsAfter, now), {
            milliseconds: PART_TIMEOUT_MS,
            fallback: () => null,
          }),
        ]),
      ([bars]) => outcomeOfParts([bars]),
    ),
    during(
      "news",
      () =>
        Promise.all([
          within(market.news(symbol, company.identity.name, now)),
          within(market.social(symbol, now)),
          within(market.mood(now)),
        ]),
      ([headlines]) => outcomeOfParts([headlines]),
    ),
  ]);
  const source = { name: market.name, dataMode: market.dataMode };
  return { source, now, company, prices, news, options, otherExpiry, optionsAfter, social, mood };
}

/**
 * Returns the first ISO day on which expiring options include the report's price change. A report before the
 * open affects options that expire that day; any other report, also one at an unknown hour, only those that
 * expire the next day or later.
 */
function firstDayAfter(report: ReportDate): string {
  const day = easternDay(report.to ?? report.from);
  return report.session === "pre" ? day : addIsoDays(day, 1);
}

/**
 * Returns the option chain of the first expiry on or after the day `after`. Without such an expiry it returns
 * the nearest one, which still prices the textbook examples.
 */
async function chainFor(
  market: MarketData,
  symbol: string,
  after: string | null,
  now: Date,
): Promise<Part<OptionChain>> {
  const chain = await market.options(symbol, after, now);
  if (after === null || chain.state !== "missing" || chain.reason !== "empty") return chain;
  return market.options(symbol, null, now);
}

/** The fewest sessions until the other expiry. A nearer one includes too few days without the report. */
const LEAST_SESSIONS = 3;
const BEFORE_DAYS = 10;
const MONTH_DAYS = 28;

/**
 * Returns the option chain of an expiry before the report, otherwise of one about a month after it, or null
 * when there is neither.
 */
async function otherChain(
  market: MarketData,
  symbol: string,
  after: string | null,
  now: Date,
): Promise<OptionChain | null> {
  if (after === null) return null;
  const today = easternDay(now);
  const from = async (day: string) => {
    const chain = await market.options(symbol, day, now).catch(() => null);
    return chain === null || chain.state === "missing" ? null : chain.data;
  };
  let first = addIsoDays(after, -BEFORE_DAYS);
  while (tradingDaysBetween(today, first) < LEAST_SESSIONS) first = addIsoDays(first, 1);
  const before = first < after ? await from(first) : null;
  return before && before.expiry < after ? before : from(addIsoDays(after, MONTH_DAYS));
}

function companyWithin(market: MarketData, symbol: string, now: Date): Promise<CompanyReport> {
  return pTimeout(market.company(symbol, now), {
    milliseconds: COMPANY_TIMEOUT_MS,
    message: new MarketError("timed_out", `${market.name} did not answer in time.`),
  });
}

function partWithin<T>(part: Promise<Part<T>>, source: string): Promise<Part<T>> {
  const missing = (reason: "upstream" | "timed_out", detail: string): Part<T> => ({
    state: "missing",
    reason,
    detail,
    source,
  });
  return pTimeout(
    part.catch(() => missing("upstream", "the source failed")),
    {
      milliseconds: PART_TIMEOUT_MS,
      fallback: () => missing("timed_out", `no answer within ${PART_TIMEOUT_MS / 1000} s`),
    },
  );
}

export function partDataOf<T>(part: Part<T>): T | null {
  return part.state === "missing" ? null : part.data;
}

/**
 * Returns the option chain, or null when its expiry has passed, because its prices are then from another day.
 */
export function unexpiredOptionChain(options: Part<OptionChain>, today: string): OptionChain | null {
  const chain = partDataOf(options);
  return chain && chain.expiry >= today ? chain : null;
}

export function partReportsOf({
  company,
  prices,
  news,
  options,
  social,
  mood,
}: MarketSnapshot): PartReport[] {
  const { identity: _, ...rest } = company;
  const parts: Record<string, Part<unknown>> = { ...rest, prices, news, options, social, mood };
  return Object.entries(parts).map(([part, partData]) =>
    partData.state === "missing"
      ? { part, state: "missing", source: partData.source, asOf: null, reason: partData.detail.slice(0, 300) }
      : { part, state: partData.state, source: partData.source, asOf: partData.asOf, reason: null },
  );
}
