import { and, asc, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { decryptKey } from "#accounts/two-factor/stored-key.ts";
import type { Tier } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import { webhookRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { endLease, takeLease } from "#platform/lease.ts";
import { deliveries } from "#platform/schema/deliveries.ts";
import { webhookEndpoints, webhookEvents } from "#platform/schema/webhooks.ts";
import { claimDelivery, recordDeliveryResult, retryLater } from "../deliver.ts";
import { signedHeaders, type WebhookAnswer, type WebhookSender } from "./sender.ts";

export type SendDeps = {
  accounts: AccountDeps;
  sender: WebhookSender;
  tierOf(userId: string): Promise<Tier>;
  /** Returns a number between 0 and 1. */
  random: () => number;
};

type Endpoint = typeof webhookEndpoints.$inferSelect;

const RUN_MS = 20_000;
/**
 * How long one run reserves an endpoint: longer than a run with its last attempt takes. After a crash, another
 * run can take over the endpoint when this time has passed.
 */
const LEASE_MS = 60_000;

/**
 * Sends the due deliveries of one endpoint; a second run at the same time sends nothing. Returns the seconds
 * until the next delivery is due, or null.
 */
export async function sendDueWebhookEvents(deps: SendDeps, endpointId: string): Promise<number | null> {
  const { db, now } = deps.accounts;
  const startedAt = now();
  const work = { kind: "webhook endpoint", subject: endpointId };
  const lease = await takeLease(db, work, { now: startedAt, milliseconds: LEASE_MS });
  // The run that holds the lease looks for further deliveries before it ends.
  if (!lease) return secondsOfRest(deps.accounts, endpointId);
  try {
    const endpoint = await readyEndpoint(deps.accounts, endpointId);
    if (!endpoint) return await secondsOfRest(deps.accounts, endpointId);
    const reason = await whyNotSent(deps, endpoint);
    if (reason) await failAll(deps.accounts, endpointId, reason);
    for (let mustWait = reason !== null; !mustWait && now().getTime() - startedAt.getTime() < RUN_MS; ) {
      const next = await nextDue(deps.accounts, endpointId);
      if (!next) break;
      mustWait = await attempt(deps, endpoint, next);
    }
  } finally {
    await endLease(db, lease);
  }
  return secondsToNext(deps.accounts, endpointId);
}

/** Returns the endpoint, or null if it was removed or must not be called before `quietHoursEndOf`. */
async function readyEndpoint({ db, now }: AccountDeps, endpointId: string): Promise<Endpoint | null> {
  const { id, quietUntil } = webhookEndpoints;
  const [endpoint] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(id, endpointId), or(isNull(quietUntil), lte(quietUntil, now()))));
  return endpoint ?? null;
}

async function whyNotSent({ tierOf }: SendDeps, { pausedAt, userId }: Endpoint): Promise<string | null> {
  if (pausedAt) return "The endpoint is paused.";
  return planTerms[await tierOf(userId)].webhookEndpoints === 0 ? "The plan has no webhooks." : null;
}

async function failAll({ db }: AccountDeps, endpointId: string, reason: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ state: "failed", dueAt: null, status: null, milliseconds: 0, reason })
    .where(and(eq(deliveries.endpointId, endpointId), isNotNull(deliveries.dueAt)));
}

/**
 * Returns the delivery that has been due longest, or null. The query uses the index
 * `deliveries_due_by_endpoint`.
 */
async function nextDue({ db, now }: AccountDeps, endpointId: string) {
  const [next] = await db
    .select({ delivery: deliveries, body: webhookEvents.body })
    .from(deliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, deliveries.subject))
    .where(and(eq(deliveries.endpointId, endpointId), lte(deliveries.dueAt, now())))
    .orderBy(asc(deliveries.dueAt))
    .limit(1);
  return next ?? null;
}

type DueDelivery = NonNullable<Awaited<ReturnType<typeof nextDue>>>;

