import { githubProvider } from "#accounts/providers/github.ts";
import { oidcProvider } from "#accounts/providers/openid.ts";
import type { SignInProvider } from "#accounts/providers/port.ts";
import type { BillingDeps } from "#billing/billing.ts";
import { type PaymentGateway, unavailablePaymentGateway } from "#billing/gateway.ts";
import { sandboxGateway } from "#billing/sandbox/gateway.ts";
import { openSandbox, type Sandbox } from "#billing/sandbox/sandbox.ts";
import { openStripe } from "#billing/stripe/client.ts";
import { stripeGateway } from "#billing/stripe/gateway.ts";
import type { PriceIds } from "#billing/stripe/translate.ts";
import type { AskReleaseModel } from "#contract/company-release.ts";
import { planIds, priceSettingOf } from "#contract/plans.ts";
import type { DataMode } from "#contract/prediction.ts";
import { writerOf } from "#explanation/narrator/language-model.ts";
import { releaseModel } from "#explanation/release-model.ts";
import { sampleFilings } from "#market/sample/releases.ts";
import { durableObjectStub } from "#platform/objects.ts";
import { CircuitBreaker, fetchWithCircuitBreaker } from "#platform/upstream/guarded-fetch.ts";
import type { CheckpointWitness } from "#record/receipts/port.ts";
import { witnessesOf } from "#record/receipts/witnesses.ts";
import { edgarFilings } from "#season/edgar/filings.ts";
import type { EdgarAccess } from "#season/edgar/gate.ts";
import type { Filings } from "#season/witness/filings.ts";
import type { Bindings } from "../bindings.ts";
import { type Settings, settingsOf } from "../settings/env.ts";

const breaker = new CircuitBreaker();

const plainFetch = (url: string, init: RequestInit) => fetch(url, init);
const throughBreaker = fetchWithCircuitBreaker(plainFetch, breaker);

/**
 * Returns the fetch function for requests to outside services. In production, all of an isolate's requests go
 * through one circuit breaker. In development there is none, because whoever works on a source changes it
 * between requests.
 */
export function upstreamFetch({ APP_ENV }: Pick<Settings, "APP_ENV">): typeof plainFetch {
  return APP_ENV === "production" ? throughBreaker : plainFetch;
}

export function edgarAccessOf(env: Bindings): EdgarAccess | null {
  const { EDGAR_USER_AGENT, EDGAR_DATA_BASE_URL, EDGAR_ARCHIVE_BASE_URL } = settingsOf(env);
  if (!EDGAR_USER_AGENT) return null;
  return {
    fetch: (url, init) => fetch(url, init),
    userAgent: EDGAR_USER_AGENT,
    data: EDGAR_DATA_BASE_URL,
    archive: EDGAR_ARCHIVE_BASE_URL,
  };
}

/**
 * Returns the source of company filings, or null when EDGAR is not configured. One Durable Object sends the
 * requests to EDGAR for the whole deployment.
 */
export function filingsOf(
  env: Bindings,
  { SAMPLE_COMPANIES }: Pick<Settings, "SAMPLE_COMPANIES">,
  dataMode: DataMode,
  marketNow: () => Date,
): Filings | null {
  if (dataMode === "sample") return sampleFilings(SAMPLE_COMPANIES, marketNow);
  if (!edgarAccessOf(env)) return null;
  return edgarFilings(durableObjectStub(env.EDGAR, "edgar"));
}

/**
 * Returns the language model that reads earnings releases, or null without one. It is not used on simulated
 * releases: our own rules write them, so reading them would prove nothing.
 */
export function releaseModelOf(
  env: Bindings,
  settings: Settings,
  dataMode: DataMode,
): AskReleaseModel | null {
  const writer = dataMode === "live" ? writerOf(settings, env.AI, upstreamFetch(settings)) : null;
  return writer && releaseModel(writer);
}

export function signInProvidersOf(settings: Settings): SignInProvider[] {
  const ask = upstreamFetch(settings);
  const {
    SIGN_IN_GOOGLE_CLIENT_ID: google,
    SIGN_IN_GOOGLE_CLIENT_SECRET: googleSecret,
    SIGN_IN_GITHUB_CLIENT_ID: github,
    SIGN_IN_GITHUB_CLIENT_SECRET: githubSecret,
    SIGN_IN_OIDC_ISSUER: issuer,
    SIGN_IN_OIDC_NAME: name,
    SIGN_IN_OIDC_CLIENT_ID: oidcId,
    SIGN_IN_OIDC_CLIENT_SECRET: otherSecret,
  } = settings;
  const googleAt = { id: "google", name: "Google", issuer: "https://accounts.google.com" } as const;
  return [
    ...(google && googleSecret
      ? [
          oidcProvider(
            { ...googleAt, clientId: google, clientSecret: googleSecret, prompt: "select_account" },
            ask,
          ),
        ]
      : []),
    ...(github && githubSecret
      ? [githubProvider({ clientId: github, clientSecret: githubSecret }, ask)]
      : []),
    ...(issuer && name && oidcId && otherSecret
      ? [
          oidcProvider(
            { id: "oidc", name, issuer, clientId: oidcId, clientSecret: otherSecret, prompt: "login" },
            ask,
          ),
        ]
      : []),
  ];
}

export function checkpointWitnessesOf(settings: Settings): CheckpointWitness[] {
  const { LEDGER_TIMESTAMP_AUTHORITIES: authorities, LEDGER_LOG_WITNESSES: logWitnesses } = settings;
  return witnessesOf({ authorities, logWitnesses }, upstreamFetch(settings));
}

export type SelfFetch = (request: Request) => Promise<Response>;

type PaymentContext = Omit<BillingDeps, "gateway"> & { deliver: SelfFetch | null };

/**
 * Opens the payment provider: Stripe if its key is set; otherwise the sandbox in development, and a gateway
 * that refuses payments in production.
 */
export function openPayments(
  settings: Settings,
  { deliver, ...context }: PaymentContext,
): { billing: BillingDeps; paymentSandbox: Sandbox | null } {
  const { db, origin, now } = context;
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_API_BASE: apiBase } = settings;
  if (key && secrets) {
    const stripe = { prices: pricesOf(settings), webhookSecrets: secrets, tax: settings.STRIPE_TAX };
    let gateway: PaymentGateway | undefined;
    const billing: BillingDeps = {
      ...context,
      get gateway() {
        gateway ??= stripeGateway(openStripe(key, apiBase, upstreamFetch(settings)), stripe, now);
        return gateway;
      },
    };
    return { billing, paymentSandbox: null };
  }
  if (settings.APP_ENV !== "development")
    return { billing: { ...context, gateway: unavailablePaymentGateway }, paymentSandbox: null };
  const webhookSecret = `sandbox ${settings.AUTH_SECRET[0]}`;
  const sandbox = openSandbox(db, { origin, webhookSecret, deliver }, now);
  const gateway = sandboxGateway(sandbox, { origin, webhookSecret });
  return { billing: { ...context, gateway }, paymentSandbox: sandbox };
}

function pricesOf(settings: Settings): PriceIds {
  return Object.fromEntries(planIds.map((id) => [id, settings[priceSettingOf(id)] ?? ""])) as PriceIds;
}
