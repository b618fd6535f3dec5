import { and, eq, gt, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { oauthRecords } from "#platform/schema/access.ts";
import type { Accounts } from "../accounts.ts";

type PutOptions = { expirationTtl?: number; expiration?: number; metadata?: unknown };
type ListOptions = { prefix?: string; limit?: number; cursor?: string };

const MAX_LISTED = 1_000;

/** Another request changed or ended the grant in between. */
export class ConcurrentChangeError extends Error {
  override readonly name = "ConcurrentChangeError";
}

/**
 * Implements the library's key-value store in our database. A revocation takes effect at once, while Workers KV
 * returns the old value for a minute, and grants are deleted with the account. One store serves one request; it
 * writes only what is unchanged since it was read, and otherwise throws `ConcurrentChangeError`.
 */
export function oauthStore({ db, now }: Pick<Accounts, "db" | "now">): KVNamespace {
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

/** The keys `grant:USER:GRANT` and `token:USER:GRANT:TOKEN` belong to a person. */
function userOf(key: string): string | null {
  return /^(?:grant|token):([^:]+):/.exec(key)?.[1] ?? null;
}

/** A token is valid only while its grant exists, even a token that was written while the grant ended. */
function withItsGrant(key: string): SQL | undefined {
  const [, grant] = /^token:([^:]+:[^:]+):/.exec(key) ?? [];
  return grant === undefined
    ? undefined
    : sql`EXISTS (SELECT 1 FROM oauth_records AS grants WHERE grants.key = ${`grant:${grant}`})`;
}

/** Reads the app as it was passed to `completeAuthorization`. */
function appIn(key: string, value: string) {
  return key.startsWith("grant:") ? JSON.parse(value).metadata.app : null;
}

const LAST_USE_RESOLUTION_MS = 60_000;

export async function recordGrantUse(
  { db, now }: Pick<Accounts, "db" | "now">,
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

/** Ends the grant with its tokens, only for the given client if one is given. */
export async function endGrant(
  { db }: Pick<Accounts, "db">,
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
