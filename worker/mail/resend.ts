import type { Mailer } from "./port.ts";

const TIMEOUT_MS = 10_000;

/** Sends by Resend's API. Throws with its status, never with its words: they may repeat the address. */
export function resendMailer(apiKey: string, from: string, request: typeof fetch): Mailer {
  return {
    async send({ to, subject, text, html, headers }) {
      const answer = await request("https://api.resend.com/emails", {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ from, to: [to], subject, text, html, headers }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`Resend answered ${answer.status}.`);
    },
  };
}
