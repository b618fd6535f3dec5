import { analysisOf, type RouteName, requestOf, type Sent } from "./routes.ts";
import { send } from "./use.ts";

export type Member = { email: string; password: string };

/** Percent of all requests. */
const MIX = {
  verify: 30,
  dashboard: 14,
  analysis: 22,
  calendar: 12,
  landing: 8,
  trackRecord: 6,
  plans: 4,
  signIn: 3,
  payment: 1,
} as const;
type Kind = keyof typeof MIX;

/** Objects for ever new networks would look like a leak. */
const NETWORKS = 2_000;

const kinds = Object.entries(MIX).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind));

export type MixedLoad = {
  url: string;
  tokens: readonly string[];
  symbols: readonly string[];
  members: readonly Member[];
  analyses: Map<string, number>;
};

/** Throws on an unexpected answer. */
export async function sendNth(load: MixedLoad, nth: number): Promise<void> {
  // The factor has no divisor in common with the list, so every kind, person and company takes its turn.
  const kind = kinds[(nth * 37) % kinds.length] ?? "verify";
  if (kind === "analysis") return analyze(load, nth);
  if (kind === "signIn") return signIn(load, nth);
  if (kind === "payment") return pay(load, nth);
  await send(load.url, fromNetwork(requestOf(kind satisfies RouteName, load.tokens), nth));
}

async function analyze({ url, tokens, symbols, analyses }: MixedLoad, nth: number): Promise<void> {
  const token = tokens[(nth * 101) % tokens.length] ?? "";
  await send(url, fromNetwork(analysisOf(symbols[(nth * 7) % symbols.length] ?? "", [token]), nth));
  analyses.set(token, (analyses.get(token) ?? 0) + 1);
}

async function signIn({ url, members }: MixedLoad, nth: number): Promise<void> {
  const { email, password } = members[nth % members.length] ?? { email: "", password: "" };
  await send(url, posted("/api/auth/signin", { email, password }, nth));
}

/** The sandbox sends its own webhooks. */
async function pay({ url }: MixedLoad, nth: number): Promise<void> {
  const opened = await send(url, posted("/api/subscription/create-checkout", { planId: "basic" }, nth));
  const { url: address } = JSON.parse(new TextDecoder().decode(opened)) as { url: string };
  const answer = await fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: url },
    body: new URLSearchParams({ outcome: "succeed", email: `payer-${nth}@example.com`, name: "Ada" }),
  });
  await answer.body?.cancel();
  if (answer.status !== 303) throw new Error(`The sandbox's checkout answered ${answer.status}`);
}

export function posted(path: string, body: unknown, nth: number): Sent {
  const headers = { "content-type": "application/json" };
  return fromNetwork({ method: "POST", path, headers, body: JSON.stringify(body) }, nth);
}

function fromNetwork(sent: Sent, nth: number): Sent {
  const network = nth % NETWORKS;
  return {
    ...sent,
    headers: { ...sent.headers, "cf-connecting-ip": `203.0.${network >> 8}.${network & 255}` },
  };
}
