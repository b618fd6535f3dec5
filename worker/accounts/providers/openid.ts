import type { Configuration } from "openid-client";
import type { ProviderId } from "#contract/sign-in-methods.ts";
import { TimedCache } from "#platform/cache.ts";
import { AppError } from "#platform/errors.ts";
import { logEvent } from "#platform/log.ts";
import { CircuitOpenError, type Fetch } from "#platform/upstream/guarded-fetch.ts";
import type { SignInProvider } from "./port.ts";

export const loadOpenidClient = () => import("openid-client");

const TIMEOUT_SECONDS = 10;
/** The tolerated difference between the provider's clock and ours. */
const TOLERATED_SECONDS = 30;
const DESCRIPTION_MS = 10 * 60 * 1000;

/**
 * The providers' OpenID configurations, cached for `DESCRIPTION_MS`. The library itself refetches the signing
 * keys when a token's key is missing.
 */
const descriptions = new TimedCache<Configuration>({ max: 4 });

type ClientSettings = { issuer: string; clientId: string; clientSecret: string };

/**
 * Returns the client configuration from the issuer's discovery document. Every ID token must be signed with the
 * issuer's keys, even one that was fetched directly from the issuer. Plain http is allowed only when the
 * configured issuer uses it, as in development.
 */
async function discovered(settings: ClientSettings, ask: Fetch): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const key = `${issuer} ${clientId}`;
  const cached = descriptions.find(key, Date.now());
  if (cached) return cached;
  const client = await loadOpenidClient();
  const configuration = await translateErrors(
    client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: TOLERATED_SECONDS },
      client.ClientSecretBasic(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.startsWith("http://") ? [client.allowInsecureRequests] : []),
        ],
        [client.customFetch]: withoutRedirects(ask),
      },
    ),
    issuer,
  );
  descriptions.set(key, configuration, Date.now() + DESCRIPTION_MS);
  return configuration;
}

/** Wraps fetch so that it does not follow redirects, which could send a secret to another host. */
export function withoutRedirects(ask: Fetch) {
  return (url: string, init: object) => ask(url, { ...init, redirect: "manual" } as RequestInit);
}

/**
 * Waits for a call to a provider and throws its errors as `AppError`: `forbidden` when the person declined,
 * `not_available` when the provider does not answer, and otherwise `invalid_credentials`. Logs only the host
 * and an error code, nothing about the person.
 */
export async function translateErrors<Result>(work: Promise<Result>, issuer: string): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const { code, error: said, status } = Object(error) as Record<string, unknown>;
    if (said === "access_denied")
      throw new AppError("forbidden", "You did not allow the sign-in there, so nothing was changed.");
    const reason = String(said ?? code ?? (error as Error)?.name);
    logEvent("warn", "sign-in at a provider refused", { host: new URL(issuer).hostname, reason });
    if (isAway(error, status))
      throw new AppError("not_available", "The other site does not answer at the moment. Please try again.");
    throw new AppError(
      "invalid_credentials",
      "The other site's answer could not be trusted, so nobody was signed in. Please start again.",
    );
  }
}

function isAway(error: unknown, status: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CircuitOpenError || cause.name === "TimeoutError" || isNetworkError(cause))
      return true;
  return typeof status === "number" && status >= 500;
}

/** Recognizes a failed connection by workerd's error messages. */
function isNetworkError({ message }: Error): boolean {
  return /network connection lost|connection refused|fetch failed/i.test(message);
}

/**
 * The settings of a provider. `prompt` makes it ask a person who is already signed in there. Google supports
 * only `select_account`.
 */
type OidcSettings = ClientSettings & {
  id: ProviderId;
  name: string;
  prompt: "login" | "select_account";
};

/** Returns sign-in with an OpenID Connect provider, by the authorization code flow with PKCE, state and nonce. */
export function oidcProvider(settings: OidcSettings, ask: Fetch): SignInProvider {
  const { id, name, issuer, prompt } = settings;
  return {
    id,
    name,
    addressOf: async (redirectUri, { state, nonce, verifier }, isConfirming) => {
      const [client, configuration] = [await loadOpenidClient(), await discovered(settings, ask)];
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(isConfirming ? { prompt } : {}),
      });
      return address.href;
    },
    identify: async (returned, { state, nonce, verifier }) => {
      const [client, configuration] = [await loadOpenidClient(), await discovered(settings, ask)];
      const tokens = await translateErrors(
        client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }),
        issuer,
      );
      const claims = tokens.claims();
      const subject = claims?.sub ?? "";
      // Some providers return the claims about a person only from the user info endpoint (OpenID Connect Core,
      // 5.4).
      const said =
        claims?.email === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await translateErrors(client.fetchUserInfo(configuration, tokens.access_token, subject), issuer)
          : claims;
      const { email, email_verified: isVerified, name: fullName } = said ?? {};
      return {
        subject,
        email: typeof email === "string" ? email : null,
        isEmailVerified: isVerified === true,
        name: typeof fullName === "string" ? fullName : "",
      };
    },
  };
}
