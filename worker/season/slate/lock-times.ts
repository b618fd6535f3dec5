import { dayAfter } from "#analysis/earnings.ts";
import { slateRule } from "#contract/rules.ts";
import { easternInstant } from "#market/eastern.ts";
import { HOUR_MS } from "#worker/time.ts";
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
