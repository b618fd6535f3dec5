import { slateRule } from "#contract/rules.ts";
import { easternInstant } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { StoredReport } from "../report.ts";

type Dated = Pick<StoredReport, "reportDate" | "session">;

/** Its day in New York, from the close on where it comes after. */
export function reportsAtOf({ reportDate, session }: Dated): Date {
  return session === "post"
    ? easternInstant(reportDate, slateRule.lockTimeAfterMarket)
    : easternInstant(reportDate);
}

/** At the close before an after-market report, else in the evening before its day. */
export function locksAtOf({ reportDate, session }: Dated): Date {
  return session === "post"
    ? reportsAtOf({ reportDate, session })
    : easternInstant(dayAfter(reportDate, -1), slateRule.lockTimeBeforeMarket);
}

/** ISO, New York. The last forecast is made as of it: only reports of earlier days are known, in the lab too. */
export function lockDayOf({ reportDate, session }: Dated): string {
  return session === "post" ? reportDate : dayAfter(reportDate, -1);
}
