import { deleteAgain } from "#accounts/privacy/delete.ts";
import { reencryptAuthenticators } from "#accounts/two-factor/secret-exchange.ts";
import { dueForReconciliation, type Reconcilable, reconcileSubscriptions } from "#billing/sync/reconcile.ts";
import type { Budget } from "#notifications/notices/delivery.ts";
import { issueDayOf, readersOfIssue, sendNewsletter } from "#notifications/notices/send-newsletter.ts";
import { peopleWithDueNotices, sendDueNotices } from "#notifications/notices/send-notices.ts";
import { peopleWithDuePushes, sendDuePushes } from "#notifications/notices/send-pushes.ts";
import { reencryptSigningSecrets } from "#notifications/webhooks/secret-exchange.ts";
import { AppError } from "#platform/errors.ts";
import type { MessageOf } from "#platform/messages.ts";
import { deleteExpired } from "#platform/personal-data/rows.ts";
import { chunksOf } from "#platform/queue.ts";
import type { Deps, MarketParts } from "../deps.ts";
import { newsletterIssueOf } from "./newsletter-issue.ts";

/** People of one message, and what may be sent for it: five subrequests each, of an invocation's thousand for five messages. */
const PEOPLE_A_MESSAGE = 10;
const DELIVERIES_A_MESSAGE = 40;
/** After so long a message goes on with what its budget left. */
const NEXT_PART_SECONDS = 30;
/** People whom one tick enqueues; the next tick has the rest. */
const PEOPLE_A_TICK = 2_000;
/** Customers or checkouts of one message, and of one tick. */
const CUSTOMERS_A_MESSAGE = 10;
const CUSTOMERS_A_TICK = 1_000;

/** Enqueues the people to whom a mail is due: what was settled, what reports soon, and their week. */
export async function notices({ accounts, marketNow, enqueue }: Deps): Promise<void> {
  const people = await peopleWithDueNotices(accounts, marketNow(), PEOPLE_A_TICK);
  await enqueue(chunksOf(people, PEOPLE_A_MESSAGE).map((some) => ({ job: "notices-of", people: some })));
}

/** Mails what is due to some people. A mailbox that refuses has its own attempts and stops nobody. */
export async function noticesOf(deps: Deps, message: MessageOf<"notices-of">): Promise<void> {
  const budget: Budget = { left: DELIVERIES_A_MESSAGE };
  await sendDueNotices(deps.accounts, deps.marketNow(), budget, message.people);
  if (budget.left === 0) await deps.enqueue([message], budget.busySeconds ?? NEXT_PART_SECONDS);
}

/** Enqueues the people whose browsers are due a message of what was settled and what reports soon. */
export async function pushes({ accounts, marketNow, enqueue }: Deps): Promise<void> {
  const people = await peopleWithDuePushes(accounts, marketNow(), PEOPLE_A_TICK);
  await enqueue(chunksOf(people, PEOPLE_A_MESSAGE).map((some) => ({ job: "pushes-of", people: some })));
}

/** Sends what is due to the browsers of some people. */
export async function pushesOf(deps: Deps, message: MessageOf<"pushes-of">): Promise<void> {
  const budget = { left: DELIVERIES_A_MESSAGE };
  await sendDuePushes(deps.accounts, deps.marketNow(), budget, message.people);
  if (budget.left === 0) await deps.enqueue([message], NEXT_PART_SECONDS);
}

/** Enqueues the readers whom the week's newsletter has not reached. */
export async function newsletter(deps: MarketParts): Promise<void> {
  const issue = issueOf(deps);
  if (!issue) return;
  const readers = await readersOfIssue(deps.accounts, issue, PEOPLE_A_TICK);
  await deps.enqueue(
    chunksOf(readers, PEOPLE_A_MESSAGE).map((some) => ({
      job: "newsletter-to",
      issue: issue.issue,
      readers: some,
    })),
  );
}

/** Sends the newsletter to some readers, while it is still that week's. */
export async function newsletterTo(deps: MarketParts, message: MessageOf<"newsletter-to">): Promise<void> {
  const issue = issueOf(deps);
  if (issue?.issue !== message.issue) return;
  await sendNewsletter(deps.accounts, issue, { left: DELIVERIES_A_MESSAGE }, message.readers);
}

function issueOf({ record, marketNow, opensTo }: MarketParts) {
  const day = issueDayOf(marketNow());
  if (day === null) return null;
  const write = () => newsletterIssueOf(record, marketNow());
  return { issue: `${record.ledgerId} ${day}`, write, opensTo };
}

/** Enqueues the customers and checkouts that the payment provider was not asked about for a day. */
export async function reconciliation(deps: Deps): Promise<void> {
  const { checkouts, customers } = await dueForReconciliation(deps.billing, CUSTOMERS_A_TICK);
  await deps.enqueue([
    ...chunksOf(checkouts, CUSTOMERS_A_MESSAGE).map((some) => reconcileMessage({ checkouts: some })),
    ...chunksOf(customers, CUSTOMERS_A_MESSAGE).map((some) => reconcileMessage({ customers: some })),
  ]);
}

/**
 * Asks the payment provider about some customers. One that fails gets a message of its own, which is tried again and ends
 * as a dead letter. A provider that cannot be reached is asked again by the next tick.
 */
export async function reconcile(deps: Deps, { checkouts, customers }: MessageOf<"reconcile">): Promise<void> {
  const failures: { failed: Reconcilable; error: unknown }[] = [];
  await reconcileSubscriptions(deps.billing, { checkouts, customers }, (failed, error) => {
    if (!(error instanceof AppError && error.code === "not_available")) failures.push({ failed, error });
  });
  const [first] = failures;
  if (!first) return;
  if (checkouts.length + customers.length === 1) throw first.error;
  await deps.enqueue(failures.map(({ failed }) => reconcileMessage(failed)));
}

function reconcileMessage({ checkouts = [], customers = [] }: Partial<Reconcilable>): MessageOf<"reconcile"> {
  return { job: "reconcile", checkouts: [...checkouts], customers: [...customers] };
}

/**
 * Deletes what has had its time, as the privacy policy says: sessions, links, events, addresses, billing data. Then puts
 * stored keys under the current secret, and deletes accounts again that a restored database brought back.
 */
export async function retention({ accounts, db, now, deletionHooks }: Deps): Promise<void> {
  await deleteExpired(db, now());
  await reencryptAuthenticators(accounts);
  await reencryptSigningSecrets(accounts);
  await deleteAgain(accounts, deletionHooks);
}
