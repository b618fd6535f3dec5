import { slateRule } from "#contract/rules.ts";
import { easternInstant, HOUR_MS } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { StoredReport } from "../report.ts";

type Dated = Pick<StoredReport, "reportDate" | "session">;

/** From when on a report may be out: its day in New York, from the close on where it is known to come after. */
export function reportsAtOf({ reportDate, session }: Dated): Date {
  return session === "post"
    ? easternInstant(reportDate, slateRule.lockTimeAfterMarket)
    : easternInstant(reportDate);
}

/** When a report is locked: at the close before it where it comes after the market, else in the evening before its day. */
export function locksAtOf({ reportDate, session }: Dated): Date {
  return session === "post"
    ? reportsAtOf({ reportDate, session })
    : new Date(Date.parse(dayAfter(reportDate, -1)) + slateRule.lockHourUtc * HOUR_MS);
}

/**
 * The day (ISO, New York) of a report's lock, as of which its last forecast is made: only reports of earlier days are known.
 * The lab forecasts as of the same day.
 */
export function lockDayOf({ reportDate, session }: Dated): string {
  return session === "post" ? reportDate : dayAfter(reportDate, -1);
}
