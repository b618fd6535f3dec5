import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { addIsoDays, daysBetween, easternDay, easternInstant } from "#contract/time.ts";
import type { Release, XbrlFact } from "./filings.ts";

/** The SEC accepts filings from 6:00 to 22:00 Eastern time. */
const OPENS = "06:00:00";
const CLOSES = "22:00:00";
/**
 * The release is looked for from DAYS_BEFORE to DAYS_AFTER days after the report date. A form 8-K is due within
 * four business days, and a source's date may be off by one.
 */
const DAYS_AFTER = 6;
const DAYS_BEFORE = 1;
/**
 * When the report date is not known, the release is looked for until this many days after the quarter's end.
 */
const REPORTED_WITHIN_DAYS = 100;

/**
 * The two moments between which a filing was accepted, which are equal when its time zone is certain. The
 * filing is public by the later one.
 */
type Moment = { from: Date; to: Date };

/**
 * Returns the release that belongs to a report: the nearest to the report date, the earlier of two equally
 * near. Without a known date it returns the only release in the days after the quarter's end. Returns null when
 * there is none, or several without a date.
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
    const last = addIsoDays(fiscalQuarterEnd, REPORTED_WITHIN_DAYS);
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

/**
 * Returns the moment of acceptance that the text of EDGAR's list may mean. The text is in UTC, or in Eastern
 * time marked as UTC; a reading outside the SEC's hours is dropped. Returns null when none is left.
 */
export function parseAcceptanceTime(acceptedText: string): Moment | null {
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

/** The lengths in days, least and most, of a quarter (12 to 14 weeks), of nine months and of a year. */
const QUARTER_DAYS = [80, 105] as const;
const NINE_MONTHS_DAYS = [255, 290] as const;
const YEAR_DAYS = [350, 380] as const;
/** A quarter ends less than this many days before its report. The quarter before it ended earlier. */
const QUARTER_BEFORE_DAYS = 95;
/**
 * A fourth quarter's EPS may be the year's minus that of nine months when the average number of shares differs
 * by at most this share (1%).
 */
const SHARES_TOLERANCE = 0.01;

/** A quarter's diluted GAAP EPS as it was first filed. */
type GaapEps = {
  eps: number;
  /** True for a fourth quarter that was computed as the year minus nine months. */
  isDerived: boolean;
  /** The ISO day of the filing. */
  filed: string;
};

type Quarter = { fiscalQuarterEnd: string; isQuarterDeclared: boolean; reportDate: string };

/**
 * Returns a quarter's diluted GAAP EPS from a company's XBRL facts, or null when they do not show it.
 * Restatements are ignored. Without a fact for a fourth quarter, it is the year minus nine months, if the
 * number of shares was steady; otherwise the difference would be wrong.
 */
export function gaapEpsOf(
  eps: readonly XbrlFact[],
  shares: readonly XbrlFact[],
  quarter: Quarter,
): GaapEps | null {
  const isQuarters = (fact: XbrlFact) => isEndOf(quarter, fact.end);
  const own = firstFiled(eps.filter((fact) => lasts(fact, QUARTER_DAYS) && isQuarters(fact)));
  if (own) return { eps: own.value, isDerived: false, filed: own.filed };
  const year = firstFiled(eps.filter((fact) => lasts(fact, YEAR_DAYS) && isQuarters(fact)));
  if (!year) return null;
  const isNineMonths = (fact: XbrlFact) => lasts(fact, NINE_MONTHS_DAYS) && fact.start === year.start;
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
  return end < reportDate && end >= addIsoDays(reportDate, -QUARTER_BEFORE_DAYS);
}

function lasts({ start, end }: XbrlFact, [least, most]: readonly [number, number]): boolean {
  const days = daysBetween(start, end);
  return days >= least && days <= most;
}

function firstFiled(facts: readonly XbrlFact[]): XbrlFact | undefined {
  return facts.toSorted((a, b) => a.filed.localeCompare(b.filed))[0];
}
