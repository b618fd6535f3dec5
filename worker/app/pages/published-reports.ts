import type { CompanyGuidance } from "#contract/company-guidance.ts";
import type { FilingCheck } from "#contract/recap.ts";
import type { Revenue } from "#contract/revenue.ts";
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
  revenue: Revenue;
  /** Of the upcoming forecasts; null where never scored. */
  baseRate: number | null;
  prediction: PublicPrediction | null;
};

/** All its reports counted, the largest companies listed. */
export type WeekDay = {
  day: string;
  count: number;
  reported: number;
  beats: number;
  reports: WeekReport[];
};

export type Week = {
  days: WeekDay[];
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
  revenue: Revenue;
  /** Of the upcoming forecasts, or as the next report's forecast will have it; null where never scored. */
  baseRate: number | null;
  /** Of the share over the report. */
  movePercent: number | null;
  filing: FilingCheck | null;
  prediction: PublicPrediction | null;
};

export type Company = {
  name: string | null;
  exchange: string | null;
  sector: string | null;
  currency: string | null;
};

export type Peer = {
  symbol: string;
  name: string | null;
  reportDate: string;
  session: "pre" | "post" | null;
  baseRate: number;
};

export type Stock = {
  symbol: string;
  company: Company;
  next: StockReport | null;
  guidance: CompanyGuidance;
  /** Its own before, newest first. */
  formerTickers: { ticker: string; until: string }[];
  /** Others that had its ticker, or one of those before, which leads here. */
  earlierOwners: { ticker: string; symbol: string; name: string | null; until: string }[];
  /** The largest of its sector with a scored report ahead. */
  peers: Peer[];
  /** Also reports still without a figure; newest first. */
  past: StockReport[];
};
