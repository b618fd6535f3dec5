import type { ReportedQuarter } from "#contract/market-data.ts";
import { DAY_MS, easternInstant, isoDay } from "#contract/time.ts";
import { rounded, type SampleCompany, seededNormal, seededRandom } from "./companies.ts";

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
  const month = company.fiscalMonth + 3 * index;
  const end = new Date(Date.UTC(FIRST_YEAR, month + 1, 0));
  const level = company.startEps * 1.018 ** index;
  const season = 1 + 0.12 * (seededRandom(company.symbol, "season", index % 4) - 0.5);
  const estimate = rounded(level * season * (1 + 0.03 * seededNormal(company.symbol, "path", index)), 3);
  const surprise = company.habit + company.scatter * seededNormal(company.symbol, "surprise", index);
  return {
    index,
    fiscalQuarterEnd: isoDay(end),
    estimate,
    actual: rounded(estimate * (1 + surprise)),
    reportsAt: reportInstant(company, end, index),
  };
}

/** Oldest first. */
export function reportedQuarters(company: SampleCompany, now: Date): SampleQuarter[] {
  const quarters: SampleQuarter[] = [];
  for (let index = 0; ; index++) {
    const quarter = quarterOf(company, index);
    if (quarter.reportsAt > now) return quarters;
    quarters.push(quarter);
  }
}

export function upcomingQuarter(company: SampleCompany, now: Date): SampleQuarter {
  return quarterOf(company, reportedQuarters(company, now).length);
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