/** Sends one delivery and stores the answer. Returns whether the endpoint must not be called for a while. */
async function attempt(
  deps: SendDeps,
  endpoint: Endpoint,
  { delivery, body }: DueDelivery,
): Promise<boolean> {
  const { db, now } = deps.accounts;
  const sentAt = now();
  const claimed = await claimDelivery(db, [delivery], sentAt);
  if (!claimed) return false;
  const headers = signedHeaders(secretsOf(deps.accounts, endpoint), { id: delivery.subject, body, sentAt });
  const answer = await deps.sender.send(endpoint.url, headers, body);
  const mustWait = await recordAnswer(deps, endpoint, answer);
  const { outcome, ...shown } = answer;
  if (outcome === "delivered") await recordDeliveryResult(db, claimed, "sent", shown);
  else await retryLater(db, claimed, now(), shown, 2 * deps.random() - 1);
  return mustWait;
}

function secretsOf({ secrets, now }: AccountDeps, endpoint: Endpoint): string[] {
  const { secret, previousSecret, previousUntil } = endpoint;
  const isBoth = previousSecret !== null && previousUntil !== null && previousUntil > now();
  return [secret, ...(isBoth ? [previousSecret] : [])].map((hex) => decryptKey(secrets, hex).text);
}

/**
 * Stores how the endpoint answered. An endpoint that has failed for days, or says that it is gone, is paused
 * and its owner is notified. Returns whether the endpoint must not be called for a while.
 */
async function recordAnswer(
  { accounts }: SendDeps,
  endpoint: Endpoint,
  answer: WebhookAnswer,
): Promise<boolean> {
  const { db, now } = accounts;
  const at = now();
  const isDelivered = answer.outcome === "delivered";
  const failingSince = isDelivered ? null : (endpoint.failingSince ?? at);
  const rest = restMs(answer);
  const quietUntil = rest > 0 ? new Date(at.getTime() + rest) : null;
  const isOver = failingSince && at.getTime() - failingSince.getTime() >= webhookRule.pauseAfterDays * DAY_MS;
  const pausedAt = isOver || answer.outcome === "gone" ? at : null;
  if (isDelivered && !quietUntil && !endpoint.failingSince && !endpoint.quietUntil) return false;
  const changed = await db
    .update(webhookEndpoints)
    .set({ failingSince, quietUntil, pausedAt })
    .where(and(eq(webhookEndpoints.id, endpoint.id), isNull(webhookEndpoints.pausedAt)))
    .returning({ id: webhookEndpoints.id });
  if (pausedAt && changed.length > 0) accounts.notifySoon(endpoint.userId);
  Object.assign(endpoint, { failingSince, quietUntil });
  return quietUntil !== null || pausedAt !== null;
}

/**
 * Returns for how many milliseconds the endpoint must not be called. One that does not answer, is rate-limiting
 * or is slow must not hold up other endpoints.
 */
function restMs({ outcome, status, milliseconds }: WebhookAnswer): number {
  const isSilent = outcome === "unreached" || status === 429 || status === 503;
  const slow = milliseconds > webhookRule.slowMilliseconds ? milliseconds * webhookRule.restFactor : 0;
  return Math.max(isSilent ? webhookRule.quietSeconds * 1000 : 0, slow);
}

/** Returns the seconds until the endpoint's next delivery may be sent, or null when none is waiting. */
async function secondsToNext({ db, now }: AccountDeps, endpointId: string): Promise<number | null> {
  const [row] = await db
    .select({
      at: sql<number | null>`max(min(${deliveries.dueAt}), coalesce(${webhookEndpoints.quietUntil}, 0))`,
    })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .where(and(eq(deliveries.endpointId, endpointId), isNotNull(deliveries.dueAt)));
  return row?.at == null ? null : secondsUntil(row.at, now());
}

/**
 * Returns the seconds until the endpoint may be called again, or null when it may be called now or was removed.
 */
async function secondsOfRest({ db, now }: AccountDeps, endpointId: string): Promise<number | null> {
  const [row] = await db
    .select({ until: webhookEndpoints.quietUntil })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId));
  return row?.until && row.until > now() ? secondsUntil(row.until.getTime(), now()) : null;
}

const secondsUntil = (atMs: number, now: Date) => Math.max(0, Math.ceil((atMs - now.getTime()) / 1000));
