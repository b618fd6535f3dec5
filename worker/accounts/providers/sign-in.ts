import { z } from "zod";
import { type ProviderId, type ProviderStart, providerStartSchema } from "#contract/sign-in-methods.ts";
import { AppError } from "#platform/errors.ts";
import type { AccountDeps } from "../accounts.ts";
import { clientOf } from "../sessions/client.ts";
import type { OpenedSession, Session } from "../sessions/session.ts";
import { CHALLENGE_MS, consumeSecret, createSecret } from "../sessions/short-lived-secret.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { markSessionFresh, requireAllFactors } from "../sign-in/proof.ts";
import { openCheckedSession } from "../sign-in/sign-in-without-password.ts";
import { createTwoFactorTicket } from "../two-factor/ticket.ts";
import { linkedAccountOf, linkIdentity, signUpAtProvider } from "./linked-sign-ins.ts";
import type { SignInProvider } from "./port.ts";

const COOKIE = "beatcast_provider";

const startedSchema = z.object({
  provider: z.string(),
  intent: providerStartSchema.shape.intent,
  returnTo: z.string(),
  browser: z.string(),
  sessionId: z.string().nullable(),
  nonce: z.string(),
  verifier: z.string(),
});
type Started = z.infer<typeof startedSchema>;

type Outcome = { returnTo: string } & (OpenedSession | { ticket: string } | { done: "linked" | "confirmed" });

/**
 * Begins a sign-in at a provider, to sign in, to link the provider or to confirm who the person is. Returns the
 * provider's address and a cookie that ties the sign-in to this browser. Throws `not_found`, `not_available`,
 * `unauthenticated` and, when linking, whatever `requireAllFactors` throws.
 */
export async function beginProviderFlow(
  accounts: AccountDeps,
  id: ProviderId,
  { intent, returnTo, ...proof }: ProviderStart,
  who: Session | null,
  request: Request,
): Promise<{ redirectTo: string; cookie: string }> {
  const provider = providerNamed(accounts, id);
  if (intent !== "sign-in" && !who) throw new AppError("unauthenticated", "Not authenticated");
  if (intent === "link" && who) await requireAllFactors(accounts, who, proof, clientOf(request));
  const checks = { state: newToken(), nonce: newToken(), verifier: newToken() };
  const redirectTo = await provider.addressOf(returnAddress(accounts, id), checks, intent === "confirm");
  const browser = browserOf(accounts, request) ?? newToken();
  const { state, ...secrets } = checks;
  const owner = intent === "sign-in" ? null : who;
  const data: Started = {
    provider: id,
    intent,
    returnTo,
    ...secrets,
    browser: hashToken(browser),
    sessionId: owner?.sessionId ?? null,
  };
  await createSecret(accounts, "provider", { userId: owner?.userId ?? null, data }, state);
  return { redirectTo, cookie: accounts.cookies.set(COOKIE, browser, CHALLENGE_MS / 1000) };
}

/**
 * Finishes a sign-in at a provider when the browser returns with `query`. Its state works once, only for that
 * provider and in the browser that began. Throws `invalid_link` for any other state, `unauthenticated` when the
 * session has changed, `forbidden` for another account's identity, and whatever `identify`, signing up or
 * linking throws.
 */
export async function completeProviderFlow(
  accounts: AccountDeps,
  id: ProviderId,
  query: string,
  who: Session | null,
  request: Request,
): Promise<Outcome> {
  const provider = providerNamed(accounts, id);
  const { state, nonce, verifier, intent, returnTo, sessionId } = await takeStarted(
    accounts,
    id,
    query,
    request,
  );
  const returned = new URL(returnAddress(accounts, id));
  returned.search = query;
  const identity = await provider.identify(returned, { state, nonce, verifier });
  const client = clientOf(request);
  if (intent === "sign-in") {
    const linkedOwner = await linkedAccountOf(accounts, id, identity.subject);
    const userId = linkedOwner?.userId ?? (await signUpAtProvider(accounts, provider, identity, client));
    if (linkedOwner?.asksForCode) return { returnTo, ticket: await createTwoFactorTicket(accounts, userId) };
    const stillOpens = async () => {
      const now = await linkedAccountOf(accounts, id, identity.subject);
      return now?.userId === userId && !now.asksForCode;
    };
    return { returnTo, ...(await openCheckedSession(accounts, userId, stillOpens, client)) };
  }
  // While they were at the provider, the person signed out or signed in to another account.
  if (who?.sessionId !== sessionId || !who)
    throw new AppError(
      "unauthenticated",
      "You are no longer signed in as when this began. Please start again.",
    );
  if (intent === "link") {
    await linkIdentity(accounts, who, provider, identity, client);
    return { returnTo, done: "linked" };
  }
  const owner = await linkedAccountOf(accounts, id, identity.subject);
  if (owner?.userId !== who.userId)
    throw new AppError("forbidden", `This account at ${provider.name} is not linked with yours.`);
  // The provider proves only one factor. Once the person enters the code for the ticket, a new session is
  // opened, which counts as recently proven.
  if (owner.asksForCode) return { returnTo, ticket: await createTwoFactorTicket(accounts, who.userId) };
  await markSessionFresh(accounts, who);
  return { returnTo, done: "confirmed" };
}

async function takeStarted(accounts: AccountDeps, id: ProviderId, query: string, request: Request) {
  const state = new URLSearchParams(query).get("state") ?? "";
  const [used, browser] = [await consumeSecret(accounts, "provider", state), browserOf(accounts, request)];
  const started = startedSchema.safeParse(used?.data);
  const isOwn =
    started.success &&
    started.data.provider === id &&
    browser !== null &&
    started.data.browser === hashToken(browser);
  if (!isOwn)
    throw new AppError(
      "invalid_link",
      "This sign-in is too old, was used before, or was begun in another browser. Please start again.",
    );
  return { state, ...started.data };
}

/**
 * Returns the address to which the provider sends the browser back. It must be registered with the provider
 * exactly like this.
 */
function returnAddress({ origin }: AccountDeps, id: ProviderId): string {
  return `${origin}/auth/return/${id}`;
}

function browserOf({ cookies }: AccountDeps, request: Request): string | null {
  return /^[\w-]{43}$/.exec(cookies.read(request, COOKIE) ?? "")?.[0] ?? null;
}

function providerNamed({ providers }: AccountDeps, id: ProviderId): SignInProvider {
  const provider = providers.find((candidate) => candidate.id === id);
  if (!provider) throw new AppError("not_found", "This sign-in is not set up.");
  return provider;
}
