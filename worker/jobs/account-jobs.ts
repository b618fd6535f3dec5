import { DELIVERIES_PER_TICK } from "#accounts/notices/delivery.ts";
import { issueDayOf, sendNewsletter } from "#accounts/notices/send-newsletter.ts";
import { sendDueNotices } from "#accounts/notices/send-notices.ts";
import { sendDuePushes } from "#accounts/notices/send-pushes.ts";
import { deleteExpired } from "#accounts/privacy/delete-expired.ts";
import { deleteExpiredBilling } from "#billing/privacy/delete-expired.ts";
import { reconcileSubscriptions } from "#billing/sync/reconcile.ts";
import { newsletterIssueOf } from "#predictions/newsletter-issue.ts";
import type { Deps } from "#worker/deps.ts";
import { deleteExpiredDeadLetters } from "./dead-letters.ts";

/** People reached in one tick: each costs about four subrequests and one a browser. */
const PUSHES_PER_TICK = 40;

/** Mails people what was settled, what reports soon, and their week. */
export async function notices({ accounts, marketNow }: Deps): Promise<void> {
  await sendDueNotices(accounts, marketNow(), { left: DELIVERIES_PER_TICK });
}

/** Sends people's browsers what was settled and what reports soon. */
export async function pushes({ accounts, marketNow }: Deps): Promise<void> {
  await sendDuePushes(accounts, marketNow(), { left: PUSHES_PER_TICK });
}

/** Sends the week's newsletter to its readers, once a week. */
export async function newsletter(deps: Deps): Promise<void> {
  const marketNow = deps.marketNow();
  const day = issueDayOf(marketNow);
  if (day === null) return;
  const { dataMode } = await deps.market();
  const { db, ledgerId } = deps.record(dataMode);
  const write = () => newsletterIssueOf(db, { ledgerId, dataMode, marketNow });
  const issue = { issue: `${ledgerId} ${day}`, write };
  await sendNewsletter(deps.accounts, issue, { left: DELIVERIES_PER_TICK });
}

/** Asks the payment provider about every customer once a day; each tick takes those that are due. */
export async function reconciliation(deps: Deps): Promise<void> {
  const { failed } = await reconcileSubscriptions(deps.billing());
  if (failed > 0) throw new Error(`${failed} customers could not be reconciled; the next tick tries again.`);
}

/** Deletes what has had its time, as the privacy policy says: sessions, links, events, addresses, billing data. */
export async function retention({ accounts, db, now }: Deps): Promise<void> {
  await deleteExpired(accounts);
  await deleteExpiredBilling(db, now());
  await deleteExpiredDeadLetters(db, now());
}
