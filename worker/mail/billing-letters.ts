import { writeLetter } from "./letter.ts";
import type { Mail } from "./port.ts";

/** Tells that a renewal could not be charged, and where to change the card. */
export function failedPaymentLetter(to: string, url: string): Mail {
  return writeLetter({
    to,
    subject: "Your payment did not go through",
    paragraphs: [
      "The renewal of your Beatcast subscription could not be charged.",
      "Your plan stays for a few days. Please check your payment method, or choose another one.",
    ],
    action: { label: "Open your billing", url },
    reason: 'You get this mail because "Billing Notifications" is on in your account\'s notifications.',
  });
}
