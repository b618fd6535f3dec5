import type {
  CalendarEntry,
  CompanyReport,
  DailyBar,
  FoundCompany,
  Headline,
  ListedCompany,
  MarketMood,
  MissingPart,
  MissingReason,
  NamedSymbol,
  OptionChain,
  Part,
  ScheduledReport,
  SocialMessage,
} from "#contract/market-data.ts";
import type { DataMode } from "#contract/prediction.ts";
import type { Refusal } from "./fetch-source.ts";

/** Thrown by `MarketData.company` alone, where no analysis is possible without an answer. */
export class MarketError extends Error {
  override readonly name = "MarketError";
  readonly reason: MissingReason | "unknown_symbol" | "not_a_company";
  /** Seconds after which the source may answer again, where it said so. */
  readonly retryAfterSeconds: number | null;

  constructor(reason: MarketError["reason"], message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * A source of market data. Every call takes the market's time and returns nothing dated after it. Only `company`
 * throws (MarketError); every other call answers a `Part`, missing when the source has no such thing.
 */
export interface MarketData {
  /** Readable name ("Yahoo Finance"). */
  readonly name: string;
  readonly dataMode: DataMode;
  /** The sources behind it, each named once ("Yahoo Finance", "Stocktwits"). */
  readonly sources: readonly string[];
  /** Throws MarketError: unknown symbol, not a company with earnings, or the source failed altogether. */
  company(symbol: string, now: Date): Promise<CompanyReport>;
  /** Up to two years of daily bars, oldest first. */
  prices(symbol: string, now: Date): Promise<Part<DailyBar[]>>;
  /** Newest first. */
  news(symbol: string, companyName: string, now: Date): Promise<Part<Headline[]>>;
  /** The chain of the nearest expiry on or after the day `after` (ISO), or the nearest at all when null. */
  options(symbol: string, after: string | null, now: Date): Promise<Part<OptionChain>>;
  social(symbol: string, now: Date): Promise<Part<SocialMessage[]>>;
  mood(now: Date): Promise<Part<MarketMood>>;
  trending(now: Date): Promise<Part<NamedSymbol[]>>;
  /** Reports due between the days `from` and `to` (ISO, inclusive). */
  calendar(from: string, to: string, now: Date): Promise<Part<CalendarEntry[]>>;
  /** Every report of the market between the days `from` and `to` (ISO, inclusive), all of them or none. */
  reports(from: string, to: string, now: Date): Promise<Part<ScheduledReport[]>>;
  /** Whether `reports` is supported. */
  readonly hasMarketReports: boolean;
  /** The exchanges whose listed companies it gives; none where it has no such list. */
  readonly exchanges: readonly string[];
  /** Every listed company of one of its exchanges, all of them or none; `empty` where it lists nobody. */
  companies(exchange: string, now: Date): Promise<Part<ListedCompany[]>>;
  /** Tickers and names that match what a person typed; at most ten. */
  search(query: string, now: Date): Promise<Part<FoundCompany[]>>;
}

/** A part as its source gave it just now; `asOf` is the market's time or, where the source tells one, the data's. */
export function live<T>(data: T, source: string, url: string | null, asOf: Date): Part<T> {
  return { state: "live", data, source, url, asOf: asOf.toISOString() };
}

/** A part that a source does not have at all. */
export function unsupported(source: string): MissingPart {
  return { state: "missing", reason: "unsupported", detail: `${source} has no such data`, source };
}

/** A part that the source answered without data. */
export function empty(source: string, detail: string): MissingPart {
  return { state: "missing", reason: "empty", detail, source };
}

/** A part that could not be had this time. */
export function refusedPart(source: string, refusal: Refusal): MissingPart {
  return { state: "missing", reason: refusal.reason, detail: refusal.detail, source };
}

/** A part whose body had another form than we know. */
export function malformed(source: string): MissingPart {
  return {
    state: "missing",
    reason: "malformed",
    detail: `${source} answered in a form we do not know`,
    source,
  };
}

/** Marks that a ticker of something else carries: a coin, a currency pair, a future, an index. */
const otherMarks = /-USD$|=X$|=F$|^\^/;

/** True when the ticker alone says that there are no earnings behind it. */
export function isNotACompany(symbol: string): boolean {
  return otherMarks.test(symbol);
}
