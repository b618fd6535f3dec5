import { entitlementOf } from "#billing/subscription/ownership.ts";
import { easternDay } from "#contract/time.ts";
import { type LedgerEvents, storeLedgerEvents } from "#notifications/webhooks/ledger-events.ts";
import { storeMovedEvents } from "#notifications/webhooks/moved-events.ts";
import { type SendDeps, sendDue } from "#notifications/webhooks/send-due.ts";
import { dueEndpoints, forgetPlace, hasListeners } from "#notifications/webhooks/send-events.ts";
import type { MessageOf } from "#platform/messages.ts";
import { recordScope } from "#platform/scope.ts";
import type { Deps, MarketParts } from "../deps.ts";

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
