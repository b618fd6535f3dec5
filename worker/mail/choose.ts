import type { Database } from "#db/client.ts";
import type { Fetch } from "#upstream/guarded-fetch.ts";
import { LoggedError } from "#worker/log.ts";
import { outboxMailer } from "./outbox.ts";
import type { Mailer } from "./port.ts";

type MailSettings = {
  APP_ENV: "development" | "production";
  MAIL_FROM?: string | undefined;
  RESEND_API_KEY?: string | undefined;
};

export type MailTransports = {
  db: Database;
  origin: string;
  now: () => Date;
  /** Cloudflare's binding, where there is one. */
  binding: SendEmail | undefined;
  request: Fetch;
};

/**
 * How this deployment sends mail: Resend with a key, else Cloudflare's binding in production, else the outbox of a
 * development run. Null where nothing is set up: what needs a mail then says that it is not available.
 */
export function chooseMailer(settings: MailSettings, transports: MailTransports): Mailer | null {
  const { MAIL_FROM: from, RESEND_API_KEY: apiKey } = settings;
  if (apiKey && from) return resendMailer(apiKey, from, transports.request);
  if (settings.APP_ENV === "development")
    return outboxMailer(transports.db, transports.origin, transports.now);
  return transports.binding && from ? cloudflareMailer(transports.binding, from) : null;
}

const RESEND_TIMEOUT_MS = 10_000;

/** Sends by Resend's API. Throws with its status, never with its words: they may repeat the address. */
function resendMailer(apiKey: string, from: string, request: Fetch): Mailer {
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
        signal: AbortSignal.timeout(RESEND_TIMEOUT_MS),
      });
      await answer.body?.cancel();
      // A key that Resend knows: the mail was taken at an earlier attempt.
      if (key && answer.status === 409) return;
      if (!answer.ok) throw new LoggedError(`Resend answered ${answer.status}.`);
    },
  };
}

/** Sends by Cloudflare's `send_email` binding. */
function cloudflareMailer(binding: SendEmail, from: string): Mailer {
  return {
    deliversOnce: false,
    async send({ to, subject, text, html, headers }) {
      await binding.send({ from, to, subject, text, html, ...(headers ? { headers: { ...headers } } : {}) });
    },
  };
}
