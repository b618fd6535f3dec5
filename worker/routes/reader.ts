import { findSession } from "#accounts/sessions/session.ts";
import { openProbabilities } from "#contract/rules.ts";
import type { AppContext } from "#worker/context.ts";

type Reader = {
  /** Null for a visitor. */
  userId: string | null;
  /** Which open probabilities the plan shows. */
  opens: (typeof openProbabilities)[keyof typeof openProbabilities];
};

/** Who reads a public call, and what their plan opens; a visitor's request has no session. */
export async function readerOf(c: AppContext): Promise<Reader> {
  const { accounts, entitlement } = c.var.deps;
  const who = await findSession(accounts, c.req.raw);
  if (!who) return { userId: null, opens: openProbabilities.visitor };
  return { userId: who.userId, opens: openProbabilities[(await entitlement(who.userId)).tier] };
}
