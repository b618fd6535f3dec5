import type { Mailer } from "./port.ts";

const TIMEOUT_MS = 10_000;

/** Sends by Resend's API. Throws with its status, never with its words: they may repeat the address. */
export function resendMailer(apiKey: string, from: string, request: typeof fetch): Mailer {
  return {
    deliversOnce: true,
    async send({ to, subject, text, html, headers, key }) {
      const answer = await request("https://api.resend.com/emails", {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          ...(key ? { "idempotency-key": key } : {}),
        },
        body: JSON.stringify({ from, to: [to], subject, text, html, headers }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      // A key that Resend knows: the mail was taken at an earlier attempt.
      if (key && answer.status === 409) return;
      if (!answer.ok) throw new Error(`Resend answered ${answer.status}.`);
    },
  };
}
