import { and, eq, gt, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { oauthRecords } from "#platform/schema/access.ts";
import type { Accounts } from "../accounts.ts";

type PutOptions = { expirationTtl?: number; expiration?: number; metadata?: unknown };
type ListOptions = { prefix?: string; limit?: number; cursor?: string };

const MAX_LISTED = 1_000;

/** Another request wrote or ended the grant in between. */
export class ConcurrentChangeError extends Error {
  override readonly name = "ConcurrentChangeError";
}

/**
 * In our database: revocation holds at once, where Workers KV answers the old value for a minute, and grants
 * go with the account. A store serves one request and writes only what is unchanged since read, else throws
 * `ConcurrentChangeError`.
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
      const known = read.get(key);
      if (known === undefined) {
        await db
          .insert(oauthRecords)
          .values({ key, userId: userOf(key), createdAt: now(), ...stored })
          .onConflictDoUpdate({ target: oauthRecords.key, set: stored });
        return;
      }
      const { meta } = await db
        .update(oauthRecords)
        .set(stored)
        .where(and(eq(oauthRecords.key, key), eq(oauthRecords.value, known)));
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

/** `grant:USER:GRANT` and `token:USER:GRANT:TOKEN` are a person's. */
function userOf(key: string): string | null {
  return /^(?:grant|token):([^:]+):/.exec(key)?.[1] ?? null;
}

/** A token counts while its grant stands, also one written as that ended. */
function withItsGrant(key: string): SQL | undefined {
  const [, grant] = /^token:([^:]+:[^:]+):/.exec(key) ?? [];
  return grant === undefined
    ? undefined
    : sql`EXISTS (SELECT 1 FROM oauth_records AS grants WHERE grants.key = ${`grant:${grant}`})`;
}

/** As given to `completeAuthorization`. */
function appIn(key: string, value: string) {
  return key.startsWith("grant:") ? JSON.parse(value).metadata.app : null;
}

const LAST_USE_RESOLUTION_MS = 60_000;

export async function noteGrantUse(
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

/** With its tokens; of that client alone where given. */
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
