import { openProbabilities } from "#contract/rules.ts";
import type { AppContext } from "../http/context.ts";

type Reader = {
  /** Null for a visitor. */
  userId: string | null;
  /** Which open probabilities the plan shows. */
  opens: (typeof openProbabilities)[keyof typeof openProbabilities];
};

/** Who reads a public call, by session or API key, and what their plan opens; a visitor has neither. */
export async function readerOf(c: AppContext): Promise<Reader> {
  const who = c.var.keyHolder ?? (await c.var.deps.signedIn(c.req.raw));
  return { userId: who?.userId ?? null, opens: openProbabilities[who?.entitlement.tier ?? "visitor"] };
}
