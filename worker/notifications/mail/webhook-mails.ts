import { composeMail } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";

/** Tells the owner that an endpoint gets no more webhooks until they resume it. */
export function webhookPausedMail(to: string, host: string, url: string): Mail {
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
