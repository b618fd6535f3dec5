import { and, asc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { requireFreshSession } from "#accounts/password/credential.ts";
import { recordSecurityEvent } from "#accounts/privacy/security-events.ts";
import type { Client } from "#accounts/sessions/client.ts";
import type { Session } from "#accounts/sessions/session.ts";
import { keyIdOf, type Secrets } from "#accounts/sessions/token.ts";
import { decryptKey, encryptKey } from "#accounts/two-factor/stored-key.ts";
import type { Tier } from "#contract/account.ts";
import { plansWithWebhooks, planTerms } from "#contract/plans.ts";
import { webhookRule } from "#contract/rules.ts";
import { HOUR_MS } from "#contract/time.ts";
import {
  type WebhookEndpoint,
  type WebhookEndpointRequest,
  type WebhookEventType,
  type WebhookSecret,
  webhookEventTypes,
} from "#contract/webhooks.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { webhookEndpoints } from "#platform/schema/webhooks.ts";
import { isOwnHost, newSigningSecret } from "./sender.ts";

type EndpointRow = typeof webhookEndpoints.$inferSelect;

const LISTED_ENDPOINTS = 50;

export function noWebhooksReason(tier: Tier): string {
  return `Webhooks come with ${plansWithWebhooks}. This account is on the ${planTerms[tier].name} plan.`;
}

/** Returns the user's endpoints without their secrets, oldest first, including those added on an earlier plan. */
export async function listEndpoints(
  { db, now }: Pick<AccountDeps, "db" | "now">,
  userId: string,
  tier: Tier,
): Promise<{ endpoints: WebhookEndpoint[]; limit: number }> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
    .limit(LISTED_ENDPOINTS);
  const limit = planTerms[tier].webhookEndpoints;
  return { endpoints: rows.map((row) => presentEndpoint(row, limit > 0, now())), limit };
}

/**
 * Adds an endpoint and returns its signing secret, which is shown only in this response. Throws `forbidden` on
 * a plan without webhooks, `invalid_request` for this deployment's own host, `conflict` when the plan's number
 * of endpoints is reached, and whatever `requireFreshSession` throws.
 */
export async function addEndpoint(
  accounts: AccountDeps,
  who: Session,
  tier: Tier,
  { url, events = [...webhookEventTypes], password }: WebhookEndpointRequest,
  client: Client,
): Promise<WebhookSecret> {
  const limit = planTerms[tier].webhookEndpoints;
  if (limit === 0) throw new AppError("forbidden", noWebhooksReason(tier));
  if (isOwnHost(url, accounts.origin)) {
    const message = "Enter an address of your own: this one is ours.";
    throw new AppError("invalid_request", message, { fields: { url: message } });
  }
  await requireFreshSession(accounts, who, password);
  const [id, secret] = [newId("whe"), newSigningSecret()];
  const stored = encryptKey(accounts.secrets, secret);
  const types = JSON.stringify(webhookEventTypes.filter((type) => events.includes(type)));
  // One statement checks and inserts, so two simultaneous requests cannot exceed the limit.
  const { meta } = await accounts.db.run(
    sql`INSERT INTO ${webhookEndpoints} (id, user_id, url, events, secret, key_id, created_at)
      SELECT ${id}, ${who.userId}, ${url}, ${types}, ${stored.secret}, ${stored.keyId}, ${accounts.now().getTime()}
      WHERE (SELECT COUNT(*) FROM ${webhookEndpoints} WHERE ${webhookEndpoints.userId} = ${who.userId}) < ${limit}`,
  );
  if (meta.changes === 0)
    throw new AppError(
      "conflict",
      `The ${planTerms[tier].name} plan has ${limit} endpoints. Remove one to add another.`,
    );
  await recordSecurityEvent(accounts, who.userId, "webhook_added", client);
  return { id, secret };
}

/** Removes the endpoint with its delivery log. Throws `not_found`. */
export async function removeEndpoint(
  accounts: AccountDeps,
  userId: string,
  id: string,
  client: Client,
): Promise<void> {
  const gone = await accounts.db
    .delete(webhookEndpoints)
    .where(isOwn(userId, id))
    .returning({ id: webhookEndpoints.id });
  if (gone.length === 0) throw noSuchEndpoint();
  await recordSecurityEvent(accounts, userId, "webhook_removed", client);
}

