import { eq, type SQL } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { type Profile, profileIn, profileQuery } from "#accounts/profile/profile.ts";
import {
  isActiveSession,
  recordUse,
  type Session,
  sessionTokenFromRequest,
} from "#accounts/sessions/session.ts";
import type { Entitlement } from "#billing/subscription/entitlement.ts";
import {
  entitlementColumns,
  entitlementIn,
  entitlementOf,
  entitlementQuery,
} from "#billing/subscription/ownership.ts";
import type { ProbabilityAccess } from "#contract/calendar.ts";
import { probabilityAccessFor } from "#contract/plans.ts";
import type { ApiScope } from "#contract/rules.ts";
import { prepared } from "#platform/db/prepared.ts";
import type { Quotas, UserQuota } from "#platform/limits/user-quota.ts";
import { sessions, users } from "#platform/schema/accounts.ts";
import { customers, subscriptions } from "#platform/schema/billing.ts";

export type StoredUser = { profile: Profile; entitlement: Entitlement };

export type SignedIn = Session & StoredUser;

/**
 * The owner of an API key or a connected app. The id of the key or grant takes the place of the session's id,
 * and such a session never counts as a recent sign-in.
 */
export type KeyHolder = SignedIn & { via: "key"; isApp: boolean; scopes: readonly ApiScope[] };

export type UserDeps = {
  /**
   * Returns the signed-in person with profile and plan, or null. It takes one round trip to the database,
   * because most requests need all of it.
   */
  signedIn(request: Request): Promise<SignedIn | null>;
  user(userId: string): Promise<StoredUser>;
  /**
   * Returns which probabilities the person's plan shows. `userId` is null for an address without a confirmed
   * account.
   */
  opensTo(userId: string | null): Promise<ProbabilityAccess>;
  quotaOf(user: StoredUser): UserQuota;
};

const { id, provenAt, createdAt, updatedAt } = sessions;

/**
 * One statement with a row for each of the person's subscriptions, because every signed-in request waits for it. It
 * uses the unique index on `sessions.token`.
 */
const readSignedIn = prepared((db, tokenHash: SQL<string>, nowMs: SQL<number>) => [
  db
    .select({ session: { id, provenAt, createdAt, updatedAt }, profile: users, ...entitlementColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(customers, eq(customers.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.customerId, customers.id))
    .where(isActiveSession(tokenHash, nowMs)),
]);

export function openUsers(accounts: AccountDeps, quotas: Quotas): UserDeps {
  const { db, now } = accounts;
  return {
    async signedIn(request) {
      const token = sessionTokenFromRequest(accounts, request);
      if (!token) return null;
      const [rows] = await readSignedIn(db, token.hash, now().getTime());
      const [first] = rows;
      if (!first) return null;
      const { session, profile } = first;
      await recordUse(accounts, session);
      return {
        userId: profile.id,
        sessionId: session.id,
        provenAt: session.provenAt ?? session.createdAt,
        via: token.via,
        profile,
        entitlement: entitlementIn(rows, now()),
      };
    },
    async user(userId) {
      const [profiles, subscriptionRows] = await db.batch([
        profileQuery(db, userId),
        entitlementQuery(db, userId),
      ]);
      return { profile: profileIn(profiles), entitlement: entitlementIn(subscriptionRows, now()) };
    },
    opensTo: async (userId) =>
      probabilityAccessFor(userId === null ? null : (await entitlementOf(db, userId, now())).tier),
    quotaOf: ({ profile, entitlement }) => quotas.of({ userId: profile.id, ...profile }, entitlement),
  };
}
