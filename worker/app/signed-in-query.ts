import { sql } from "drizzle-orm";
import { type Profile, profileQuery } from "#accounts/profile/profile.ts";
import { livingSession } from "#accounts/sessions/session.ts";
import { entitlementQueries, type SubscriptionRow } from "#billing/subscription/ownership.ts";
import type { Database } from "#platform/db/client.ts";
import { oneStatement } from "#platform/db/one-statement.ts";
import { sessions } from "#platform/schema/accounts.ts";

type SignedInRows = {
  session: typeof sessions.$inferSelect;
  profile: Profile;
  /** As `entitlementIn` reads them. */
  plan: readonly [{ subscription: SubscriptionRow }[], { id: string }[]];
};

const readRows = oneStatement((db) => {
  const token = sql.placeholder("token");
  const userId = sql<string>`(SELECT ${sessions.userId} FROM ${sessions} WHERE ${sessions.token} = ${token})`;
  const [subscriptions, disputed] = entitlementQueries(db, userId);
  return {
    sessions: livingSession(db, token, sql.placeholder("now")),
    profiles: profileQuery(db, userId),
    subscriptions,
    disputed,
  };
});

/**
 * The living session under a token's hash, with its person and what their plan rests on; null without one. By the unique
 * index on the token.
 */
export async function readSignedIn(db: Database, tokenHash: string, now: Date): Promise<SignedInRows | null> {
  const rows = await readRows(db, { token: tokenHash, now: now.getTime() });
  const [[session], [profile]] = [rows.sessions, rows.profiles];
  return session && profile ? { session, profile, plan: [rows.subscriptions, rows.disputed] } : null;
}
