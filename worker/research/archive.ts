import { type CompanyGuidance, NO_RELEASES } from "#contract/company-guidance.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import { type ContextOf, type MarketContext, NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH, type IntervalWidth } from "#model/interval-width.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { type ClassCounts, NO_REPORTS } from "#model/reference-class.ts";
import type { Gathered } from "./gather.ts";

/** From earlier days and for later ones. No call ever fails. */
export type Archive = {
  complete(company: CompanyReport, now: Date): Promise<CompanyReport>;
  /** Before the day (ISO). */
  context(company: ContextOf, day: string): Promise<MarketContext>;
  /** Before the day (ISO). */
  classes(day: string): Promise<ClassCounts>;
  /** On the day (ISO). */
  width(day: string): Promise<IntervalWidth>;
  /** The slate's input; null where the store lacks the report. */
  request(company: CompanyReport, now: Date): Promise<ForecastRequest | null>;
  guidance(symbol: string, now: Date): Promise<CompanyGuidance>;
  /** Of the day. */
  keep(gathered: Gathered): Promise<void>;
};

/** For back-dated runs. */
export const noArchive: Archive = {
  complete: async (company) => company,
  context: async () => NO_CONTEXT,
  classes: async () => NO_REPORTS,
  width: async () => FITTED_WIDTH,
  request: async () => null,
  guidance: async () => NO_RELEASES,
  keep: async () => undefined,
};
