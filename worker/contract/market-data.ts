import type { EstimateRevisions, RatingDistribution } from "./social.ts";

/** Why a source gave no data. One of these always; a bad answer never becomes a number. */
export type MissingReason =
  | "unauthorised"
  | "not_in_plan"
  | "not_found"
  | "rate_limited"
  | "empty"
  | "malformed"
  | "timed_out"
  | "upstream"
  | "unsupported";

/** One part of the market's answer: data with its source and as-of time, or the reason why there is none. */
export type Part<T> =
  | { state: "live" | "cached" | "sample"; data: T; source: string; url: string | null; asOf: string }
  | MissingPart;

export type MissingPart = { state: "missing"; reason: MissingReason; detail: string; source: string };

/** Who the company is. */
export type CompanyIdentity = {
  symbol: string;
  name: string;
  exchange: string | null;
  /** Currency of the listing ("USD", "GBp"). */
  currency: string | null;
  /** Currency in which it reports, which estimates are in. */
  financialCurrency: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  price: number | null;
  marketCap: number | null;
  website: string | null;
};

/** The consensus of the quarter being reported, by one rule a source. Null fields were not given. */
export type QuarterEstimate = {
  fiscalQuarterEnd: string | null;
  consensusEps: number;
  analystCount: number | null;
  low: number | null;
  high: number | null;
  yearAgoEps: number | null;
  /** Expected growth of EPS as a share (0.08 is 8%). */
  growth: number | null;
};

/** When the report is due. Instants are UTC; a range has two ends. */
export type ReportDate = {
  from: string;
  to: string | null;
  isEstimate: boolean;
  session: "pre" | "post" | null;
  /** The day (ISO) that it was expected on before, as our store saw it. */
  movedFrom?: string;
};

/** A reported quarter. Sources that know only the quarter's end leave `reportDate` null. */
export type ReportedQuarter = {
  fiscalQuarterEnd: string;
  reportDate: string | null;
  estimate: number | null;
  actual: number;
  /** Who gave it, where that is not the source of the whole answer. */
  source?: string;
};

export type PriceTargets = {
  mean: number;
  high: number;
  low: number;
  median: number | null;
  analystCount: number | null;
};

/** A change of an analyst firm's rating. */
export type RatingChange = {
  firm: string;
  date: string;
  action: "up" | "down" | "init" | "main" | "reit";
  fromGrade: string | null;
  toGrade: string;
};

export type CompanyReport = {
  identity: CompanyIdentity;
  estimate: Part<QuarterEstimate>;
  reportDate: Part<ReportDate>;
  /** Oldest first. */
  history: Part<ReportedQuarter[]>;
  revisions: Part<EstimateRevisions>;
  ratings: Part<RatingDistribution>;
  priceTargets: Part<PriceTargets>;
  /** Newest first, none dated after the market's clock. */
  ratingChanges: Part<RatingChange[]>;
};

/** One trading day, prices adjusted for splits. */
export type DailyBar = {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
};

/** A headline as the source has it: untrusted text. */
export type Headline = {
  title: string;
  description: string | null;
  publisher: string;
  publishedAt: string;
  url: string;
  /** Tickers the source says it is about; empty when it does not say. */
  relatedSymbols: string[];
};

export type OptionQuote = {
  strike: number;
  bid: number | null;
  ask: number | null;
  last: number | null;
  openInterest: number | null;
  impliedVolatility: number | null;
};

/** The chain of one expiry. */
export type OptionChain = { expiry: string; spot: number; calls: OptionQuote[]; puts: OptionQuote[] };

/** A message of a social network: untrusted text. The label is the author's own, where given. */
export type SocialMessage = {
  id: string;
  text: string;
  author: string;
  at: string;
  label: "bullish" | "bearish" | null;
  likes: number | null;
  url: string | null;
};

/** Inputs of the fear-and-greed index; a source that lacks one leaves it null. */
export type MarketMood = {
  /** Level of the volatility index (VIX). */
  volatilityIndex: number | null;
  /** Daily closes of a broad index, oldest first, at least 125 for momentum. */
  indexCloses: number[] | null;
  /** Of the session's movers, how many rose. */
  breadth: { advancing: number; declining: number } | null;
};

export type NamedSymbol = { symbol: string; name: string };

/** A company that a search found, with the day (ISO, Eastern) of its next report where the source knows it. */
export type FoundCompany = NamedSymbol & { reportDate: string | null };

export type CalendarEntry = NamedSymbol & {
  reportDate: string;
  session: "pre" | "post" | null;
  consensusEps: number | null;
};

/** A report of the whole market's calendar, past or coming; null where the source does not say. */
export type ScheduledReport = {
  symbol: string;
  name: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  /** Only where the source names the quarter. */
  fiscalQuarterEnd: string | null;
  /** Day (ISO). */
  reportDate: string;
  session: "pre" | "post" | null;
  isConfirmed: boolean;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
};

/** A company whose shares are listed; null where the source does not say. */
export type ListedCompany = NamedSymbol & {
  exchange: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  /** In the currency of the listing. */
  price: number | null;
  marketCap: number | null;
};
