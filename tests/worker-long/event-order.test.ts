import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PaymentEvent, RemoteSubscription } from "#billing/gateway.ts";
import { applyPaymentEvent } from "#billing/sync/events.ts";
import { reconcileSubscriptions } from "#billing/sync/reconcile.ts";
import { planIds } from "#contract/plans.ts";
import {
  aCustomer,
  anEvent,
  aSubscription,
  aUser,
  aWorld,
  DAY,
  START,
  type World,
} from "../worker/billing/provider.ts";

type Step = {
  kind: "begin" | "renew" | "fail" | "pay" | "plan" | "cancel" | "reactivate" | "end";
  which: number;
};

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("begin", "renew", "fail", "pay", "plan", "cancel", "reactivate", "end"),
    which: fc.nat({ max: 5 }),
  }),
  { minLength: 1, maxLength: 12 },
);

/**
 * For each event of the history: how many times it arrives (0 is never), after how many later steps, and how slow
 * the answer is.
 */
const arrivals = fc.array(
  fc.record({ times: fc.nat({ max: 2 }), lateness: fc.nat({ max: 12 }), slowness: fc.nat({ max: 4 }) }),
  { minLength: 12, maxLength: 12 },
);

const planAt = (which: number) => planIds[which % planIds.length] ?? planIds[0];

/** Lets one thing happen at the payment provider. */
function happen({ provider }: World, customerId: string, { kind, which }: Step): void {
  const all = [...provider.subscriptions.values()].filter((one) => one.customerId === customerId);
  const living = all.filter(({ status }) => status !== "canceled");
  if (kind === "begin") {
    // Only one subscription lives at a time, because another rule covers two.
    if (living.length > 0) return;
    const begun = aSubscription(customerId, { planId: planAt(which) });
    provider.subscriptions.set(begun.id, begun);
    return;
  }
  const [target] = living;
  if (!target) return;
  const change: Partial<RemoteSubscription> = {
    renew: {
      periodStart: target.periodEnd,
      periodEnd: new Date(target.periodEnd.getTime() + 30 * DAY),
      status: "active",
    },
    fail: { status: "past_due" },
    pay: { status: "active" },
    plan: { planId: planAt(which), priceId: `price_${planAt(which)}` },
    cancel: { endsAt: target.periodEnd },
    reactivate: { endsAt: null },
    end: { status: "canceled", endedAt: START },
  }[kind];
  provider.subscriptions.set(target.id, { ...target, ...change });
}

/** Returns what is stored of a customer's subscriptions, in the provider's words. */
async function stored(customerId: string) {
  const { results } = await env.DB.prepare(
    "SELECT id, status, plan_id, period_start, period_end, ends_at, ended_at FROM subscriptions WHERE customer_id = ? ORDER BY id",
  )
    .bind(customerId)
    .all();
  return results;
}

function held({ provider }: World, customerId: string) {
  return [...provider.subscriptions.values()]
    .filter((one) => one.customerId === customerId)
    .map((one) => ({
      id: one.id,
      status: one.status,
      plan_id: one.planId,
      period_start: one.periodStart.getTime(),
      period_end: one.periodEnd.getTime(),
      ends_at: one.endsAt?.getTime() ?? null,
      ended_at: one.endedAt?.getTime() ?? null,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const ticks = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setTimeout(resolve, 0));
};

/**
 * * Plays a history. Each event arrives when its arrival says, any number of times, while others are being handled
 * and their answers overtake each other. The last event of all arrives after the last step.
 */
async function liveThrough(
  world: World,
  customerId: string,
  history: readonly Step[],
  arriving: readonly { times: number; lateness: number; slowness: number }[],
  isLastEventLost: boolean,
): Promise<void> {
  const waiting: { at: number; event: PaymentEvent; slowness: number }[] = [];
  const running: Promise<unknown>[] = [];
  const receive = ({ event, slowness }: (typeof waiting)[number]) => {
    world.provider.delay = () => ticks(slowness);
    running.push(applyPaymentEvent(world.billing, event));
  };
  for (const [index, step] of history.entries()) {
    happen(world, customerId, step);
    const { times, lateness, slowness } = arriving[index] ?? { times: 1, lateness: 0, slowness: 0 };
    const event = anEvent(customerId);
    for (let i = 0; i < times; i++) waiting.push({ at: index + lateness + i, event, slowness });
    for (const due of waiting.filter(({ at }) => at === index)) receive(due);
    await ticks(1);
  }
  for (const late of waiting.filter(({ at }) => at >= history.length)) receive(late);
  if (!isLastEventLost) receive({ at: 0, event: anEvent(customerId), slowness: 0 });
  await Promise.all(running);
}

it("ends in the state the provider holds, whatever the order, the duplicates and the gaps of the events", async () => {
  await fc.assert(
    fc.asyncProperty(steps, arrivals, async (history, arriving) => {
      const world = aWorld();
      const customerId = await aCustomer(await aUser());
      await liveThrough(world, customerId, history, arriving, false);
      expect(await stored(customerId)).toEqual(held(world, customerId));
    }),
    { numRuns: 60 },
  );
}, 120_000);

it("ends there too when the last events are lost, after the next daily reconciliation", async () => {
  await fc.assert(
    fc.asyncProperty(steps, arrivals, async (history, arriving) => {
      const world = aWorld();
      const customerId = await aCustomer(await aUser());
      await liveThrough(world, customerId, history, arriving, true);
      world.setNow(new Date(START.getTime() + 25 * 3_600_000));
      world.provider.delay = async () => undefined;
      await reconcileSubscriptions(world.billing);
      expect(await stored(customerId)).toEqual(held(world, customerId));
    }),
    { numRuns: 25 },
  );
}, 120_000);
