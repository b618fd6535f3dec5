import { upcomingForecastRule } from "#contract/rules.ts";
import { easternInstant } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { StoredReport } from "../report.ts";

type DatedReport = Pick<StoredReport, "reportDate" | "session">;

/** Returns New York time: the close of the market for a report after it. */
export function reportsAtOf({ reportDate, session }: DatedReport): Date {
  return session === "post"
    ? easternInstant(reportDate, upcomingForecastRule.lockTimeAfterMarket)
    : easternInstant(reportDate);
}

/** Locks at the close for a report after the market, and otherwise the evening before. */
export function locksAtOf({ reportDate, session }: DatedReport): Date {
  return session === "post"
    ? reportsAtOf({ reportDate, session })
    : easternInstant(dayAfter(reportDate, -1), upcomingForecastRule.lockTimeBeforeMarket);
}

/** Returns an ISO day in New York. Only reports of earlier days count as known, as in the fit. */
export function lockDayOf({ reportDate, session }: DatedReport): string {
  return session === "post" ? reportDate : dayAfter(reportDate, -1);
}
