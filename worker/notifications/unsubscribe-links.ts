import { eq } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { notificationPreferencesOf } from "#accounts/profile/preferences.ts";
import { isKeyedHash, keyedHash } from "#accounts/sessions/token.ts";
import { type EmailPreference, emailPreferenceLabels } from "#contract/preferences.ts";
import { AppError } from "#platform/errors.ts";
import type { UnsubscribeLinks } from "#platform/mail/compose.ts";
import { users } from "#platform/schema/accounts.ts";

const INVALID_LINK_MESSAGE = "This link is no longer valid.";

export function unsubscribeLinksOf(
  { secrets, origin }: Pick<AccountDeps, "secrets" | "origin">,
  userId: string,
  kind: EmailPreference,
): UnsubscribeLinks {
  const token = `${userId}.${kind}.${keyedHash(secrets, "turn off", userId, kind)}`;
  return {
    label: `Turn off ${emailPreferenceLabels[kind]}`,
    pageUrl: `${origin}/notices/unsubscribe#${token}`,
    oneClickUrl: `${origin}/api/notices/unsubscribe?token=${token}`,
  };
}

/** Turns off the kind of notification that the link names. Throws `invalid_link` for a forged link. */
export async function unsubscribeByLink({ db, secrets, now }: AccountDeps, token: string): Promise<void> {
  const [userId = "", kind = "", proof = "", ...rest] = token.split(".");
  const isOurs = rest.length === 0 && isKeyedHash(secrets, proof, "turn off", userId, kind);
  if (!isMailedKind(kind) || !isOurs) throw new AppError("invalid_link", INVALID_LINK_MESSAGE);
  const [profile] = await db.select().from(users).where(eq(users.id, userId)).limit(1);
  if (!profile) return;
  const notificationPreferences = { ...notificationPreferencesOf(profile), [kind]: false };
  await db.update(users).set({ notificationPreferences, updatedAt: now() }).where(eq(users.id, userId));
}

function isMailedKind(kind: string): kind is EmailPreference {
  return Object.hasOwn(emailPreferenceLabels, kind);
}
