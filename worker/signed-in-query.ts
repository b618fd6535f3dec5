import { fillPlaceholders, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { SQLiteAsyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Profile, profileQuery } from "#accounts/profile/profile.ts";
import { livingSession } from "#accounts/sessions/session.ts";
import { entitlementQueries, type SubscriptionRow } from "#billing/subscription/ownership.ts";
import type { Database } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { subscriptions } from "#db/schema/billing.ts";

type SignedInRows = {
  session: typeof sessions.$inferSelect;
  profile: Profile;
  /** As `entitlementIn` reads them. */
  plan: readonly [{ subscription: SubscriptionRow }[], { id: string }[]];
};

/** The statement of an isolate: it is the same each time, and building it costs as much as running it. */
let statement: ReturnType<SQLiteAsyncDialect["sqlToQuery"]> | undefined;

/**
 * The living session under a token's hash, with its person and what their plan rests on; null without one. One statement,
 * because D1 bills and the runtime works for each. By the unique index on the token.
 */
export async function readSignedIn(db: Database, tokenHash: string, now: Date): Promise<SignedInRows | null> {
  statement ??= new SQLiteAsyncDialect().sqlToQuery(statementOf(db));
  // A placeholder has no encoder: times are stored in milliseconds.
  const params = fillPlaceholders(statement.params, { token: tokenHash, now: now.getTime() });
  const row = await db.$client
    .prepare(statement.sql)
    .bind(...params)
    .first<Record<"session" | "profile" | "subscriptions" | "disputed", string>>();
  const [session] = rowsOf<typeof sessions.$inferSelect>(sessions, row?.session);
  const [profile] = rowsOf<Profile>(users, row?.profile);
  if (!session || !profile) return null;
  const owned = rowsOf<SubscriptionRow>(subscriptions, row?.subscriptions);
  const disputed = (JSON.parse(row?.disputed ?? "[]") as [string][]).map(([id]) => ({ id }));
  return { session, profile, plan: [owned.map((subscription) => ({ subscription })), disputed] };
}

function statementOf(db: Database): SQL {
  const token = sql.placeholder("token");
  const userId = sql<string>`(SELECT ${sessions.userId} FROM ${sessions} WHERE ${sessions.token} = ${token})`;
  const [owned, disputed] = entitlementQueries(db, userId);
  return sql`SELECT ${listOf(namesOf(sessions), livingSession(db, token, sql.placeholder("now")))} AS session,
    ${listOf(namesOf(users), profileQuery(db, userId))} AS profile,
    ${listOf(namesOf(subscriptions), owned)} AS subscriptions, ${listOf(["id"], disputed)} AS disputed`;
}

/** The rows of a query as one JSON text: a list of lists in the order of `names`. */
function listOf(names: readonly string[], query: SQLWrapper): SQL {
  const cells = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  return sql`(SELECT json_group_array(json_array(${cells})) FROM (${query}))`;
}

function namesOf(table: SQLiteTable): string[] {
  return Object.values(getTableColumns(table)).map(({ name }) => name);
}

/** The rows of such a text as the table's columns give them. */
function rowsOf<Row>(table: SQLiteTable, text = "[]"): Row[] {
  const columns = Object.entries(getTableColumns(table));
  return (JSON.parse(text) as unknown[][]).map(
    (cells) =>
      Object.fromEntries(
        columns.map(([key, column], at) => {
          const cell = cells[at] ?? null;
          return [key, cell === null ? null : column.mapFromDriverValue(cell)];
        }),
      ) as Row,
  );
}
