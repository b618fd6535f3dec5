import { notificationsOf, privacyOf } from "#accounts/preferences.ts";
import { readProfile } from "#accounts/profile.ts";
import type { User } from "#contract/account.ts";
import type { Deps } from "#worker/deps.ts";

/** The signed-in person as the page may see them: profile, plan and calls used, field by field. */
export async function presentUser(deps: Deps, userId: string): Promise<User> {
  const [profile, entitlement] = await Promise.all([readProfile(deps.db, userId), deps.entitlement(userId)]);
  const used = await (await deps.quota(userId)).used();
  return {
    id: profile.id,
    email: profile.email,
    fullName: profile.name || null,
    phone: profile.phone,
    company: profile.company,
    location: profile.location,
    bio: profile.bio,
    avatarUrl: profile.image,
    createdAt: profile.createdAt.toISOString(),
    isEmailVerified: profile.emailVerified,
    isTwoFactorEnabled: profile.twoFactorEnabled,
    notificationPreferences: notificationsOf(profile),
    privacyPreferences: privacyOf(profile),
    subscriptionTier: entitlement.tier,
    subscriptionStatus: entitlement.status,
    apiCallsUsed: used,
    apiCallsLimit: entitlement.callLimit,
  };
}
