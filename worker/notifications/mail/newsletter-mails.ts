import { composeMail, type UnsubscribeLinks } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";

/** Asks whether the owner of an address wants the newsletter. */
export function confirmNewsletterMail(to: string, url: string): Mail {
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

/** Confirms a subscription and shows the way out, which mail programs offer as a button too. */
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
