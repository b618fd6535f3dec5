import type { CompanyGuidance } from "#contract/company-guidance.ts";
import type { FilingCheck } from "#contract/recap.ts";
import type { Revenue } from "#contract/revenue.ts";
import type { PublicPrediction } from "./report-cells.tsx";

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
  /** The base rate of the report's forecast, as a share. Null when the report was never scored. */
  baseRate: number | null;
  prediction: PublicPrediction | null;
};

/** The reports of one day. The counts include all of them; `reports` lists those of the largest companies. */
export type WeekDay = {
  day: string;
  count: number;
  reported: number;
  beats: number;
  reports: WeekReport[];
};

export type WeekPageData = {
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
  /** The base rate of the report's forecast, as a share. Null when the report was never scored. */
  baseRate: number | null;
  /** The share's price change over the report, in percent. */
  movePercent: number | null;
  filing: FilingCheck | null;
  prediction: PublicPrediction | null;
};

export type StockPageCompany = {
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

export type StockPageData = {
  symbol: string;
  company: StockPageCompany;
  next: StockReport | null;
  guidance: CompanyGuidance;
  /** The company's own earlier tickers, newest first. */
  formerTickers: { ticker: string; until: string }[];
  /** Other companies that once had this ticker, or one of the former tickers that redirect to this page. */
  earlierOwners: { ticker: string; symbol: string; name: string | null; until: string }[];
  /** The largest companies of the sector with a scored upcoming report. */
  peers: Peer[];
  /** Past reports, newest first, including those without a reported figure yet. */
  past: StockReport[];
};
