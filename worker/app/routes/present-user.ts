import { notificationPreferencesOf, privacyPreferencesOf } from "#accounts/profile/preferences.ts";
import { clearedSessionCookie, type OpenedSession, sessionCookie } from "#accounts/sessions/session.ts";
import { deviceCookie } from "#accounts/sign-in/sign-in.ts";
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH, type SessionResponse, type User } from "#contract/account.ts";
import { plainLines, plainName } from "#contract/plain-text.ts";
import type { AppContext, Deps } from "../deps.ts";
import type { StoredUser } from "../users.ts";

export async function presentUser(quotaOf: Deps["quotaOf"], user: StoredUser): Promise<User> {
  const { profile, entitlement } = user;
  const used = await quotaOf(user).used();
  return {
    id: profile.id,
    email: profile.email,
    // A stored name may break the current rules for names, so it is cleaned up when it is shown.
    fullName: plainName(profile.name, MAX_NAME_LENGTH) || null,
    phone: profile.phone,
    company: profile.company && plainName(profile.company, MAX_NAME_LENGTH),
    location: profile.location && plainName(profile.location, MAX_NAME_LENGTH),
    bio: profile.bio && plainLines(profile.bio, MAX_BIO_LENGTH),
    avatarUrl: profile.image,
    createdAt: profile.createdAt.toISOString(),
    isEmailVerified: profile.emailVerified,
    isTwoFactorEnabled: profile.twoFactorEnabled,
    notificationPreferences: notificationPreferencesOf(profile),
    privacyPreferences: privacyPreferencesOf(profile),
    subscriptionTier: entitlement.tier,
    subscriptionStatus: entitlement.status,
    apiCallsUsed: used,
    apiCallsLimit: entitlement.callLimit,
  };
}

/** Sets the session in an http-only cookie, and returns the person and the token for the response's body. */
export async function presentSession(c: AppContext, opened: OpenedSession): Promise<SessionResponse> {
  const { deps } = c.var;
  c.header("Set-Cookie", sessionCookie(deps.accounts, opened.token), { append: true });
  await rememberDevice(c, opened.userId);
  return { user: await presentUser(deps.quotaOf, await deps.user(opened.userId)), token: opened.token };
}

/**
 * Sets a cookie by which the browser is recognized, so that other people's wrong attempts do not slow down its
 * next sign-in.
 */
export async function rememberDevice(c: AppContext, userId: string): Promise<void> {
  const cookie = await deviceCookie(c.var.deps.accounts, c.req.raw, userId);
  if (cookie) c.header("Set-Cookie", cookie, { append: true });
}

export function clearSession(c: AppContext): void {
  c.header("Set-Cookie", clearedSessionCookie(c.var.deps.accounts), { append: true });
}
