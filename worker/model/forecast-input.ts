import { isForeign } from "./earnings.ts";
import type { ContextOf, ForecastInput, LabelFamily, MarketContext } from "./history.ts";

/** Null where unknown. */
type Company = { sector: string | null; industry: string | null; country: string | null };

type KnownOfReport = Pick<
  ForecastInput,
  "past" | "isHistoryMissing" | "upcoming" | "trend" | "revisions" | "asOf"
> & {
  company: Company;
  family: LabelFamily;
  contextOf: (subject: ContextOf) => MarketContext;
};

/** Decides which reports are the forecast's context. */
export function subjectOf({ sector, industry }: Company, family: LabelFamily): ContextOf {
  return { sector: sector ?? industry, family };
}

/** The only builder of model input: for the slate, an analysis and the lab. */
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
  const subject = subjectOf(company, family);
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
