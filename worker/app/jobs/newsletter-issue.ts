import { entitlementOf } from "#billing/subscription/ownership.ts";
import type { Opens } from "#contract/calendar.ts";
import type { NewsletterIssue } from "#contract/newsletter.ts";
import { opensFor } from "#contract/plans.ts";
import type { DataMode } from "#contract/prediction.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";
import { endedThisWeek } from "#record/ended-this-week.ts";
import { comingWeek } from "#season/calendar/coming-week.ts";

const WEEK_DAYS = 7;

/** The newsletter at a moment of the market's time: what the coming seven days bring, and how the past seven ended. */
export async function newsletterIssueOf(
  db: Database,
  { ledgerId, dataMode, marketNow }: { ledgerId: LedgerId; dataMode: DataMode; marketNow: Date },
): Promise<NewsletterIssue> {
  const day = (ahead: number) => isoDay(marketNow.getTime() + ahead * DAY_MS);
  const [from, to] = [day(0), day(WEEK_DAYS - 1)];
  const [coming, ended] = await Promise.all([
    comingWeek({ db, ledgerId }, { scope: recordScope(ledgerId), now: marketNow, to }),
    endedThisWeek(db, ledgerId, marketNow),
  ]);
  return { asOf: marketNow.toISOString(), dataMode, from, to, ...coming, ...ended };
}

/** Which open probabilities an account's plan shows now, by what is stored; null is an address without a confirmed account. */
export async function openedTo(db: Database, userId: string | null, now: Date): Promise<Opens> {
  return opensFor(userId === null ? null : (await entitlementOf(db, userId, now)).tier);
}
