import { easternInstant } from "#contract/eastern.ts";
import { daysBetween, easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { Release } from "./filings.ts";

/** The SEC takes filings from 6:00 to 22:00 Eastern. */
const OPENS = "06:00:00";
const CLOSES = "22:00:00";
/** The form is due within four business days of the release; a source's day may be off by one. */
const DAYS_AFTER = 6;
const DAYS_BEFORE = 1;
/** Where nobody knows the day: how long after its end a quarter is reported. */
const REPORTED_WITHIN_DAYS = 100;

/** When a release was accepted: between the two where its zone is not certain. It was public then at the latest. */
type Moment = { from: Date; to: Date };

/**
 * The release of a quarter: of the filings around the report's day the nearest, the earlier of equals. Without a known day it
 * must be the only one after the quarter's end. Null otherwise: no guess.
 */
export function releaseOf(
  releases: readonly Release[],
  {
    reportDate,
    isDayKnown,
    fiscalQuarterEnd,
  }: { reportDate: string; isDayKnown: boolean; fiscalQuarterEnd: string },
): Release | null {
  if (!isDayKnown) {
    const last = dayAfter(fiscalQuarterEnd, REPORTED_WITHIN_DAYS);
    const within = releases.filter(({ filingDate }) => filingDate > fiscalQuarterEnd && filingDate <= last);
    return within.length === 1 ? (within[0] ?? null) : null;
  }
  const distance = (release: Release) => Math.abs(daysBetween(reportDate, release.filingDate));
  const near = releases.filter(({ filingDate }) => {
    const days = daysBetween(reportDate, filingDate);
    return days >= -DAYS_BEFORE && days <= DAYS_AFTER;
  });
  const [nearest] = near.toSorted(
    (a, b) => distance(a) - distance(b) || a.acceptedText.localeCompare(b.acceptedText),
  );
  return nearest ?? null;
}

/**
 * Reads a moment of the list of filings, written in UTC or in Eastern time marked as UTC. Readings outside of the SEC's hours
 * are dropped; where both are possible both stay. Null without any.
 */
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
