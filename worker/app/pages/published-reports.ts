import type { FilingCheck } from "#contract/filing-check.ts";
import type { PublicPrediction } from "./report-cells.ts";

export type WeekReport = {
  symbol: string;
  name: string | null;
  currency: string | null;
  session: "pre" | "post" | null;
  isConfirmed: boolean;
  movedFrom: string | null;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
  /** Share of such reports that beat, as the slate has it; null where the report was never scored. */
  baseRate: number | null;
  prediction: PublicPrediction | null;
};

/** A day with all its reports counted and the largest companies listed. */
export type WeekDay = {
  day: string;
  count: number;
  reported: number;
  beats: number;
  reports: WeekReport[];
};

export type Week = {
  days: WeekDay[];
  /** The nearest weeks before and after that have a report, and so a page. */
  previous: string | null;
  next: string | null;
};

export type StockReport = {
  fiscalQuarterEnd: string;
  reportDate: string;
  isDayKnown: boolean;
  session: "pre" | "post" | null;
  isConfirmed: boolean;
  movedFrom: string | null;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
  /** Share of such reports that beat, as the slate has it; null where the report was never scored. */
  baseRate: number | null;
  /** What the share did over the report, in percent; null where nobody has looked. */
  movePercent: number | null;
  /** What the company's own filings say of its figure; null where nobody looked. */
  filing: FilingCheck | null;
  prediction: PublicPrediction | null;
};

/** What is known of a company; null where nobody said. */
export type Company = {
  name: string | null;
  exchange: string | null;
  sector: string | null;
  currency: string | null;
};

export type Stock = {
  symbol: string;
  company: Company;
  /** The next report; null where none is known. */
  next: StockReport | null;
  /** What has been reported, and reports whose figure has not come yet; newest first. */
  past: StockReport[];
};
