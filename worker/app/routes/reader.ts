import type { Opens } from "#contract/calendar.ts";
import { opensFor } from "#contract/plans.ts";
import type { AppContext } from "../http/context.ts";

type Reader = {
  /** Null for a visitor. */
  userId: string | null;
  /** Which open probabilities the plan shows. */
  opens: Opens;
};

/** Who reads a public call, by session or API key, and what their plan opens; a visitor has neither. */
export async function readerOf(c: AppContext): Promise<Reader> {
  const who = c.var.keyHolder ?? (await c.var.deps.signedIn(c.req.raw));
  return { userId: who?.userId ?? null, opens: opensFor(who?.entitlement.tier ?? null) };
}
