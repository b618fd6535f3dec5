import { writeLetter } from "./letter.ts";
import type { Mail } from "./port.ts";

/** Asks whether the owner of an address wants the newsletter. */
export function confirmNewsletterLetter(to: string, url: string): Mail {
  return writeLetter({
    to,
    subject: "Confirm your newsletter subscription",
    paragraphs: [
      "Someone, hopefully you, asked for the Beatcast newsletter: the week's reports and how our predictions ended.",
      "It starts only after you confirm. The link works once, within seven days.",
    ],
    action: { label: "Confirm the subscription", url },
    reason: "If you did not ask for it, ignore this mail; nothing will be sent to you again.",
  });
}

/** Confirms a subscription and shows the way out, which mail programs offer as a button too (RFC 8058). */
export function newsletterWelcomeLetter(to: string, unsubscribeUrl: string, oneClickUrl: string): Mail {
  const mail = writeLetter({
    to,
    subject: "You are subscribed",
    paragraphs: [
      "Thank you: the next newsletter comes to this address.",
      "You can leave at any time with one click.",
    ],
    action: { label: "Unsubscribe", url: unsubscribeUrl },
    reason: "You get this mail because you confirmed your subscription to the Beatcast newsletter.",
  });
  return {
    ...mail,
    headers: {
      "List-Unsubscribe": `<${oneClickUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}
