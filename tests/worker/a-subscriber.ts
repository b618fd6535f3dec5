import { env } from "cloudflare:test";
import type { planIds } from "#contract/plans.ts";
import { DAY_MS } from "#contract/time.ts";
import { openDatabase } from "#platform/db/client.ts";
import { customers, subscriptions } from "#platform/schema/billing.ts";
import { aPerson } from "./api.ts";

/** Creates a person whose plan was paid for today, and returns their token. */
export async function aSubscriber(planId: (typeof planIds)[number]): Promise<string> {
  const { token, user } = await aPerson();
  await subscribe(user, planId);
  return token;
}

/** Gives a person a plan that was paid for today. */
export async function subscribe(
  user: { id: string; email: string },
  planId: (typeof planIds)[number],
): Promise<void> {
  const db = openDatabase(env.DB);
  const now = new Date();
  const until = new Date(now.getTime() + 30 * DAY_MS);
  const customerId = `cus_${user.id}`;
  await db.insert(customers).values({ id: customerId, userId: user.id, email: user.email, createdAt: now });
  await db.insert(subscriptions).values({
    id: `sub_${user.id}`,
    customerId,
    status: "active",
    planId,
    priceId: `price_${planId}`,
    amountCents: 100,
    currency: "usd",
    periodStart: now,
    periodEnd: until,
    countedFrom: now,
    paidFrom: now,
    paidUntil: until,
    paidPlanId: planId,
    paidCalls: 100,
    createdAt: now,
  });
}
