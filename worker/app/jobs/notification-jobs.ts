import { entitlementOf } from "#billing/subscription/ownership.ts";
import type { Opens } from "#contract/calendar.ts";
import { easternDay } from "#contract/time.ts";
import type { Budget } from "#notifications/deliver.ts";
import type { NotificationDeps } from "#notifications/kinds/kind.ts";
import { issueDayOf, readersOfIssue, sendNewsletter } from "#notifications/kinds/newsletter.ts";
import { notifyPeople, peopleToNotify } from "#notifications/notify-people.ts";
import { type LedgerEvents, storeLedgerEvents } from "#notifications/webhooks/ledger-events.ts";
import { storeMovedEvents } from "#notifications/webhooks/moved-events.ts";
import { type SendDeps, sendDue } from "#notifications/webhooks/send-due.ts";
import { dueEndpoints, forgetPlace, hasListeners } from "#notifications/webhooks/send-events.ts";
import type { MessageOf } from "#platform/messages.ts";
import { chunksOf } from "#platform/queue.ts";
import { recordScope } from "#platform/scope.ts";
import type { Deps, MarketParts } from "../deps.ts";

/** Each person takes five subrequests, and an invocation has a thousand for five messages. */
const PEOPLE_A_MESSAGE = 10;
const DELIVERIES_A_MESSAGE = 40;
/** Comes before the messages that waited for a new budget. */
const NEXT_PART_SECONDS = 30;
const PEOPLE_A_TICK = 20_000;

export async function notifications(parts: MarketParts): Promise<void> {
  const people = await peopleToNotify(notifying(parts), PEOPLE_A_TICK);
  await parts.enqueue(
    chunksOf(people, PEOPLE_A_MESSAGE).map((chunk) => ({ job: "notifications-of", people: chunk })),
  );
}

/**
 * When the provider is rate-limiting or the time budget is used up, the remaining deliveries wait for a later
 * message.
 */
export async function notificationsOf(
  parts: MarketParts,
  message: MessageOf<"notifications-of">,
): Promise<void> {
  const budget: Budget = { left: DELIVERIES_A_MESSAGE };
  await notifyPeople(notifying(parts), message.people, budget);
  if (budget.left === 0) await parts.enqueue([message], budget.busySeconds ?? NEXT_PART_SECONDS);
}

export async function newsletter(parts: MarketParts): Promise<void> {
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

/** Sends only within the issue's week. */
export async function newsletterTo(parts: MarketParts, message: MessageOf<"newsletter-to">): Promise<void> {
  const issue = issueOf(parts);
  if (issue?.issue !== message.issue) return;
  await sendNewsletter(parts.accounts, issue, message.readers, { left: DELIVERIES_A_MESSAGE });
}

function issueOf({ record, marketNow, opensTo }: MarketParts) {
  const day = issueDayOf(marketNow());
  if (day === null) return null;
  return { issue: `${record.ledgerId} ${day}`, record, marketNow: marketNow(), opensTo };
}

/** Plans are read once for each message. */
function notifying({ record, accounts, marketNow, opensTo, settings }: MarketParts): NotificationDeps {
  const plans = new Map<string, Promise<Opens>>();
  const opensOf = (userId: string): Promise<Opens> => {
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

export async function webhooks(deps: MarketParts): Promise<void> {
  const { dataMode } = deps.record;
  const events = webhookEventsOf(deps);
  if (await hasListeners(deps.db)) {
    await storeLedgerEvents(events);
    await storeMovedEvents({ ...events, dataMode, today: easternDay(deps.marketNow()) });
  } else await forgetPlace(deps.db, events.ledgerId);
  const due = await dueEndpoints(deps.db, deps.now());
  await deps.enqueue(due.map((endpoint) => ({ job: "webhook", endpoint })));
}

/** Enqueues the endpoint again for what is left. */
export async function webhook(
  deps: Pick<Deps, "db" | "accounts" | "webhookSender" | "now" | "enqueue">,
  message: MessageOf<"webhook">,
): Promise<void> {
  const send: SendDeps = {
    accounts: deps.accounts,
    sender: deps.webhookSender,
    tierOf: async (userId) => (await entitlementOf(deps.db, userId, deps.now())).tier,
    random: Math.random,
  };
  const seconds = await sendDue(send, message.endpoint);
  if (seconds !== null) await deps.enqueue([message], seconds);
}

export function webhookEventsOf({ origin, record, now, marketNow }: MarketParts): LedgerEvents {
  return { ...record, scope: recordScope(record.ledgerId), origin, now, marketNow };
}
