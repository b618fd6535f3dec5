import type { CompanyIdentity, CompanyReport } from "#contract/market-data.ts";
import { easternDay } from "#contract/time.ts";
import type { ContextShift } from "#model/context-shift.ts";
import { certainQuarters, isStale, pastQuartersOf } from "#model/earnings.ts";
import { contextKeyOf, forecastInputOf } from "#model/forecast-input.ts";
import { type ContextKey, type MarketContext, servingFamily } from "#model/history.ts";
import type { IntervalWidth } from "#model/interval-width.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { type ClassCounts, classOf, classTraitsOf } from "#model/reference-class.ts";
import { AppError } from "#platform/errors.ts";
import { partDataOf } from "./gather.ts";

/** What other companies' reports say on a day: the inputs of a forecast that do not come from the company. */
type Surroundings = {
  context: MarketContext;
  classes: ClassCounts;
  width: IntervalWidth;
  /** Null when it cannot be read, or when the context is known. */
  contextShift: ContextShift | null;
};

/**
 * Returns the model's input for a company whose upcoming report is not stored. Throws `no_estimate` when there is
 * no consensus to beat or miss.
 */
export function forecastRequestOf(
  company: CompanyReport,
  now: Date,
  { context, classes, width, contextShift }: Surroundings,
): ForecastRequest {
  const { identity, estimate } = company;
  if (estimate.state === "missing")
    throw new AppError(
      "no_estimate",
      `No analysts' EPS estimate is published for ${identity.symbol}, so there is nothing to beat or miss.`,
    );
  const today = easternDay(now);
  const report = partDataOf(company.reportDate);
  const reportDay = report && !isStale(report, now) ? easternDay(report.from) : null;
  const { consensusEps, analystCount, fiscalQuarterEnd } = estimate.data;
  const input = forecastInputOf({
    past: pastQuartersOf(certainQuarters(partDataOf(company.history) ?? []), {
      fiscalQuarterEnd,
      reportDate: reportDay,
    }),
    // An empty answer means a company without reports, while a failed one says nothing.
    isHistoryMissing: company.history.state === "missing" && company.history.reason !== "empty",
    upcoming: {
      reportDate: reportDay ?? today,
      isDayKnown: reportDay !== null,
      epsEstimate: consensusEps,
    },
    company: identity,
    family: servingFamily(identity.marketCap),
    contextOf: () => context,
    trend: 0,
    asOf: today,
  });
  const traits = classTraitsOf({ ...identity, analystCount, consensusEps, sector: input.sector });
  const request = { ...input, referenceClass: classOf(classes, traits), width };
  return contextShift ? { ...request, contextShift } : request;
}

export function forecastSubject(identity: CompanyIdentity): ContextKey {
  return contextKeyOf(identity, servingFamily(identity.marketCap));
}
