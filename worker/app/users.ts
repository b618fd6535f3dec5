import { sql } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { type Profile, profileQuery, readProfile } from "#accounts/profile/profile.ts";
import {
  activeSession,
  recordUse,
  type Session,
  sessionTokenFromRequest,
} from "#accounts/sessions/session.ts";
import type { Entitlement } from "#billing/subscription/entitlement.ts";
import { entitlementIn, entitlementOf, entitlementQueries } from "#billing/subscription/ownership.ts";
import type { ProbabilityAccess } from "#contract/calendar.ts";
import { probabilityAccessFor } from "#contract/plans.ts";
import type { ApiScope } from "#contract/rules.ts";
import type { Quotas, UserQuota } from "#platform/limits/user-quota.ts";
import { sessions } from "#platform/schema/accounts.ts";

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

export function openUsers(accounts: AccountDeps, quotas: Quotas): UserDeps {
  const { db, now } = accounts;
  return {
    async signedIn(request) {
      const token = await sessionTokenFromRequest(accounts, request);
      if (!token) return null;
      // The subquery uses the unique index on `sessions.token`. Each table has a statement of its own, because
      // a batch identifies columns only by name.
      const userId = sql<string>`(SELECT ${sessions.userId} FROM ${sessions} WHERE ${sessions.token} = ${token.hash})`;
      const [[session], [profile], ...plan] = await db.batch([
        activeSession(db, token.hash, now()),
        profileQuery(db, userId),
        ...entitlementQueries(db, userId),
      ]);
      if (!session || !profile) return null;
      await recordUse(accounts, session);
      return {
        userId: profile.id,
        sessionId: session.id,
        provenAt: session.provenAt ?? session.createdAt,
        via: token.via,
        profile,
        entitlement: entitlementIn(plan, now()),
      };
    },
    async user(userId) {
      const [profile, entitlement] = await Promise.all([
        readProfile(db, userId),
        entitlementOf(db, userId, now()),
      ]);
      return { profile, entitlement };
    },
    opensTo: async (userId) =>
      probabilityAccessFor(userId === null ? null : (await entitlementOf(db, userId, now())).tier),
    quotaOf: ({ profile, entitlement }) => quotas.of({ userId: profile.id, ...profile }, entitlement),
  };
}
