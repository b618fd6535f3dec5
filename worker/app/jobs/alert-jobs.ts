import { entitlementOf } from "#billing/subscription/ownership.ts";
import type { Opens } from "#contract/calendar.ts";
import { opensFor } from "#contract/plans.ts";
import { createAlerts, peopleWithAlerts } from "#notifications/alerts/create.ts";
import { sendAlerts } from "#notifications/alerts/send.ts";
import type { Budget } from "#notifications/notices/delivery.ts";
import type { MessageOf } from "#platform/messages.ts";
import { chunksOf } from "#platform/queue.ts";
import type { Deps } from "../deps.ts";

/** As those of notices: a small part of an invocation's subrequests. */
const PEOPLE_A_MESSAGE = 10;
const DELIVERIES_A_MESSAGE = 40;
const NEXT_PART_SECONDS = 30;
/** People whom one tick enqueues; the next tick has the rest. */
const PEOPLE_A_TICK = 20_000;

/** Enqueues the people to whom an alert is due. */
export async function alerts(deps: Deps): Promise<void> {
  const { store } = await alertStore(deps);
  const clocks = { now: deps.now(), marketNow: deps.marketNow() };
  const people = await peopleWithAlerts(store, clocks, PEOPLE_A_TICK);
  await deps.enqueue(chunksOf(people, PEOPLE_A_MESSAGE).map((some) => ({ job: "alerts-of", people: some })));
}

/** Stores and sends what is due to some people. A busy mail service, or a spent budget, leaves the rest to a later message. */
export async function alertsOf(deps: Deps, message: MessageOf<"alerts-of">): Promise<void> {
  const { store, dataMode } = await alertStore(deps);
  const { accounts, now, marketNow } = deps;
  const plans = new Map<string, Promise<Opens>>();
  const opensOf = (userId: string): Promise<Opens> => {
    const opens =
      plans.get(userId) ?? entitlementOf(deps.db, userId, now()).then(({ tier }): Opens => opensFor(tier));
    plans.set(userId, opens);
    return opens;
  };
  await createAlerts(store, message.people, { now: now(), marketNow: marketNow() }, opensOf);
  const budget: Budget = { left: DELIVERIES_A_MESSAGE };
  await sendAlerts({ accounts, store, dataMode, marketNow: marketNow(), opensOf }, message.people, budget);
  if (budget.left === 0) await deps.enqueue([message], budget.busySeconds ?? NEXT_PART_SECONDS);
}

async function alertStore({ market, record }: Deps) {
  const { dataMode } = await market();
  const { db, ledgerId } = record(dataMode);
  return { store: { db, ledgerId }, dataMode };
}
