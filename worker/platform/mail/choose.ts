import type { Database } from "../db/client.ts";
import { LoggedError } from "../log.ts";
import { CircuitOpenError, type Fetch, retryAfterOf } from "../upstream/guarded-fetch.ts";
import { outboxMailer } from "./outbox.ts";
import { type Mail, type Mailer, MailProviderBusyError } from "./port.ts";

type MailSettings = {
  APP_ENV: "development" | "production";
  MAIL_FROM?: string | undefined;
  RESEND_API_KEY?: string | undefined;
};

export type MailTransports = {
  db: Database;
  origin: string;
  now: () => Date;
  binding: SendEmail | undefined;
  request: Fetch;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Returns the mailer of this deployment: Resend if its key is set, else the outbox in a development run, else
 * Cloudflare's email binding. Returns null when none of them is set up.
 */
export function chooseMailer(settings: MailSettings, transports: MailTransports): Mailer | null {
  const { MAIL_FROM: from, RESEND_API_KEY: apiKey } = settings;
  if (apiKey && from) return resendMailer(apiKey, from, transports);
  if (usesOutbox(settings)) return outboxMailer(transports.db, transports.origin, transports.now);
  return transports.binding && from ? cloudflareMailer(transports.binding, from) : null;
}

export function usesOutbox({ APP_ENV, MAIL_FROM, RESEND_API_KEY }: MailSettings): boolean {
  return APP_ENV === "development" && !(RESEND_API_KEY && MAIL_FROM);
}

const RESEND_TIMEOUT_MS = 10_000;
/**
 * The pauses between the attempts to send a mail that has no key. Each is extended by a random amount of up to
 * half.
 */
const PAUSES_MS = [1_000, 4_000];
const PAUSE_SECONDS = 30;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends mails through Resend. A mail without a key is tried up to three times; one with a key once, because its
 * caller retries it. Errors name only the status, because Resend's message may contain the address.
 */
function resendMailer(
  apiKey: string,
  from: string,
  { request, wait = sleep }: Pick<MailTransports, "request" | "wait">,
): Mailer {
  const handOver = async ({ to, subject, text, html, headers }: Mail, key: string): Promise<Response> => {
    const answer = await request("https://api.resend.com/emails", {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ from, to: [to], subject, text, html, headers }),
      signal: AbortSignal.timeout(RESEND_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer;
  };
  return {
    deliversOnce: true,
    async send(mail) {
      const key = mail.key ?? crypto.randomUUID();
      const pauses = mail.key ? [] : PAUSES_MS;
      for (let attempt = 0; ; attempt++) {
        const pauseMs = pauses[attempt];
        const answer = await handOver(mail, key).catch((error: unknown) => {
          if (mail.key && error instanceof CircuitOpenError)
            throw new MailProviderBusyError(error.retryAfterSeconds);
          if (pauseMs === undefined || error instanceof CircuitOpenError) throw error;
          return null;
        });
        const status = answer?.status ?? 0;
        // Status 409 means that Resend knows the key, so an earlier attempt was accepted.
        if ((status >= 200 && status < 300) || (status === 409 && (mail.key || attempt > 0))) return;
        if (answer && mail.key && status === 429)
          throw new MailProviderBusyError(retryAfterOf(answer) ?? PAUSE_SECONDS);
        const isRefused = status >= 400 && status < 500 && status !== 429;
        if (pauseMs === undefined || isRefused) throw new LoggedError(`Resend answered ${status}.`);
        await wait(pauseMs * (1 + Math.random() / 2));
      }
    },
  };
}

function cloudflareMailer(binding: SendEmail, from: string): Mailer {
  return {
    deliversOnce: false,
    async send({ to, subject, text, html, headers }) {
      await binding.send({ from, to, subject, text, html, ...(headers ? { headers: { ...headers } } : {}) });
    },
  };
}
