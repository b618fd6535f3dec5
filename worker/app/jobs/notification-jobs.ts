import { entitlementOf } from "#billing/subscription/ownership.ts";
import type { ProbabilityAccess } from "#contract/calendar.ts";
import { easternDay } from "#contract/time.ts";
import type { DeliveryBudget } from "#notifications/deliver.ts";
import type { NotificationDeps } from "#notifications/kinds/kind.ts";
import { issueDayOf, readersOfIssue, sendNewsletter } from "#notifications/kinds/newsletter.ts";
import { notifyPeople, peopleToNotify } from "#notifications/notify-people.ts";
import { type LedgerEvents, storeLedgerEvents } from "#notifications/webhooks/ledger-events.ts";
import { storeMovedEvents } from "#notifications/webhooks/moved-events.ts";
import { type SendDeps, sendDueWebhookEvents } from "#notifications/webhooks/send-due.ts";
import { deleteUnusedCursor, dueEndpoints, hasActiveEndpoints } from "#notifications/webhooks/send-events.ts";
import type { MessageOf } from "#platform/messages.ts";
import { chunksOf } from "#platform/queue.ts";
import { recordScope } from "#platform/scope.ts";
import type { Deps, MarketParts } from "../deps.ts";

/** People per message. Each takes about five subrequests, and the number of an invocation is limited. */
const PEOPLE_A_MESSAGE = 10;
const DELIVERIES_A_MESSAGE = 40;
/** Seconds until the rest of a message is handled once its delivery budget is used up. */
const NEXT_PART_SECONDS = 30;
const PEOPLE_A_TICK = 20_000;

export async function enqueueNotifications(parts: MarketParts): Promise<void> {
  const people = await peopleToNotify(notifying(parts), PEOPLE_A_TICK);
  await parts.enqueue(
    chunksOf(people, PEOPLE_A_MESSAGE).map((chunk) => ({ job: "notifications-of", people: chunk })),
  );
}

/**
 * Sends the notifications that are due to a chunk of people. When the provider is rate-limiting or the
 * message's delivery budget is used up, the message is enqueued again for the remaining deliveries.
 */
export async function sendNotificationsTo(
  parts: MarketParts,
  message: MessageOf<"notifications-of">,
): Promise<void> {
  const budget: DeliveryBudget = { left: DELIVERIES_A_MESSAGE };
  await notifyPeople(notifying(parts), message.people, budget);
  if (budget.left === 0) await parts.enqueue([message], budget.busySeconds ?? NEXT_PART_SECONDS);
}

export async function enqueueNewsletter(parts: MarketParts): Promise<void> {
  const issue = issueOf(parts);
  if (!issue) return;
  const readers = await readersOfIssue(parts.accounts, issue, PEOPLE_A_TICK);
  await parts.enqueue(
    chunksOf(readers, PEOPLE_A_MESSAGE).map((chunk) => ({
      job: "newsletter-to",
      issue: issue.issue,
      readers: chunk,
    })),
  );
}

/**
 * Sends an issue of the newsletter to a chunk of readers. Does nothing once the issue's two sending days are
 * over.
 */
export async function sendNewsletterTo(
  parts: MarketParts,
  message: MessageOf<"newsletter-to">,
): Promise<void> {
  const issue = issueOf(parts);
  if (issue?.issue !== message.issue) return;
  await sendNewsletter(parts.accounts, issue, message.readers, { left: DELIVERIES_A_MESSAGE });
}

function issueOf({ record, marketNow, opensTo }: MarketParts) {
  const day = issueDayOf(marketNow());
  if (day === null) return null;
  return { issue: `${record.ledgerId} ${day}`, record, marketNow: marketNow(), opensTo };
}

/**
 * Returns the dependencies of notifications. They cache each person's plan, so that one message reads it once.
 */
function notifying({ record, accounts, marketNow, opensTo, settings }: MarketParts): NotificationDeps {
  const plans = new Map<string, Promise<ProbabilityAccess>>();
  const opensOf = (userId: string): Promise<ProbabilityAccess> => {
    const opens = plans.get(userId) ?? opensTo(userId);
    plans.set(userId, opens);
    return opens;
  };
  return {
    accounts,
    opensOf,
    store: record,
    dataMode: record.dataMode,
    marketNow: marketNow(),
    operators: settings.OPERATORS,
  };
}

export async function enqueueWebhookDeliveries(deps: MarketParts): Promise<void> {
  const { dataMode } = deps.record;
  const events = webhookEventsOf(deps);
  if (await hasActiveEndpoints(deps.db)) {
    await storeLedgerEvents(events);
    await storeMovedEvents({ ...events, dataMode, today: easternDay(deps.marketNow()) });
  } else await deleteUnusedCursor(deps.db, events.ledgerId);
  const due = await dueEndpoints(deps.db, deps.now());
  await deps.enqueue(due.map((endpoint) => ({ job: "webhook", endpoint })));
}

/** Sends what is due to one webhook endpoint, and enqueues the message again for the time when more is due. */
export async function sendWebhookDeliveries(
  deps: Pick<Deps, "db" | "accounts" | "webhookSender" | "now" | "enqueue">,
  message: MessageOf<"webhook">,
): Promise<void> {
  const send: SendDeps = {
    accounts: deps.accounts,
    sender: deps.webhookSender,
    tierOf: async (userId) => (await entitlementOf(deps.db, userId, deps.now())).tier,
    random: Math.random,
  };
  const seconds = await sendDueWebhookEvents(send, message.endpoint);
  if (seconds !== null) await deps.enqueue([message], seconds);
}

export function webhookEventsOf({ origin, record, now, marketNow }: MarketParts): LedgerEvents {
  return { ...record, scope: recordScope(record.ledgerId), origin, now, marketNow };
}
