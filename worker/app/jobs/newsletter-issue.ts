import type { NewsletterIssue } from "#contract/newsletter.ts";
import type { DataMode } from "#contract/prediction.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import type { LedgerId } from "#platform/scope.ts";
import { endedThisWeek } from "#record/ended-this-week.ts";
import { comingWeek } from "#season/calendar/coming-week.ts";

const WEEK_DAYS = 7;

/** The coming seven days and the past seven, by the market's time. */
export async function newsletterIssueOf(
  record: { db: Database; ledgerId: LedgerId; dataMode: DataMode },
  marketNow: Date,
): Promise<NewsletterIssue> {
  const day = (ahead: number) => isoDay(marketNow.getTime() + ahead * DAY_MS);
  const [from, to] = [day(0), day(WEEK_DAYS - 1)];
  const [coming, ended] = await Promise.all([
    comingWeek(record, { now: marketNow, to }),
    endedThisWeek(record.db, record.ledgerId, marketNow),
  ]);
  return { asOf: marketNow.toISOString(), dataMode: record.dataMode, from, to, ...coming, ...ended };
}
