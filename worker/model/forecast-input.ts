import { isForeign } from "./earnings.ts";
import type { ContextOf, ForecastInput, LabelFamily, MarketContext } from "./history.ts";

/** A company as far as a forecast looks at it; null where nobody said. */
type Company = { sector: string | null; industry: string | null; country: string | null };

/** What is known of a report, of its company and of the market on the day of a forecast. */
type KnownOfReport = Pick<ForecastInput, "past" | "isHistoryMissing" | "upcoming" | "asOf"> & {
  company: Company;
  family: LabelFamily;
  contextOf: (subject: ContextOf) => MarketContext;
};

/** Whom a forecast is for, and thus whose reports are its context. */
export function subjectOf({ sector, industry }: Company, family: LabelFamily): ContextOf {
  return { sector: sector ?? industry, family };
}

/** The model's input: the one function that builds it, for the slate, an analysis and the lab. */
export function forecastInputOf({
  past,
  isHistoryMissing,
  upcoming,
  asOf,
  company,
  family,
  contextOf,
}: KnownOfReport): ForecastInput {
  const subject = subjectOf(company, family);
  return {
    past: past.filter(({ reportDate }) => reportDate < asOf),
    isHistoryMissing,
    upcoming,
    isForeign: isForeign(company.country),
    ...subject,
    context: contextOf(subject),
    asOf,
  };
}
