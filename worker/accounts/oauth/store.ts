import { and, eq, gt, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { oauthRecords } from "#platform/schema/access.ts";
import type { AccountDeps } from "../accounts.ts";

type PutOptions = { expirationTtl?: number; expiration?: number; metadata?: unknown };
type ListOptions = { prefix?: string; limit?: number; cursor?: string };

const MAX_LISTED = 1_000;

/** Thrown when another request changed or deleted a grant after it was read. */
export class ConcurrentChangeError extends Error {
  override readonly name = "ConcurrentChangeError";
}

/**
 * Returns the OAuth library's key-value store, backed by our database. Unlike Workers KV, which returns old
 * values for up to a minute, it makes a revocation effective at once. A store serves one request. It throws
 * `ConcurrentChangeError` when it would overwrite a value that changed since it was read.
 */
export function oauthStore({ db, now }: Pick<AccountDeps, "db" | "now">): KVNamespace {
  const living = () => or(isNull(oauthRecords.expiresAt), gt(oauthRecords.expiresAt, now()));
  const read = new Map<string, string>();
  const store = {
    async get(key: string, options?: "json" | "text" | { type?: string }) {
      const [row] = await db
        .select({ value: oauthRecords.value })
        .from(oauthRecords)
        .where(and(eq(oauthRecords.key, key), living(), withItsGrant(key)));
      if (!row) return null;
      read.set(key, row.value);
      const type = typeof options === "object" ? options.type : options;
      return type === "json" ? JSON.parse(row.value) : row.value;
    },
    async put(key: string, value: string, { expirationTtl, expiration, metadata = null }: PutOptions = {}) {
      const endsAt = expirationTtl === undefined ? expiration : now().getTime() / 1_000 + expirationTtl;
      const stored = {
        value,
        metadata,
        app: appIn(key, value),
        expiresAt: endsAt === undefined ? null : new Date(endsAt * 1_000),
      };
      const readValue = read.get(key);
      if (readValue === undefined) {
        await db
          .insert(oauthRecords)
          .values({ key, userId: userOf(key), createdAt: now(), ...stored })
          .onConflictDoUpdate({ target: oauthRecords.key, set: stored });
        return;
      }
      const { meta } = await db
        .update(oauthRecords)
        .set(stored)
        .where(and(eq(oauthRecords.key, key), eq(oauthRecords.value, readValue)));
      if (meta.changes === 0) throw new ConcurrentChangeError();
      read.set(key, value);
    },
    async delete(key: string) {
      await db.delete(oauthRecords).where(eq(oauthRecords.key, key));
    },
    async list({ prefix = "", limit = MAX_LISTED, cursor }: ListOptions = {}) {
      const rows = await db
        .select({ name: oauthRecords.key, metadata: oauthRecords.metadata })
        .from(oauthRecords)
        .where(
          and(
            gte(oauthRecords.key, prefix),
            lt(oauthRecords.key, `${prefix}\u{10FFFF}`),
            cursor === undefined ? undefined : gt(oauthRecords.key, cursor),
            living(),
          ),
        )
        .orderBy(oauthRecords.key)
        .limit(limit);
      const isComplete = rows.length < limit;
      return { keys: rows, list_complete: isComplete, cursor: isComplete ? undefined : rows.at(-1)?.name };
    },
  };
  return store as unknown as KVNamespace;
}

/**
 * Returns the person to whom a key belongs, or null. Such keys have the form `grant:USER:GRANT` or
 * `token:USER:GRANT:TOKEN`.
 */
function userOf(key: string): string | null {
  return /^(?:grant|token):([^:]+):/.exec(key)?.[1] ?? null;
}

/**
 * Returns the condition that the grant of a token still exists. It also excludes tokens that were written while
 * the grant was deleted.
 */
function withItsGrant(key: string): SQL | undefined {
  const [, grant] = /^token:([^:]+:[^:]+):/.exec(key) ?? [];
  return grant === undefined
    ? undefined
    : sql`EXISTS (SELECT 1 FROM oauth_records AS grants WHERE grants.key = ${`grant:${grant}`})`;
}

/** Returns the app as it was passed to `completeAuthorization`, or null for a key that is not a grant's. */
function appIn(key: string, value: string) {
  return key.startsWith("grant:") ? JSON.parse(value).metadata.app : null;
}

const LAST_USE_RESOLUTION_MS = 60_000;

export async function recordGrantUse(
  { db, now }: Pick<AccountDeps, "db" | "now">,
  userId: string,
  grantId: string,
): Promise<void> {
  const before = new Date(now().getTime() - LAST_USE_RESOLUTION_MS);
  await db
    .update(oauthRecords)
    .set({ lastUsedAt: now() })
    .where(
      and(
        eq(oauthRecords.key, `grant:${userId}:${grantId}`),
        sql`coalesce(${oauthRecords.lastUsedAt}, 0) < ${before.getTime()}`,
      ),
    );
}

/**
 * Deletes the grant and its tokens, but only if it belongs to `clientId` when one is given. Returns whether a
 * grant was deleted.
 */
export async function revokeGrant(
  { db }: Pick<AccountDeps, "db">,
  userId: string,
  grantId: string,
  clientId?: string,
): Promise<boolean> {
  const key = `grant:${userId}:${grantId}`;
  const { meta } = await db
    .delete(oauthRecords)
    .where(
      and(
        eq(oauthRecords.userId, userId),
        eq(oauthRecords.key, key),
        clientId === undefined
          ? undefined
          : sql`json_extract(${oauthRecords.value}, '$.clientId') = ${clientId}`,
      ),
    );
  const tokens = `token:${userId}:${grantId}:`;
  if (meta.changes > 0)
    await db
      .delete(oauthRecords)
      .where(and(gte(oauthRecords.key, tokens), lt(oauthRecords.key, `${tokens}\u{10FFFF}`)));
  return meta.changes > 0;
}
