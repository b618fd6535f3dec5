import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Tier } from "#contract/account.ts";
import type { ApiKey, ApiKeyRequest, CreatedApiKey } from "#contract/api-keys.ts";
import { planTerms } from "#contract/plans.ts";
import { apiScopes } from "#contract/rules.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { apiKeys } from "#platform/schema/access.ts";
import type { AccountDeps } from "../accounts.ts";
import { requireFreshSession } from "../password/credential.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import type { Session } from "../sessions/session.ts";
import { hashToken } from "../sessions/token.ts";
import { apiKeyPrefixOf, generateApiKey, isWithinKeyLimit, noApiKeysMessage } from "./authenticate.ts";

type KeyRow = typeof apiKeys.$inferSelect;

/** The largest number of keys that are listed, including revoked ones. It is more than anybody has. */
const LISTED_KEYS = 200;

/**
 * Returns the person's API keys, newest first and revoked ones last, and how many their plan allows. Throws
 * `forbidden` when the plan allows none and the person has none.
 */
export async function listApiKeys(
  { db }: Pick<AccountDeps, "db">,
  userId: string,
  tier: Tier,
): Promise<{ keys: ApiKey[]; limit: number }> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(sql`${apiKeys.revokedAt} IS NOT NULL`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(LISTED_KEYS);
  const limit = planTerms[tier].apiKeys;
  if (limit === 0 && rows.length === 0) throw new AppError("forbidden", noApiKeysMessage(tier));
  return { keys: rows.map((row) => presentKey(row, isWithinKeyLimit(row, rows, limit))), limit };
}

/**
 * Creates an API key. The response is the only place where the whole key is shown. Throws `forbidden` on a plan
 * without keys, `conflict` at the plan's limit, and whatever `requireFreshSession` throws.
 */
export async function createApiKey(
  accounts: AccountDeps,
  who: Session,
  tier: Tier,
  { name, scopes = [...apiScopes], password }: ApiKeyRequest,
  client: Client,
): Promise<CreatedApiKey> {
  const limit = planTerms[tier].apiKeys;
  if (limit === 0) throw new AppError("forbidden", noApiKeysMessage(tier));
  await requireFreshSession(accounts, who, password);
  const key = generateApiKey();
  const row: KeyRow = {
    id: newId("key"),
    userId: who.userId,
    name,
    prefix: apiKeyPrefixOf(key),
    hash: hashToken(key),
    scopes: apiScopes.filter((scope) => scopes.includes(scope)),
    createdAt: accounts.now(),
    lastUsedAt: null,
    revokedAt: null,
  };
  if (!(await insertWithin(accounts, row, limit)))
    throw new AppError(
      "conflict",
      limit === 1
        ? `The ${planTerms[tier].name} plan has one key. Revoke it to make another.`
        : `The ${planTerms[tier].name} plan has ${limit} keys. Revoke one to make another.`,
    );
  await recordSecurityEvent(accounts, who.userId, "api_key_created", client);
  return { ...presentKey(row, true), key };
}

/**
 * Inserts a key unless the person already has `limit` keys, and returns whether it was inserted. One statement
 * counts and inserts, so simultaneous requests cannot exceed the limit.
 */
async function insertWithin({ db }: AccountDeps, row: KeyRow, limit: number): Promise<boolean> {
  const { id, userId, name, prefix, hash, scopes, createdAt } = row;
  const living = sql`(SELECT COUNT(*) FROM ${apiKeys} WHERE ${apiKeys.userId} = ${userId} AND ${apiKeys.revokedAt} IS NULL)`;
  const { meta } = await db.run(
    sql`INSERT INTO ${apiKeys} (id, user_id, name, prefix, hash, scopes, created_at)
      SELECT ${id}, ${userId}, ${name}, ${prefix}, ${hash}, ${JSON.stringify(scopes)}, ${createdAt.getTime()}
      WHERE ${living} < ${limit}`,
  );
  return meta.changes > 0;
}

/**
 * Revokes an API key, on any plan. Revoking a key again does nothing. Throws `not_found` for an unknown key, or
 * `forbidden` instead when the plan has no keys.
 */
export async function revokeApiKey(
  accounts: AccountDeps,
  userId: string,
  tier: Tier,
  id: string,
  client: Client,
): Promise<void> {
  const { db, now } = accounts;
  const own = and(eq(apiKeys.id, id), eq(apiKeys.userId, userId));
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: now() })
    .where(and(own, isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  if (revoked.length > 0) return recordSecurityEvent(accounts, userId, "api_key_revoked", client);
  if ((await db.$count(apiKeys, own)) > 0) return;
  if (planTerms[tier].apiKeys === 0) throw new AppError("forbidden", noApiKeysMessage(tier));
  throw new AppError("not_found", "There is no such API key.");
}

function presentKey(row: KeyRow, isAllowed: boolean): ApiKey {
  const { id, name, prefix, scopes, createdAt, lastUsedAt, revokedAt } = row;
  return {
    id,
    name,
    prefix,
    scopes: [...scopes],
    state: revokedAt ? "revoked" : isAllowed ? "active" : "stopped",
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
