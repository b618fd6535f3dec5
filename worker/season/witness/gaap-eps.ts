import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { daysBetween } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { Fact } from "./filings.ts";

/** Days of a quarter of 12 to 14 weeks, of three quarters, and of a year. */
const QUARTER_DAYS = [80, 105] as const;
const NINE_MONTHS_DAYS = [255, 290] as const;
const YEAR_DAYS = [350, 380] as const;
/** A report comes so many days after its quarter's end; the quarter before ended longer ago. */
const REPORTED_WITHIN_DAYS = 95;
/** Shares may differ by so much between nine months and a year for their EPS to be subtracted. */
const SHARES_TOLERANCE = 0.01;

/** Diluted EPS after GAAP as first filed with the SEC. */
type GaapEps = {
  eps: number;
  /** A fourth quarter has no fact of its own: year minus nine months. */
  isDerived: boolean;
  /** Day (ISO) of the filing. */
  filed: string;
};

type Quarter = { fiscalQuarterEnd: string; isQuarterDeclared: boolean; reportDate: string };

/**
 * The quarter's diluted EPS among a company's facts; restatements are ignored. A fourth quarter is worked out where the
 * number of shares hardly changed, because buybacks and issues make the difference wrong. Null where there is none.
 */
export function gaapEpsOf(eps: readonly Fact[], shares: readonly Fact[], quarter: Quarter): GaapEps | null {
  const isQuarters = (fact: Fact) => isEndOf(quarter, fact.end);
  const own = firstFiled(eps.filter((fact) => lasts(fact, QUARTER_DAYS) && isQuarters(fact)));
  if (own) return { eps: own.value, isDerived: false, filed: own.filed };
  const year = firstFiled(eps.filter((fact) => lasts(fact, YEAR_DAYS) && isQuarters(fact)));
  if (!year) return null;
  const isNineMonths = (fact: Fact) => lasts(fact, NINE_MONTHS_DAYS) && fact.start === year.start;
  const nineMonths = firstFiled(eps.filter(isNineMonths));
  const sharesOfYear = firstFiled(shares.filter((fact) => lasts(fact, YEAR_DAYS) && fact.end === year.end));
  const sharesOfNineMonths = firstFiled(shares.filter(isNineMonths));
  if (!nineMonths || !sharesOfYear || !sharesOfNineMonths) return null;
  const change = Math.abs(sharesOfYear.value / sharesOfNineMonths.value - 1);
  if (!(change <= SHARES_TOLERANCE)) return null;
  return { eps: Math.round((year.value - nineMonths.value) * 100) / 100, isDerived: true, filed: year.filed };
}

function isEndOf({ fiscalQuarterEnd, isQuarterDeclared, reportDate }: Quarter, end: string): boolean {
  if (isQuarterDeclared) return isSameQuarter(fiscalQuarterEnd, end);
  return end < reportDate && end >= dayAfter(reportDate, -REPORTED_WITHIN_DAYS);
}

function lasts({ start, end }: Fact, [least, most]: readonly [number, number]): boolean {
  const days = daysBetween(start, end);
  return days >= least && days <= most;
}

function firstFiled(facts: readonly Fact[]): Fact | undefined {
  return facts.toSorted((a, b) => a.filed.localeCompare(b.filed))[0];
}
