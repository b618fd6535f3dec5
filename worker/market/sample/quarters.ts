import { DAY_MS, easternInstant, isoDay } from "#contract/time.ts";
import { QUARTERLY_GROWTH, type SampleCompany } from "./companies.ts";
import { rounded, seededNormal, seededRandom } from "./seeded.ts";
import { FIRST_YEAR, tradingDayFrom } from "./trading-days.ts";

export type SampleQuarter = {
  /** The number of the quarter, counted from the simulation's start. */
  index: number;
  fiscalQuarterEnd: string;
  estimate: number;
  actual: number;
  reportsAt: Date;
};

export function quarterOf(company: SampleCompany, index: number): SampleQuarter {
  const estimate = rounded(
    seasonalEpsOf(company, index) * (1 + 0.03 * seededNormal(company.symbol, "path", index)),
    3,
  );
  const end = quarterEnd(company, index);
  return {
    index,
    fiscalQuarterEnd: isoDay(end),
    estimate,
    actual: rounded(estimate * (1 + company.habit + company.scatter * surpriseShock(company, index))),
    reportsAt: reportInstant(company, end, index),
  };
}

/**
 * Returns a quarter's EPS without surprises, in US dollars. It depends on growth and on the season of the
 * year.
 */
export function seasonalEpsOf({ symbol, startEps }: SampleCompany, index: number): number {
  const season = 1 + 0.12 * (seededRandom(symbol, "season", index % 4) - 0.5);
  return startEps * QUARTERLY_GROWTH ** index * season;
}

/**
 * Returns how far a surprise deviates from the company's usual one, in units of its scatter. A surprise
 * carries over a little into the next two quarters, and companies of a sector share a part.
 */
function surpriseShock(company: SampleCompany, index: number): number {
  const own = (at: number) => ownShock(company, at);
  return (
    0.88 * own(index) +
    0.28 * own(index - 1) +
    0.18 * own(index - 2) +
    0.2 * seededNormal(company.sector, index)
  );
}

/**
 * Returns the part of a surprise that belongs to this quarter alone. Analysts and buyers see some of it
 * before the report.
 */
export function ownShock({ symbol }: SampleCompany, index: number): number {
  return seededNormal(symbol, "surprise", index);
}

/**
 * Returns the share by which the consensus changes in its last 90 days, when analysts see part of the
 * surprise.
 */
export function revisionOf(company: SampleCompany, index: number): number {
  const foreseen = ownShock(company, index);
  return 0.03 * (0.3 * foreseen + 0.95 * seededNormal(company.symbol, "revision", index));
}

/** Returns the quarters reported by `now`, oldest first. */
export function reportedQuarters(company: SampleCompany, now: Date): SampleQuarter[] {
  return Array.from({ length: upcomingIndex(company, now) }, (_, index) => quarterOf(company, index));
}

export function upcomingQuarter(company: SampleCompany, now: Date): SampleQuarter {
  return quarterOf(company, upcomingIndex(company, now));
}

/**
 * Returns the index of the first quarter that is not reported yet. A report comes at most two quarters after
 * its quarter's end.
 */
function upcomingIndex(company: SampleCompany, now: Date): number {
  const months = (now.getUTCFullYear() - FIRST_YEAR) * 12 + now.getUTCMonth();
  let index = Math.max(0, Math.floor((months - company.fiscalMonth) / 3) - 2);
  while (reportInstant(company, quarterEnd(company, index), index) <= now) index++;
  return index;
}

function quarterEnd({ fiscalMonth }: SampleCompany, index: number): Date {
  return new Date(Date.UTC(FIRST_YEAR, fiscalMonth + 3 * index + 1, 0));
}

/** Returns the time of a report: 07:30 or 16:15 in New York on a trading day. */
function reportInstant(company: SampleCompany, quarterEnd: Date, index: number): Date {
  const drift = Math.floor(5 * seededRandom(company.symbol, "date", index)) - 2;
  const day = isoDay(quarterEnd.getTime() + (company.reportLagDays + drift) * DAY_MS);
  return easternInstant(tradingDayFrom(day), company.session === "pre" ? "07:30:00" : "16:15:00");
}
