import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { daysBetween, easternDay, easternInstant } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { Fact, Release } from "./filings.ts";

/** The SEC accepts filings from 6:00 to 22:00 Eastern time. */
const OPENS = "06:00:00";
const CLOSES = "22:00:00";
/** The form is due within four business days, and a source's day may be off by one. */
const DAYS_AFTER = 6;
const DAYS_BEFORE = 1;
/** Days after the quarter's end, used when the report's day is not known. */
const REPORTED_WITHIN_DAYS = 100;

/** The moment of acceptance, as two moments when the time zone is uncertain. It is public by the later one. */
type Moment = { from: Date; to: Date };

/**
 * Returns the release nearest to the report's day, the earlier of two equally near. Without a day it returns the
 * only one after the quarter's end, or null.
 */
export function releaseOf(
  releases: readonly Release[],
  {
    reportDate,
    isDayKnown,
    fiscalQuarterEnd,
  }: { reportDate: string; isDayKnown: boolean; fiscalQuarterEnd: string },
): Release | null {
  const originals = releases.filter(({ isAmendment }) => !isAmendment);
  if (!isDayKnown) {
    const last = dayAfter(fiscalQuarterEnd, REPORTED_WITHIN_DAYS);
    const within = originals.filter(({ filingDate }) => filingDate > fiscalQuarterEnd && filingDate <= last);
    return within.length === 1 ? (within[0] ?? null) : null;
  }
  const distance = (release: Release) => Math.abs(daysBetween(reportDate, release.filingDate));
  const near = originals.filter(({ filingDate }) => {
    const days = daysBetween(reportDate, filingDate);
    return days >= -DAYS_BEFORE && days <= DAYS_AFTER;
  });
  const [nearest] = near.toSorted(
    (a, b) => distance(a) - distance(b) || a.acceptedText.localeCompare(b.acceptedText),
  );
  return nearest ?? null;
}

/** The text is in UTC, or in Eastern time marked as UTC. Readings outside the SEC's hours are dropped. */
export function momentOf(acceptedText: string): Moment | null {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?$/.exec(acceptedText);
  const [, day, time] = parts ?? [];
  if (!day || !time) return null;
  const readings = [new Date(`${day}T${time}Z`), easternInstant(day, time)].filter(isWithinHours);
  const [from, to = from] = readings.toSorted((a, b) => a.getTime() - b.getTime());
  return from && to ? { from, to } : null;
}

function isWithinHours(moment: Date): boolean {
  if (Number.isNaN(moment.getTime())) return false;
  const day = easternDay(moment);
  return moment >= easternInstant(day, OPENS) && moment <= easternInstant(day, CLOSES);
}

/** Periods of 12 to 14 weeks, three quarters, and a year. */
const QUARTER_DAYS = [80, 105] as const;
const NINE_MONTHS_DAYS = [255, 290] as const;
const YEAR_DAYS = [350, 380] as const;
/** The previous quarter ended at least this long before. */
const QUARTER_BEFORE_DAYS = 95;
/** When the number of shares changes by less, EPS of nine months and of a year can be subtracted. */
const SHARES_TOLERANCE = 0.01;

/** Diluted EPS as first filed. */
type GaapEps = {
  eps: number;
  /** True for a fourth quarter, which is the year minus nine months. */
  isDerived: boolean;
  /** The ISO day of the filing. */
  filed: string;
};

type Quarter = { fiscalQuarterEnd: string; isQuarterDeclared: boolean; reportDate: string };

/**
 * Restatements are ignored. A fourth quarter requires a steady number of shares, because otherwise the difference
 * is wrong.
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
  return end < reportDate && end >= dayAfter(reportDate, -QUARTER_BEFORE_DAYS);
}

function lasts({ start, end }: Fact, [least, most]: readonly [number, number]): boolean {
  const days = daysBetween(start, end);
  return days >= least && days <= most;
}

function firstFiled(facts: readonly Fact[]): Fact | undefined {
  return facts.toSorted((a, b) => a.filed.localeCompare(b.filed))[0];
}
