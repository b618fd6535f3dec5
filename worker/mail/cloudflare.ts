import type { Mailer } from "./port.ts";

/** Sends by Cloudflare's `send_email` binding. */
export function cloudflareMailer(binding: SendEmail, from: string): Mailer {
  return {
    deliversOnce: false,
    async send({ to, subject, text, html, headers }) {
      await binding.send({ from, to, subject, text, html, ...(headers ? { headers: { ...headers } } : {}) });
    },
  };
}