/**
 * Replaces the signing secret and returns the new one. For `webhookRule.bothSecretsHours`, requests are signed
 * with both. Throws `not_found`, or whatever `requireFreshSession` throws.
 */
export async function rotateSecret(
  accounts: AccountDeps,
  who: Session,
  id: string,
  password: string | undefined,
  client: Client,
): Promise<WebhookSecret> {
  await requireFreshSession(accounts, who, password);
  const secret = newSigningSecret();
  const stored = encryptKey(accounts.secrets, secret);
  const rotated = await accounts.db
    .update(webhookEndpoints)
    .set({
      ...stored,
      previousSecret: sql`${webhookEndpoints.secret}`,
      previousKeyId: sql`${webhookEndpoints.keyId}`,
      previousUntil: new Date(accounts.now().getTime() + webhookRule.bothSecretsHours * HOUR_MS),
    })
    .where(isOwn(who.userId, id))
    .returning({ id: webhookEndpoints.id });
  if (rotated.length === 0) throw noSuchEndpoint();
  await recordSecurityEvent(accounts, who.userId, "webhook_secret_rotated", client);
  return { id, secret };
}

/** Resumes a paused endpoint. Events that happened during the pause are not sent. Throws `not_found`. */
export async function resumeEndpoint({ db }: Pick<AccountDeps, "db">, userId: string, id: string) {
  await requireOwnEndpoint({ db }, userId, id);
  await db
    .update(webhookEndpoints)
    .set({ pausedAt: null, failingSince: null, quietUntil: null })
    .where(and(isOwn(userId, id), isNotNull(webhookEndpoints.pausedAt)));
}

/** Returns the user's endpoint. Throws `not_found` if the user has none with this id. */
export async function requireOwnEndpoint({ db }: Pick<AccountDeps, "db">, userId: string, id: string) {
  const [row] = await db.select().from(webhookEndpoints).where(isOwn(userId, id)).limit(1);
  if (!row) throw noSuchEndpoint();
  return row;
}

function isOwn(userId: string, id: string) {
  return and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId));
}

function noSuchEndpoint(): AppError {
  return new AppError("not_found", "There is no such webhook endpoint.");
}

function presentEndpoint(row: EndpointRow, isInPlan: boolean, now: Date): WebhookEndpoint {
  const { id, url, events, createdAt, failingSince, pausedAt, previousUntil } = row;
  return {
    id,
    url,
    events: events.filter((type): type is WebhookEventType =>
      webhookEventTypes.some((eventType) => eventType === type),
    ),
    state: !isInPlan ? "stopped" : pausedAt ? "paused" : failingSince ? "failing" : "active",
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretUntil: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
  };
}

const ENDPOINTS_A_RUN = 500;

/**
 * Encrypts the signing secrets again with the current key. An endpoint whose secret no key can decrypt stays as
 * it is; a previous secret that no key can decrypt is removed. Running it again changes nothing.
 */
export async function reencryptSigningSecrets({
  db,
  secrets,
}: Pick<AccountDeps, "db" | "secrets">): Promise<void> {
  const current = keyIdOf(secrets[0]);
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(or(ne(webhookEndpoints.keyId, current), ne(webhookEndpoints.previousKeyId, current)))
    .limit(ENDPOINTS_A_RUN);
  for (const { id, secret, previousSecret } of rows) {
    const now = again(secrets, secret);
    const before = previousSecret === null ? null : again(secrets, previousSecret);
    if (!now) continue;
    await db
      .update(webhookEndpoints)
      .set({ ...now, previousSecret: before?.secret ?? null, previousKeyId: before?.keyId ?? null })
      // If the owner has rotated the secret since it was read, the newer one stays.
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.secret, secret)));
  }
}

function again(secrets: Secrets, stored: string): ReturnType<typeof encryptKey> | null {
  try {
    return encryptKey(secrets, decryptKey(secrets, stored).text);
  } catch {
    return null;
  }
}
