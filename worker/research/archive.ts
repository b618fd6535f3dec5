import { type CompanyGuidance, NO_RELEASES } from "#contract/company-guidance.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import { type ContextOf, type MarketContext, NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH, type IntervalWidth } from "#model/interval-width.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { type ClassCounts, NO_REPORTS } from "#model/reference-class.ts";

/** What earlier days left for an analysis. No call ever fails. */
export type Archive = {
  complete(company: CompanyReport, now: Date): Promise<CompanyReport>;
  /** What the market had reported before the day (ISO), around such a company. */
  context(company: ContextOf, day: string): Promise<MarketContext>;
  /** What comparable companies had reported before the day (ISO), by class. */
  classes(day: string): Promise<ClassCounts>;
  /** How wide 80% intervals are on the day (ISO). */
  width(day: string): Promise<IntervalWidth>;
  /** The forecast's whole input from the store, the same as the slate's; null where the store does not have the report. */
  request(company: CompanyReport, now: Date): Promise<ForecastRequest | null>;
  /** What the company itself said in its releases. */
  guidance(symbol: string, now: Date): Promise<CompanyGuidance>;
};

/** For runs that neither know nor leave anything: back-dated ones. */
export const noArchive: Archive = {
  complete: async (company) => company,
  context: async () => NO_CONTEXT,
  classes: async () => NO_REPORTS,
  width: async () => FITTED_WIDTH,
  request: async () => null,
  guidance: async () => NO_RELEASES,
};
