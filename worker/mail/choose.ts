import type { Database } from "#db/client.ts";
import { cloudflareMailer } from "./cloudflare.ts";
import { outboxMailer } from "./outbox.ts";
import type { Mailer } from "./port.ts";
import { resendMailer } from "./resend.ts";

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
  request: typeof fetch;
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
