import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** The largest Retry-After that the service sends. */
const RETRY_AFTER_SECONDS = 10;

type Service = {
  isRefused: (mailbox: string) => boolean;
  busy: { afterMails: number; seconds: number };
};

type Mail = { to: [string]; text: string };

/** Answers in Resend's shape and accepts an email with one key once. */
export async function serveMail({ isRefused, busy }: Service) {
  const taken = new Map<string, { to: string; text: string }>();
  const refused = new Set<string>();
  const answered = new Set<string>();
  let calls = 0;
  let busyUntil: number | null = null;
  const server = createServer(async (request, response) => {
    const { to, text } = (await json(request)) as Mail;
    const key = String(request.headers["idempotency-key"]);
    const [mailbox] = to;
    const answer = (status: number, headers = {}) => response.writeHead(status, headers).end("{}");
    calls += 1;
    if (busyUntil === null && taken.size >= busy.afterMails) busyUntil = Date.now() + 1000 * busy.seconds;
    const waitSeconds = Math.ceil(((busyUntil ?? 0) - Date.now()) / 1000);
    if (waitSeconds > 0)
      return answer(429, { "retry-after": String(Math.min(RETRY_AFTER_SECONDS, waitSeconds)) });
    answered.add(mailbox);
    if (isRefused(mailbox)) {
      refused.add(mailbox);
      return answer(422);
    }
    if (!taken.has(key)) taken.set(key, { to: mailbox, text });
    return answer(200);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/emails`,
    /** By delivery key. */
    taken,
    refused,
    answered,
    calls: () => calls,
    hasBeenBusy: () => busyUntil !== null,
    close: () => server.close(),
  };
}
