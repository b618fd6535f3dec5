import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Accounts } from "#accounts/accounts.ts";
import { decryptKey } from "#accounts/two-factor/stored-key.ts";
import type { Tier } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import { webhookRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "#platform/schema/webhooks.ts";
import { mailPaused } from "./mail-paused.ts";
import type { WebhookAnswer, WebhookSender } from "./sender.ts";
import { signedHeaders } from "./signature.ts";

export type AttemptDeps = {
  accounts: Accounts;
  sender: WebhookSender;
  /** The owner's plan now. */
  tierOf(userId: string): Promise<Tier>;
  /** Between 0 and 1. */
  random: () => number;
};

/** Longer than any attempt lasts: one that was killed is made again after so long, under the same id. */
const LEASE_MS = 60_000;

type Delivery = typeof webhookDeliveries.$inferSelect;
type Endpoint = typeof webhookEndpoints.$inferSelect;

/**
 * Makes the attempt of a delivery that is due. Of two at once one makes it. Answers in how many seconds the next is due; null
 * where none is.
 */
export async function attemptDelivery(deps: AttemptDeps, id: string): Promise<number | null> {
  const { db, now } = deps.accounts;
  const at = now();
  const [delivery] = await db
    .update(webhookDeliveries)
    .set({
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      lastAt: at,
      nextAt: new Date(at.getTime() + LEASE_MS),
    })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, "pending"),
        lte(webhookDeliveries.nextAt, at),
      ),
    )
    .returning();
  if (!delivery) return null;
  const [found] = await db
    .select({ endpoint: webhookEndpoints, body: webhookEvents.body })
    .from(webhookEndpoints)
    .innerJoin(webhookEvents, eq(webhookEvents.id, delivery.eventId))
    .where(eq(webhookEndpoints.id, delivery.endpointId));
  // Removed meanwhile, and the delivery with it.
  if (!found) return null;
  const { endpoint, body } = found;
  if (endpoint.pausedAt) return give(deps, delivery, "The endpoint is paused.");
  if (planTerms[await deps.tierOf(endpoint.userId)].webhookEndpoints === 0)
    return give(deps, delivery, "The plan has no webhooks.");
  if (endpoint.quietUntil && endpoint.quietUntil > at)
    return later(deps, delivery, notAsked("Not asked: it did not answer a moment ago."));
  const headers = signedHeaders(secretsOf(deps.accounts, endpoint), {
    id: delivery.eventId,
    body,
    sentAt: at,
  });
  const answer = await deps.sender.send(endpoint.url, headers, body);
  await noteEndpoint(deps, endpoint, answer);
  if (answer.outcome !== "delivered") return later(deps, delivery, answer);
  await end(deps, delivery, "delivered", answer);
  return null;
}

/** The secrets in force, the newest first. */
function secretsOf({ secrets, now }: Accounts, endpoint: Endpoint): string[] {
  const { secret, previousSecret, previousUntil } = endpoint;
  const isBoth = previousSecret !== null && previousUntil !== null && previousUntil > now();
  return [secret, ...(isBoth ? [previousSecret] : [])].map((hex) => decryptKey(secrets, hex).text);
}

function notAsked(excerpt: string): WebhookAnswer {
  return { outcome: "unreached", status: null, milliseconds: 0, excerpt };
}

/** Ends a delivery that must not be sent. */
async function give(deps: AttemptDeps, delivery: Delivery, reason: string): Promise<null> {
  await end(deps, delivery, "failed", notAsked(reason));
  return null;
}

/** Plans the next attempt, or ends the delivery after the last. */
async function later(deps: AttemptDeps, delivery: Delivery, answer: WebhookAnswer): Promise<number | null> {
  const { retrySeconds, jitter } = webhookRule;
  const pause = retrySeconds[delivery.attempts - 1];
  if (pause === undefined) {
    await end(deps, delivery, "failed", answer);
    return null;
  }
  const seconds = Math.ceil(pause * (1 + jitter * (2 * deps.random() - 1)));
  const { db, now } = deps.accounts;
  await db
    .update(webhookDeliveries)
    .set({ ...lastOf(answer), nextAt: new Date(now().getTime() + seconds * 1000) })
    .where(isThisAttempt(delivery));
  return seconds;
}

async function end(
  { accounts: { db } }: AttemptDeps,
  delivery: Delivery,
  state: "delivered" | "failed",
  answer: WebhookAnswer,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state, nextAt: null, ...lastOf(answer) })
    .where(isThisAttempt(delivery));
}

function lastOf({ status, milliseconds, excerpt }: WebhookAnswer) {
  return { status, milliseconds, excerpt };
}

/** An attempt that lasted past its lease does not overwrite the next one's. */
function isThisAttempt({ id, attempts }: Delivery) {
  return and(
    eq(webhookDeliveries.id, id),
    eq(webhookDeliveries.attempts, attempts),
    eq(webhookDeliveries.state, "pending"),
  );
}

/** Notes how the endpoint does. One that failed for days, or says that it is gone, is paused and its owner is written to. */
async function noteEndpoint(
  { accounts }: AttemptDeps,
  endpoint: Endpoint,
  answer: WebhookAnswer,
): Promise<void> {
  const { db, now } = accounts;
  const isThis = eq(webhookEndpoints.id, endpoint.id);
  if (answer.outcome === "delivered") {
    if (endpoint.failingSince || endpoint.quietUntil)
      await db.update(webhookEndpoints).set({ failingSince: null, quietUntil: null }).where(isThis);
    return;
  }
  const at = now();
  const failingSince = endpoint.failingSince ?? at;
  const isQuiet = answer.outcome === "unreached" || answer.status === 429 || answer.status === 503;
  const quietUntil = isQuiet ? new Date(at.getTime() + webhookRule.quietSeconds * 1000) : null;
  const isOver = at.getTime() - failingSince.getTime() >= webhookRule.pauseAfterDays * DAY_MS;
  const pausedAt = isOver || answer.outcome === "gone" ? at : null;
  const changed = await db
    .update(webhookEndpoints)
    .set({ failingSince, quietUntil, pausedAt })
    .where(and(isThis, isNull(webhookEndpoints.pausedAt)))
    .returning({ id: webhookEndpoints.id });
  if (pausedAt && changed.length > 0) await mailPaused(accounts, endpoint);
}
