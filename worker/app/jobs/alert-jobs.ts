import type { Opens } from "#contract/calendar.ts";
import { createAlerts, peopleWithAlerts } from "#notifications/alerts/create.ts";
import { sendAlerts } from "#notifications/alerts/send.ts";
import type { Budget } from "#notifications/notices/delivery.ts";
import type { MessageOf } from "#platform/messages.ts";
import { chunksOf } from "#platform/queue.ts";
import type { MarketParts } from "../deps.ts";

/** As those of notices: a small part of an invocation's subrequests. */
const PEOPLE_A_MESSAGE = 10;
const DELIVERIES_A_MESSAGE = 40;
const NEXT_PART_SECONDS = 30;
/** People whom one tick enqueues; the next tick has the rest. */
const PEOPLE_A_TICK = 20_000;

/** Enqueues the people to whom an alert is due. */
export async function alerts({ record, now, marketNow, enqueue }: MarketParts): Promise<void> {
  const clocks = { now: now(), marketNow: marketNow() };
  const people = await peopleWithAlerts(record, clocks, PEOPLE_A_TICK);
  await enqueue(chunksOf(people, PEOPLE_A_MESSAGE).map((some) => ({ job: "alerts-of", people: some })));
}

/** Stores and sends what is due to some people. A busy mail service, or a spent budget, leaves the rest to a later message. */
export async function alertsOf(parts: MarketParts, message: MessageOf<"alerts-of">): Promise<void> {
  const { record, accounts, now, marketNow, enqueue } = parts;
  const { dataMode } = record;
  const plans = new Map<string, Promise<Opens>>();
  const opensOf = (userId: string): Promise<Opens> => {
    const opens = plans.get(userId) ?? parts.opensTo(userId);
    plans.set(userId, opens);
    return opens;
  };
  await createAlerts(record, message.people, { now: now(), marketNow: marketNow() }, opensOf);
  const budget: Budget = { left: DELIVERIES_A_MESSAGE };
  await sendAlerts(
    { accounts, store: record, dataMode, marketNow: marketNow(), opensOf },
    message.people,
    budget,
  );
  if (budget.left === 0) await enqueue([message], budget.busySeconds ?? NEXT_PART_SECONDS);
}
