import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Tier } from "#contract/account.ts";
import { API_KEY_START } from "#contract/api-keys.ts";
import { plansWithKeys, plansWithOneKey, planTerms } from "#contract/plans.ts";
import { AppError } from "#platform/errors.ts";
import { apiKeys } from "#platform/schema/access.ts";
import type { AccountDeps } from "../accounts.ts";
import { newToken } from "../sessions/token.ts";

const SHOWN_CHARACTERS = 6;
const keyInText = new RegExp(`${API_KEY_START}[\\w-]{43}`);

/** Returns a new API key: 256 random bits after a prefix by which API keys are recognized. */
export function generateApiKey(): string {
  return API_KEY_START + newToken();
}

function isApiKey(text: string): boolean {
  return keyInText.exec(text)?.[0] === text;
}

export function hasApiKey(text: string): boolean {
  return keyInText.test(text);
}

/** Returns the first characters of a key, by which its owner can recognize it. They reveal 36 of its 256 bits. */
export function apiKeyPrefixOf(key: string): string {
  return key.slice(0, API_KEY_START.length + SHOWN_CHARACTERS);
}

type KeyRow = typeof apiKeys.$inferSelect;

const LAST_USE_RESOLUTION_MS = 60_000;

const HOW_TO_SEND = "Send an API key as 'Authorization: Bearer beatcast_…'.";

/**
 * Returns the API key in a request's Authorization header. Throws `unauthenticated` with a message that says
 * what is wrong with the header.
 */
export function apiKeyFromRequest(request: Request): string {
  const header = request.headers.get("authorization");
  if (header === null) throw new AppError("unauthenticated", HOW_TO_SEND);
  const key = /^Bearer\s+(\S{1,200})$/i.exec(header)?.[1];
  if (key && isApiKey(key)) return key;
  throw new AppError(
    "unauthenticated",
    `That is no API key; the token of a signed-in browser is none either. ${HOW_TO_SEND}`,
  );
}

export function apiKeysOfSameOwnerQuery({ db }: Pick<AccountDeps, "db">, hash: string) {
  const owner = sql`(SELECT ${apiKeys.userId} FROM ${apiKeys} WHERE ${apiKeys.hash} = ${hash})`;
  const isAsked = or(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt));
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, owner), isAsked));
}

/**
 * Checks that a key is not revoked and that its owner's plan allows it. Throws `unauthenticated` or
 * `forbidden`.
 */
export function requireActiveApiKey(key: KeyRow, all: readonly KeyRow[], tier: Tier): void {
  if (key.revokedAt) throw new AppError("unauthenticated", "This API key has been revoked.");
  const limit = planTerms[tier].apiKeys;
  if (limit === 0)
    throw new AppError("forbidden", `${noApiKeysMessage(tier)} The key works again once the plan has keys.`);
  if (isWithinKeyLimit(key, all, limit)) return;
  throw new AppError(
    "forbidden",
    `The ${planTerms[tier].name} plan lets the oldest ${limit === 1 ? "key" : `${limit} keys`} work, and this is a newer one.`,
  );
}

export async function recordKeyUse({ db, now }: Pick<AccountDeps, "db" | "now">, key: KeyRow): Promise<void> {
  const at = now();
  if (key.lastUsedAt && at.getTime() - key.lastUsedAt.getTime() <= LAST_USE_RESOLUTION_MS) return;
  await db.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, key.id));
}

export function noApiKeysMessage(tier: Tier): string {
  return (
    `API keys come with ${plansWithKeys}, and one to try with ${plansWithOneKey}. ` +
    `This account is on the ${planTerms[tier].name} plan.`
  );
}

type RankedKey = { id: string; createdAt: Date; revokedAt: Date | null };

/**
 * Returns whether a key is not revoked and among the oldest `limit` keys that are not. These keep working after
 * a downgrade to a plan with fewer keys.
 */
export function isWithinKeyLimit(key: RankedKey, all: readonly RankedKey[], limit: number): boolean {
  const older = all.filter((candidate) => candidate.revokedAt === null && comesBefore(candidate, key));
  return key.revokedAt === null && older.length < limit;
}

function comesBefore(a: RankedKey, b: RankedKey): boolean {
  const difference = a.createdAt.getTime() - b.createdAt.getTime();
  return difference < 0 || (difference === 0 && a.id < b.id);
}
