import { and, eq, gt, isNull } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { sendMail } from "#accounts/mail/send-mail.ts";
import { readProfile } from "#accounts/profile/profile.ts";
import { hashToken, isKeyedHash, keyedHash, newToken } from "#accounts/sessions/token.ts";
import type { NewsletterState } from "#contract/preferences.ts";
import { DAY_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { composeMail, type UnsubscribeLinks } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import { newsletterSubscribers } from "#platform/schema/newsletter.ts";

const CONFIRM_MS = 7 * DAY_MS;
const INVALID_LINK_MESSAGE = "This link is no longer valid.";

/**
 * Emails a link that confirms the subscription, unless the address is subscribed already. It does so after the
 * response, so the response time does not reveal whether the address is subscribed. Throws `not_available`
 * without a mail service.
 */
export function requestNewsletter(accounts: AccountDeps, email: string): void {
  const { db, mailer, now, origin } = accounts;
  if (!mailer)
    throw new AppError("not_available", "Email is not set up on this site, so nothing can be confirmed.");
  const ask = async () => {
    const token = newToken();
    const request = {
      confirmHash: hashToken(token),
      confirmExpiresAt: new Date(now().getTime() + CONFIRM_MS),
    };
    const requested = await db
      .insert(newsletterSubscribers)
      .values({ id: newId("sub"), email, ...request, createdAt: now() })
      .onConflictDoUpdate({
        target: newsletterSubscribers.email,
        set: request,
        setWhere: isNull(newsletterSubscribers.confirmedAt),
      })
      .returning({ id: newsletterSubscribers.id });
    return requested.length > 0
      ? confirmNewsletterMail(email, `${origin}/newsletter/confirm#${token}`)
      : null;
  };
  accounts.inBackground(sendMail(accounts, email, "newsletter", ask));
}

/**
 * Subscribes the address to which the link was sent. Throws `invalid_link` for a link that is unknown or has
 * expired.
 */
export async function confirmNewsletter(accounts: AccountDeps, token: string): Promise<void> {
  const { db, now } = accounts;
  const [confirmed] = await db
    .update(newsletterSubscribers)
    .set({ confirmedAt: now(), confirmHash: null, confirmExpiresAt: null })
    .where(
      and(
        eq(newsletterSubscribers.confirmHash, hashToken(token)),
        gt(newsletterSubscribers.confirmExpiresAt, now()),
      ),
    )
    .returning({ id: newsletterSubscribers.id, email: newsletterSubscribers.email });
  if (!confirmed) throw new AppError("invalid_link", INVALID_LINK_MESSAGE);
  const { id, email } = confirmed;
  accounts.inBackground(
    sendMail(accounts, email, "newsletter-welcome", () =>
      newsletterWelcomeMail(email, newsletterUnsubscribeLinks(accounts, id)),
    ),
  );
}

export function newsletterUnsubscribeLinks(accounts: AccountDeps, id: string): UnsubscribeLinks {
  // The unsubscribe token is in every newsletter, never expires and is stored nowhere.
  const token = `${id}.${keyedHash(accounts.secrets, "unsubscribe", id)}`;
  return {
    label: "Unsubscribe",
    pageUrl: `${accounts.origin}/newsletter/unsubscribe#${token}`,
    oneClickUrl: `${accounts.origin}/api/newsletter/unsubscribe?token=${token}`,
  };
}

/** Ends the subscription that the link belongs to, if it still exists. Throws `invalid_link` for a forged link. */
export async function unsubscribe(accounts: AccountDeps, token: string): Promise<void> {
  const [id = "", proof = "", ...rest] = token.split(".");
  if (rest.length > 0 || !isKeyedHash(accounts.secrets, proof, "unsubscribe", id))
    throw new AppError("invalid_link", INVALID_LINK_MESSAGE);
  await accounts.db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
}

/**
 * Returns whether the account's address is subscribed, or "unknown" while the address is unconfirmed, because
 * it may be a stranger's.
 */
export async function newsletterStateOf(accounts: AccountDeps, userId: string): Promise<NewsletterState> {
  const { email, emailVerified } = await readProfile(accounts.db, userId);
  if (!emailVerified) return "unknown";
  const [row] = await accounts.db
    .select({ confirmedAt: newsletterSubscribers.confirmedAt })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, email))
    .limit(1);
  return row?.confirmedAt ? "subscribed" : "none";
}

/**
 * Starts or ends the subscription of the account's address. A confirmed address changes at once. An unconfirmed
 * one may be a stranger's: its owner is asked by mail to confirm, and an existing subscription is not ended.
 */
export async function setNewsletterSubscription(
  accounts: AccountDeps,
  userId: string,
  isWanted: boolean,
): Promise<void> {
  const { db, now } = accounts;
  const { email, emailVerified } = await readProfile(db, userId);
  if (!emailVerified) {
    if (isWanted) requestNewsletter(accounts, email);
    return;
  }
  if (!isWanted) {
    await db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
    return;
  }
  const confirmed = { confirmedAt: now(), confirmHash: null, confirmExpiresAt: null };
  await db
    .insert(newsletterSubscribers)
    .values({ id: newId("sub"), email, ...confirmed, createdAt: now() })
    .onConflictDoUpdate({
      target: newsletterSubscribers.email,
      set: confirmed,
      setWhere: isNull(newsletterSubscribers.confirmedAt),
    });
}

function confirmNewsletterMail(to: string, url: string): Mail {
  return composeMail({
    to,
    subject: "Confirm your newsletter subscription",
    paragraphs: [
      "Someone, hopefully you, asked for the weekly Beatcast newsletter: the coming reports, and how last week's predictions turned out.",
      "It starts only after you confirm. The link works once, within seven days.",
    ],
    action: { label: "Confirm the subscription", url },
    reason: "If you did not ask for it, ignore this email: unless you open the link, no newsletter comes.",
  });
}

export function newsletterWelcomeMail(to: string, unsubscribe: UnsubscribeLinks): Mail {
  return composeMail({
    to,
    subject: "You are subscribed",
    paragraphs: [
      "Thank you. The newsletter goes out on Mondays, and the next one comes to this address.",
      "Each newsletter has a link that ends the subscription.",
    ],
    reason: "You get this email because the Beatcast newsletter was confirmed for this address.",
    unsubscribe,
  });
}
