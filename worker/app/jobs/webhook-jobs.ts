import { entitlementOf } from "#billing/subscription/ownership.ts";
import { easternDay } from "#contract/time.ts";
import { type AttemptDeps, attemptDelivery } from "#notifications/webhooks/attempt.ts";
import { type LedgerEvents, storeLedgerEvents } from "#notifications/webhooks/ledger-events.ts";
import { storeMovedEvents } from "#notifications/webhooks/moved-events.ts";
import { dueDeliveries, forgetPlace, hasListeners } from "#notifications/webhooks/send-events.ts";
import type { MessageOf } from "#platform/messages.ts";
import { recordScope } from "#platform/scope.ts";
import type { Deps, MarketParts } from "../deps.ts";

/** Deliveries that one tick enqueues; the next has the rest. */
const DELIVERIES_A_TICK = 2_000;

/** Stores what happened since the last tick as events of webhooks, and enqueues each delivery that is due. */
export async function webhooks(deps: MarketParts): Promise<void> {
  const { dataMode } = deps.record;
  const events = webhookEventsOf(deps);
  if (await hasListeners(deps.db)) {
    await storeLedgerEvents(events);
    await storeMovedEvents({ ...events, dataMode, today: easternDay(deps.marketNow()) });
  } else await forgetPlace(deps.db, events.ledgerId);
  const due = await dueDeliveries(deps.db, deps.now(), DELIVERIES_A_TICK);
  await deps.enqueue(due.map((delivery) => ({ job: "webhook", delivery })));
}

/** Makes one attempt of one delivery, and enqueues the next where it failed. */
export async function webhook(
  deps: Pick<Deps, "db" | "accounts" | "webhookSender" | "now" | "enqueue">,
  message: MessageOf<"webhook">,
): Promise<void> {
  const attempt: AttemptDeps = {
    accounts: deps.accounts,
    sender: deps.webhookSender,
    tierOf: async (userId) => (await entitlementOf(deps.db, userId, deps.now())).tier,
    random: Math.random,
  };
  const seconds = await attemptDelivery(attempt, message.delivery);
  if (seconds !== null) await deps.enqueue([message], seconds);
}

/** Where the events of a market come from. */
export function webhookEventsOf({ origin, record, now, marketNow }: MarketParts): LedgerEvents {
  return { ...record, scope: recordScope(record.ledgerId), origin, now, marketNow };
}
