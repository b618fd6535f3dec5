import { type CompanyGuidance, NO_RELEASES } from "#contract/company-guidance.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import { type ContextOf, type MarketContext, NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH, type IntervalWidth } from "#model/interval-width.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { type ClassCounts, NO_REPORTS } from "#model/reference-class.ts";

/** What earlier days left. No call ever fails. */
export type Archive = {
  complete(company: CompanyReport, now: Date): Promise<CompanyReport>;
  /** Reported before the day (ISO), around such a company. */
  context(company: ContextOf, day: string): Promise<MarketContext>;
  /** Comparable companies' before the day (ISO), by class. */
  classes(day: string): Promise<ClassCounts>;
  /** Of 80% intervals on the day (ISO). */
  width(day: string): Promise<IntervalWidth>;
  /** the upcoming forecasts's whole input; null where the store lacks the report. */
  request(company: CompanyReport, now: Date): Promise<ForecastRequest | null>;
  guidance(symbol: string, now: Date): Promise<CompanyGuidance>;
};

/** For back-dated runs: they know and leave nothing. */
export const noArchive: Archive = {
  complete: async (company) => company,
  context: async () => NO_CONTEXT,
  classes: async () => NO_REPORTS,
  width: async () => FITTED_WIDTH,
  request: async () => null,
  guidance: async () => NO_RELEASES,
};
