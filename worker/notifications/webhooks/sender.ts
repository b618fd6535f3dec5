import { getDomain } from "tldts";
import { z } from "zod";
import { webhookRule } from "#contract/rules.ts";
import { isWebhookAddress } from "#contract/webhooks.ts";
import { isPublicAddress } from "./public-address.ts";

export type WebhookAnswer = {
  outcome: "delivered" | "refused" | "gone" | "unreached";
  status: number | null;
  milliseconds: number;
  /** Null with an answer, whose status alone is read. */
  reason: string | null;
};

export interface WebhookSender {
  /** Never throws. */
  send(url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer>;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const RESOLVER = "https://cloudflare-dns.com/dns-query";
const RESOLVER_TIMEOUT_MS = 5_000;

/**
 * Never to a private network or this deployment; no redirect is followed. Names are looked up before each
 * attempt.
 */
export function openWebhookSender(request: Fetch, origin: string): WebhookSender {
  return {
    async send(url, headers, body) {
      const startedAt = Date.now();
      const unsent = await whyNotAsked(request, url, origin);
      if (unsent !== null)
        return {
          outcome: "unreached",
          status: null,
          milliseconds: Date.now() - startedAt,
          reason: unsent,
        };
      try {
        const answer = await request(url, {
          method: "POST",
          headers,
          body,
          redirect: "manual",
          signal: AbortSignal.timeout(webhookRule.timeoutSeconds * 1000),
        });
        const milliseconds = Date.now() - startedAt;
        answer.body?.cancel().catch(() => undefined);
        return { ...outcomeOf(answer.status), milliseconds, reason: null };
      } catch (error) {
        const isLate = error instanceof Error && error.name === "TimeoutError";
        return {
          outcome: "unreached",
          status: null,
          milliseconds: Date.now() - startedAt,
          reason: isLate ? `No answer within ${webhookRule.timeoutSeconds} seconds.` : "No connection.",
        };
      }
    },
  };
}

function outcomeOf(status: number): Pick<WebhookAnswer, "outcome" | "status"> {
  if (status >= 200 && status < 300) return { outcome: "delivered", status };
  return { outcome: status === 410 ? "gone" : "refused", status };
}

/** For its owner; null where it may be asked. */
async function whyNotAsked(request: Fetch, url: string, origin: string): Promise<string | null> {
  if (!isWebhookAddress(url) || isOwnHost(url, origin)) return "The address is not a public one.";
  const { hostname } = new URL(url);
  try {
    const found = await Promise.all(["A", "AAAA"].map((type) => addressesOf(request, hostname, type)));
    const addresses = found.flat();
    if (addresses.length === 0) return "The host has no address.";
    return addresses.every(isPublicAddress) ? null : "The host leads into a private network.";
  } catch {
    return "The host could not be looked up.";
  }
}

export function isOwnHost(url: string, origin: string): boolean {
  const [domain, own] = [url, origin].map(
    (address) => getDomain(address, { allowPrivateDomains: true }) ?? new URL(address).hostname,
  );
  return domain === own;
}

const resolvedSchema = z.object({
  Answer: z
    .array(z.object({ type: z.number(), data: z.string().max(300) }))
    .max(100)
    .optional(),
});

/** DNS over HTTPS; the resolver follows aliases. */
async function addressesOf(request: Fetch, host: string, type: string): Promise<string[]> {
  const answer = await request(`${RESOLVER}?name=${encodeURIComponent(host)}&type=${type}`, {
    headers: { accept: "application/dns-json" },
    signal: AbortSignal.timeout(RESOLVER_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`The resolver answered ${answer.status}.`);
  const { Answer = [] } = resolvedSchema.parse(await answer.json());
  return Answer.filter((one) => one.type === 1 || one.type === 28).map(({ data }) => data);
}
