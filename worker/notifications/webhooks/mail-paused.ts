import type { Accounts } from "#accounts/accounts.ts";
import { sendMail } from "#accounts/mail/send-mail.ts";
import { readProfile } from "#accounts/profile/profile.ts";
import type { webhookEndpoints } from "#platform/schema/webhooks.ts";
import { webhookPausedMail } from "../mail/webhook-mails.ts";

/** Writes to the owner of an endpoint that was paused: it concerns what they set up, whatever their alerts say. */
export async function mailPaused(
  accounts: Accounts,
  { userId, url }: Pick<typeof webhookEndpoints.$inferSelect, "userId" | "url">,
): Promise<void> {
  const { email, emailVerified } = await readProfile(accounts.db, userId);
  const kind = emailVerified ? "webhook-paused" : "of-unconfirmed-account";
  const settings = `${accounts.origin}/account?tab=api`;
  accounts.inBackground(
    sendMail(accounts, email, kind, () => webhookPausedMail(email, new URL(url).hostname, settings)),
  );
}
