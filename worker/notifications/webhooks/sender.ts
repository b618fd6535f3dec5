import { createHmac, randomBytes } from "node:crypto";
import { getDomain } from "tldts";
import { z } from "zod";
import { webhookRule } from "#contract/rules.ts";
import { isWebhookAddress } from "#contract/webhooks.ts";
import { ipv6Groups } from "#platform/network.ts";

export type WebhookAnswer = {
  outcome: "delivered" | "refused" | "gone" | "unreached";
  status: number | null;
  milliseconds: number;
  /** Why there was no answer. `reason` is null when the server answered; only the answer's status is read. */
  reason: string | null;
};

export interface WebhookSender {
  /** Posts the body to the address and returns how the endpoint answered. Never throws. */
  send(url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer>;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const RESOLVER = "https://cloudflare-dns.com/dns-query";
const RESOLVER_TIMEOUT_MS = 5_000;

/**
 * Returns a sender that never calls a private network or this deployment and follows no redirect. It resolves
 * the host before each attempt.
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

/** Returns why the address may not be called, in words for the endpoint's owner, or null if it may be called. */
async function whyNotAsked(request: Fetch, url: string, origin: string): Promise<string | null> {
  if (!isWebhookAddress(url) || isOwnHost(url, origin)) return "The address is not a public one.";
  const { hostname } = new URL(url);
  try {
    const answers = await Promise.all(["A", "AAAA"].map((type) => addressesOf(request, hostname, type)));
    const addresses = answers.flat();
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

/** Returns the host's IP addresses. It asks a resolver by DNS over HTTPS, which follows aliases. */
async function addressesOf(request: Fetch, host: string, type: string): Promise<string[]> {
  const answer = await request(`${RESOLVER}?name=${encodeURIComponent(host)}&type=${type}`, {
    headers: { accept: "application/dns-json" },
    signal: AbortSignal.timeout(RESOLVER_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`The resolver answered ${answer.status}.`);
  const { Answer = [] } = resolvedSchema.parse(await answer.json());
  return Answer.filter((record) => record.type === 1 || record.type === 28).map(({ data }) => data);
}

/** These networks are not reachable on the public internet (RFC 6890 and its updates). */
const privateNetworks: readonly (readonly [first: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

export function isPublicAddress(address: string): boolean {
  return address.includes(":") ? isPublicIpv6(address) : isPublicIpv4(address);
}

function isPublicIpv4(address: string): boolean {
  const number = ipv4Number(address);
  if (number === null) return false;
  return !privateNetworks.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) === Math.floor((ipv4Number(first) ?? 0) / size);
  });
}

function ipv4Number(address: string): number | null {
  const parts = address.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255))
    return null;
  return parts.reduce((number, part) => number * 256 + Number(part), 0);
}

/**
 * Returns whether the address is global unicast (2000::/3), except documentation, protocol assignments and
 * embedded IPv4 addresses.
 */
function isPublicIpv6(address: string): boolean {
  const [first = 0, second = 0] = ipv6Groups(address) ?? [];
  if (first >> 13 !== 1) return false;
  const isProtocol = first === 0x2001 && second < 0x200;
  const isDocumentation = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000);
  return !isProtocol && !isDocumentation && first !== 0x2002;
}

/** The Standard Webhooks specification (standardwebhooks.com) prescribes this prefix. */
const SECRET_START = "whsec_";

export function newSigningSecret(): string {
  return SECRET_START + randomBytes(32).toString("base64");
}

/** Returns the request's headers, with one signature for each secret. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
): Record<string, string> {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_START.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "Beatcast-Webhooks/1.0",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}
