import { upcomingForecastRule } from "#contract/rules.ts";
import { easternInstant } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { StoredReport } from "../report.ts";

type Dated = Pick<StoredReport, "reportDate" | "session">;

/** New York; from the close on where it comes after. */
export function reportsAtOf({ reportDate, session }: Dated): Date {
  return session === "post"
    ? easternInstant(reportDate, upcomingForecastRule.lockTimeAfterMarket)
    : easternInstant(reportDate);
}

/** The close before an after-market report, else the evening before. */
export function locksAtOf({ reportDate, session }: Dated): Date {
  return session === "post"
    ? reportsAtOf({ reportDate, session })
    : easternInstant(dayAfter(reportDate, -1), upcomingForecastRule.lockTimeBeforeMarket);
}

/** ISO, New York: only earlier days' reports are known, in the lab too. */
export function lockDayOf({ reportDate, session }: Dated): string {
  return session === "post" ? reportDate : dayAfter(reportDate, -1);
}
