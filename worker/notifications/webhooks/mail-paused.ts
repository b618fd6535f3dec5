import type { Accounts } from "#accounts/accounts.ts";
import { sendMail } from "#accounts/mail/send-mail.ts";
import { readProfile } from "#accounts/profile/profile.ts";
import { composeMail } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import type { webhookEndpoints } from "#platform/schema/webhooks.ts";

/** Writes to the owner of an endpoint that was paused: it concerns what they set up, whatever their preferences. */
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

function webhookPausedMail(to: string, host: string, url: string): Mail {
  return composeMail({
    to,
    subject: "A webhook endpoint was paused",
    paragraphs: [
      `Your webhook endpoint at ${host} answered nothing but failures for days, or said that it is gone.`,
      "We no longer send to it. Once it works again, resume it in your account. What happens until then is not sent later.",
    ],
    action: { label: "See the delivery log", url },
    reason: "You get this email because you added a webhook endpoint to your Beatcast account.",
  });
}
