import type { CompanyChange } from "#contract/company-change.ts";
import type { RowFault } from "#contract/figure-doubt.ts";
import type {
  CalendarEntry,
  CompanyReport,
  DailyBar,
  EstimateRange,
  FoundCompany,
  Headline,
  ListedCompany,
  MarketMood,
  MissingPart,
  MissingReason,
  NamedSymbol,
  OptionChain,
  Part,
  PriceAverages,
  QuarterEstimate,
  ScheduledReport,
  SocialMessage,
} from "#contract/market-data.ts";
import type { DataMode } from "#contract/prediction.ts";
import type { SourceFailure } from "./fetch-source.ts";

/** Thrown by `MarketData.company` and by `searchCompanies`. */
export class MarketError extends Error {
  override readonly name = "MarketError";
  readonly reason: MissingReason | "unknown_symbol" | "not_a_company";
  /** The wait that the source asked for, or null when it gave none. */
  readonly retryAfterSeconds: number | null;

  constructor(reason: MarketError["reason"], message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * A source of market data. All methods take the market clock's time and return nothing from after it. Only
 * `company` throws; the others return a `Part`.
 */
export interface MarketData {
  /** The name of the source, for example "Yahoo Finance". */
  readonly name: string;
  readonly dataMode: DataMode;
  /** The names of all sources, each of them once ("Yahoo Finance", "Stocktwits"). */
  readonly sources: readonly string[];
  /** Throws MarketError for an unknown symbol, a symbol without earnings, or a failure of the source. */
  company(symbol: string, now: Date): Promise<CompanyReport>;
  /** Returns the daily bars of up to two years, oldest first. */
  prices(symbol: string, now: Date): Promise<Part<DailyBar[]>>;
  /** Returns headlines about the company, newest first. */
  news(symbol: string, companyName: string, now: Date): Promise<Part<Headline[]>>;
  /**
   * Returns the option chain of the first expiry on or after the ISO day `after`; null means the nearest
   * expiry.
   */
  options(symbol: string, after: string | null, now: Date): Promise<Part<OptionChain>>;
  social(symbol: string, now: Date): Promise<Part<SocialMessage[]>>;
  mood(now: Date): Promise<Part<MarketMood>>;
  trending(now: Date): Promise<Part<NamedSymbol[]>>;
  /**
   * Returns reports between two ISO days, both inclusive. A source may return those of the largest companies
   * only.
   */
  calendar(from: string, to: string, now: Date): Promise<Part<CalendarEntry[]>>;
  /** Returns all reports of the market between two ISO days, both inclusive, or none. */
  reports(from: string, to: string, now: Date): Promise<Part<ScheduledReport[]>>;
  /**
   * Returns the price averages of the symbols that the source knows, with as many requests as it needs. A
   * source that cannot read all symbols reads the first ones.
   */
  averages(symbols: readonly string[], now: Date): Promise<Part<PriceAverages[]>>;
  /** Returns the ranges of the analysts' estimates for upcoming quarters, with one request. */
  ranges(symbol: string, now: Date): Promise<Part<EstimateRange[]>>;
  readonly hasMarketReports: boolean;
  /** The exchanges whose companies the source can list; empty when it has no list of companies. */
  readonly exchanges: readonly string[];
  /** Returns all companies of an exchange or none; the reason is `empty` when the source lists none. */
  companies(exchange: string, now: Date): Promise<Part<ListedCompany[]>>;
  /**
   * Returns changes of ticker, delistings and splits since an ISO day, with tickers as `withDottedShareClass` spells
   * them.
   */
  changes(from: string, now: Date): Promise<Part<CompanyChange[]>>;
  /** Returns at most ten companies. */
  search(query: string, now: Date): Promise<Part<FoundCompany[]>>;
}

/**
 * Returns a part in the state `live`. `asOf` is the time of the data if the source gives one, and otherwise
 * the market clock's time.
 */
export function livePart<T>(data: T, source: string, url: string | null, asOf: Date): Part<T> {
  return { state: "live", data, source, url, asOf: asOf.toISOString() };
}

/** Adds the rows behind a part that were not taken as they came. */
export function withFaults<T>(part: Part<T>, faults: readonly RowFault[]): Part<T> {
  return part.state === "missing" || faults.length === 0 ? part : { ...part, faults: [...faults] };
}

export function rangesOf(estimate: Part<QuarterEstimate>): Part<EstimateRange[]> {
  if (estimate.state === "missing") return estimate;
  const { fiscalQuarterEnd, low, high, analystCount } = estimate.data;
  const data = fiscalQuarterEnd === null ? [] : [{ fiscalQuarterEnd, low, high, analystCount }];
  return { ...estimate, data };
}

export function unsupportedPart(source: string): MissingPart {
  return { state: "missing", reason: "unsupported", detail: `${source} has no such data`, source };
}

export function emptyPart(source: string, detail: string): MissingPart {
  return { state: "missing", reason: "empty", detail, source };
}

export function failedPart(source: string, refusal: SourceFailure): MissingPart {
  return { state: "missing", reason: refusal.reason, detail: refusal.detail, source };
}

export function malformedPart(source: string): MissingPart {
  return {
    state: "missing",
    reason: "malformed",
    detail: `${source} answered in a form we do not know`,
    source,
  };
}

const otherMarks = /-USD$|=X$|=F$|^\^/;

/**
 * Returns true for a currency, a cryptocurrency, a future or an index. It judges by the form of the ticker
 * alone.
 */
export function isNotACompany(symbol: string): boolean {
  return otherMarks.test(symbol);
}
