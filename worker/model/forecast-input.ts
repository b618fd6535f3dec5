import { isForeign } from "./earnings.ts";
import type { ContextKey, ForecastInput, LabelFamily, MarketContext } from "./history.ts";

type Company = { sector: string | null; industry: string | null; country: string | null };

type KnownOfReport = Pick<
  ForecastInput,
  "past" | "isHistoryMissing" | "upcoming" | "trend" | "revisions" | "asOf"
> & {
  company: Company;
  family: LabelFamily;
  contextOf: (subject: ContextKey) => MarketContext;
};

/** Returns the sector and the label family whose reports make up this company's market context. */
export function contextKeyOf({ sector, industry }: Company, family: LabelFamily): ContextKey {
  return { sector: sector ?? industry, family };
}

/**
 * Builds the model's input. Upcoming forecasts, analyses and fits all call it, so that they treat data alike.
 */
export function forecastInputOf({
  past,
  isHistoryMissing,
  upcoming,
  trend,
  revisions,
  asOf,
  company,
  family,
  contextOf,
}: KnownOfReport): ForecastInput {
  const subject = contextKeyOf(company, family);
  return {
    past: past.filter(({ reportDate }) => reportDate < asOf),
    isHistoryMissing,
    upcoming,
    isForeign: isForeign(company.country),
    ...subject,
    context: contextOf(subject),
    trend,
    ...(revisions === undefined ? {} : { revisions }),
    asOf,
  };
}
