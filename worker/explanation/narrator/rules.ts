import type { Author } from "#contract/analysis.ts";
import type { ArgumentPlan } from "../plan.ts";
import { marked, renderArgument } from "../render.ts";
import { planByRules } from "../rules-plan.ts";
import type { Brief, Narrative, Narrator } from "./port.ts";

/** A narrator that needs no language model: fixed rules arrange the statements that are true of the facts. */
export const rulesNarrator: Narrator = { write: async (brief, now) => rulesNarrative(brief, now, null) };

/** The rules' argument; `fallbackReason` says why a configured language model did not arrange it. */
export function rulesNarrative(brief: Brief, now: Date, fallbackReason: string | null): Narrative {
  return narrativeOf(planByRules(brief.facts), brief, {
    kind: "rules",
    model: null,
    writtenAt: now.toISOString(),
    wasRepaired: false,
    fallbackReason,
  });
}

/** A plan in words, with who arranged it. Throws for a plan that has problems. */
export function narrativeOf(plan: ArgumentPlan, { facts }: Brief, author: Author): Narrative {
  const { argument, claims, keyFactors, risks } = renderArgument(plan, facts);
  return { argument, claims, keyFactors: keyFactors.map(marked), risks: risks.map(marked), author };
}
