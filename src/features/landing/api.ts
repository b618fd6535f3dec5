import type { Coverage } from "#contract/market.ts";
import type { Plan } from "#contract/subscription.ts";
import { send } from "#lib/request.ts";

// This file validates nothing with schemas, so the landing page loads without zod.

/** Returns the plans. Throws when the answer is not a list. */
export async function readPlans(): Promise<Plan[]> {
  const answer: unknown = await (await send("/api/subscription/plans")).json();
  if (!Array.isArray(answer)) throw new Error("The plans call answered no list.");
  return answer;
}

export async function readCoverage(signal: AbortSignal): Promise<Coverage> {
  return (await send("/api/coverage", { signal })).json();
}

/** Checks the stored session. Throws `RequestError` when it is no longer valid. */
export const verifySession = () => send("/api/auth/verify", { method: "POST", body: {} });

export const subscribeToNewsletter = (email: string) =>
  send("/api/newsletter", { method: "POST", body: { email } });
