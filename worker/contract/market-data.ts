import type { EstimateRevisions, RatingDistribution } from "./social.ts";

/** A bad answer never becomes a number. */
export type MissingReason =
  | "unauthorized"
  | "not_in_plan"
  | "not_found"
  | "rate_limited"
  | "empty"
  | "malformed"
  | "timed_out"
  | "upstream"
  | "unsupported";

export type Part<T> =
  | { state: "live" | "cached" | "sample"; data: T; source: string; url: string | null; asOf: string }
  | MissingPart;

export type MissingPart = { state: "missing"; reason: MissingReason; detail: string; source: string };

export type CompanyIdentity = {
  symbol: string;
  name: string;
  exchange: string | null;
  currency: string | null;
  financialCurrency: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  price: number | null;
  marketCap: number | null;
  website: string | null;
};

export type QuarterEstimate = {
  fiscalQuarterEnd: string | null;
  consensusEps: number;
  analystCount: number | null;
  low: number | null;
  high: number | null;
  yearAgoEps: number | null;
  consensusRevenue?: number | null;
  /** A share (0.08 is 8%). */
  growth: number | null;
};

/** Instants are UTC; a range has two ends. */
export type ReportDate = {
  from: string;
  to: string | null;
  isEstimate: boolean;
  session: "pre" | "post" | null;
  movedFrom?: string;
};

/** In the reports' currency. None from a source without revenue. */
export type RevenueFigures = { consensus: number | null; reported: number | null };

/** Sources that know only the quarter's end leave `reportDate` null. */
export type ReportedQuarter = {
  fiscalQuarterEnd: string;
  reportDate: string | null;
  estimate: number | null;
  actual: number;
  revenue?: RevenueFigures | undefined;
  source?: string;
};

export type PriceTargets = {
  mean: number;
  high: number;
  low: number;
  median: number | null;
  analystCount: number | null;
};

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
  history: Part<ReportedQuarter[]>;
  revisions: Part<EstimateRevisions>;
  ratings: Part<RatingDistribution>;
  priceTargets: Part<PriceTargets>;
  ratingChanges: Part<RatingChange[]>;
};

export type DailyBar = {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
};

export type Headline = {
  title: string;
  description: string | null;
  publisher: string;
  publishedAt: string;
  url: string;
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

export type OptionChain = { expiry: string; spot: number; calls: OptionQuote[]; puts: OptionQuote[] };

/** Untrusted; the label is the author's own. */
export type SocialMessage = {
  id: string;
  text: string;
  author: string;
  at: string;
  label: "bullish" | "bearish" | null;
  likes: number | null;
  url: string | null;
};

/** Null where the source lacks it. */
export type MarketMood = {
  volatilityIndex: number | null;
  /** Oldest first; momentum needs 125. */
  indexCloses: number[] | null;
  breadth: { advancing: number; declining: number } | null;
};

export type NamedSymbol = { symbol: string; name: string };

/** `reportDate` is an Eastern day. */
export type FoundCompany = NamedSymbol & { reportDate: string | null };

export type CalendarEntry = NamedSymbol & {
  reportDate: string;
  session: "pre" | "post" | null;
  consensusEps: number | null;
};

/** The newest price beside the means of its newest closes. */
export type PriceAverages = {
  symbol: string;
  price: number;
  average50: number;
  /** Null where not traded so long. */
  average200: number | null;
};

/** Of one fiscal quarter, by its end (ISO). */
export type EstimateRange = {
  fiscalQuarterEnd: string;
  low: number | null;
  high: number | null;
  analystCount: number | null;
};

/** Null where the source does not say. */
export type ScheduledReport = {
  symbol: string;
  name: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  fiscalQuarterEnd: string | null;
  reportDate: string;
  session: "pre" | "post" | null;
  isConfirmed: boolean;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
  revenue?: RevenueFigures | undefined;
};

export type ListedCompany = NamedSymbol & {
  exchange: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  price: number | null;
  marketCap: number | null;
};
