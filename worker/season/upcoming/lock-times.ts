import { upcomingForecastRule } from "#contract/rules.ts";
import { addIsoDays, easternInstant } from "#contract/time.ts";
import { marketClosesAt } from "#contract/trading-days.ts";
import type { StoredReport } from "../report.ts";

type DatedReport = Pick<StoredReport, "reportDate" | "session">;

/**
 * Returns the earliest moment at which a report is expected: the market's close for a report after it, which is at
 * 1:00 PM on a half day, otherwise the beginning of the report date in New York.
 */
export function reportsAtOf({ reportDate, session }: DatedReport): Date {
  return session === "post"
    ? easternInstant(reportDate, marketClosesAt(reportDate))
    : easternInstant(reportDate);
}

/**
 * Returns when a prediction must be locked: at the market's close for a report after it, otherwise on the
 * evening before the report date.
 */
export function locksAtOf({ reportDate, session }: DatedReport): Date {
  return session === "post"
    ? reportsAtOf({ reportDate, session })
    : easternInstant(addIsoDays(reportDate, -1), upcomingForecastRule.lockTimeBeforeMarket);
}

/**
 * Returns the ISO day in New York on which a prediction is locked. It knows only reports of earlier days, as in
 * the model's fit.
 */
export function lockDayOf({ reportDate, session }: DatedReport): string {
  return session === "post" ? reportDate : addIsoDays(reportDate, -1);
}
