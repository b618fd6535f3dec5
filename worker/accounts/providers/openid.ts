import type { Configuration } from "openid-client";
import { TimedCache } from "#platform/cache.ts";
import { AppError } from "#platform/errors.ts";
import { logEvent } from "#platform/log.ts";
import { type Fetch, UpstreamPaused } from "#platform/upstream/guarded-fetch.ts";

export const openidClient = () => import("openid-client");

const TIMEOUT_SECONDS = 10;
/** Clocks differ. */
const TOLERATED_SECONDS = 30;
const DESCRIPTION_MS = 10 * 60 * 1000;

/** The library asks anew for a missing key. */
const descriptions = new TimedCache<Configuration>({ max: 4 });

export type ClientSettings = { issuer: string; clientId: string; clientSecret: string };

/**
 * ID tokens must be signed by the issuer's keys, also on the direct way: unsigned, expired or another's are
 * refused. Only https, but for a local issuer in development.
 */
export async function discovered(settings: ClientSettings, ask: Fetch): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const key = `${issuer} ${clientId}`;
  const known = descriptions.find(key, Date.now());
  if (known) return known;
  const client = await openidClient();
  const found = await answered(
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
        [client.customFetch]: asked(ask),
      },
    ),
    issuer,
  );
  descriptions.set(key, found, Date.now() + DESCRIPTION_MS);
  return found;
}

/** A redirect could lead a secret elsewhere. */
export function asked(ask: Fetch) {
  return (url: string, init: object) => ask(url, { ...init, redirect: "manual" } as RequestInit);
}

/** The library's code is logged, nothing of the person. */
export async function answered<Result>(work: Promise<Result>, issuer: string): Promise<Result> {
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
    if (cause instanceof UpstreamPaused || cause.name === "TimeoutError" || isNetworkError(cause))
      return true;
  return typeof status === "number" && status >= 500;
}

/** workerd's words for no connection. */
function isNetworkError({ message }: Error): boolean {
  return /network connection lost|connection refused|fetch failed/i.test(message);
}
