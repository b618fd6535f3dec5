import { composeMail } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";

export function setUpMail(to: string, url: string): Mail {
  return composeMail({
    to,
    subject: "Your Beatcast subscription is paid",
    paragraphs: [
      "Thank you. Your payment has arrived.",
      "If you have not chosen a password yet, you can do so here, on any device, within 24 hours. If you already have an account, sign in on the same page and add the subscription to it. Nothing is added until you decide.",
    ],
    action: { label: "Set up the account", url },
    reason: "You get this email because this address was given at the checkout.",
  });
}
