import type { ReportedQuarter } from "#contract/market-data.ts";
import { DAY_MS, easternInstant, isoDay } from "#contract/time.ts";
import { QUARTERLY_GROWTH, type SampleCompany } from "./companies.ts";
import { rounded, seededNormal, seededRandom } from "./seeded.ts";

export const FIRST_YEAR = 2019;

export type SampleQuarter = {
  /** From the start of the simulation. */
  index: number;
  fiscalQuarterEnd: string;
  estimate: number;
  actual: number;
  /** UTC. */
  reportsAt: Date;
};

/** The same on every day it is asked for. */
export function quarterOf(company: SampleCompany, index: number): SampleQuarter {
  const level = company.startEps * QUARTERLY_GROWTH ** index;
  const season = 1 + 0.12 * (seededRandom(company.symbol, "season", index % 4) - 0.5);
  const estimate = rounded(level * season * (1 + 0.03 * seededNormal(company.symbol, "path", index)), 3);
  const end = quarterEnd(company, index);
  return {
    index,
    fiscalQuarterEnd: isoDay(end),
    estimate,
    actual: rounded(estimate * (1 + company.habit + company.scatter * surpriseShock(company, index))),
    reportsAt: reportInstant(company, end, index),
  };
}

/** In units of the company's scatter. What surprised once surprises a little again, and a sector shares some of it. */
function surpriseShock({ symbol, sector }: SampleCompany, index: number): number {
  const own = (at: number) => seededNormal(symbol, "surprise", at);
  return (
    0.88 * own(index) + 0.28 * own(index - 1) + 0.18 * own(index - 2) + 0.2 * seededNormal(sector, index)
  );
}

/** Of the consensus in its last 90 days. Analysts see a part of what will surprise. */
export function revisionOf(company: SampleCompany, index: number): number {
  const foreseen = seededNormal(company.symbol, "surprise", index);
  return 0.03 * (0.3 * foreseen + 0.95 * seededNormal(company.symbol, "revision", index));
}

/** Oldest first. */
export function reportedQuarters(company: SampleCompany, now: Date): SampleQuarter[] {
  return Array.from({ length: upcomingIndex(company, now) }, (_, index) => quarterOf(company, index));
}

export function upcomingQuarter(company: SampleCompany, now: Date): SampleQuarter {
  return quarterOf(company, upcomingIndex(company, now));
}

/** The first quarter not yet reported; a report comes at most two quarters after its quarter's end. */
function upcomingIndex(company: SampleCompany, now: Date): number {
  const months = (now.getUTCFullYear() - FIRST_YEAR) * 12 + now.getUTCMonth();
  let index = Math.max(0, Math.floor((months - company.fiscalMonth) / 3) - 2);
  while (reportInstant(company, quarterEnd(company, index), index) <= now) index++;
  return index;
}

function quarterEnd({ fiscalMonth }: SampleCompany, index: number): Date {
  return new Date(Date.UTC(FIRST_YEAR, fiscalMonth + 3 * index + 1, 0));
}

export function asReported(quarter: SampleQuarter): ReportedQuarter {
  return {
    fiscalQuarterEnd: quarter.fiscalQuarterEnd,
    reportDate: isoDay(quarter.reportsAt),
    estimate: quarter.estimate,
    actual: quarter.actual,
  };
}

/** 07:30 or 16:15 in New York on a weekday. */
function reportInstant(company: SampleCompany, quarterEnd: Date, index: number): Date {
  const drift = Math.floor(5 * seededRandom(company.symbol, "date", index)) - 2;
  const date = new Date(quarterEnd.getTime() + (company.reportLagDays + drift) * DAY_MS);
  const weekday = date.getUTCDay();
  const shift = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  date.setUTCDate(date.getUTCDate() + shift);
  return easternInstant(isoDay(date), company.session === "pre" ? "07:30:00" : "16:15:00");
}
