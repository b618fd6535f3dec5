import { DRAFT_BOUNDS, type Draft, type DraftPart } from "#analysis/grounding/narrative.ts";
import type { ArgumentPlan } from "#argument/plan.ts";
import { marked, renderArgument } from "#argument/render.ts";
import { planByRules } from "#argument/rules-plan.ts";
import type { Author, Claim } from "#contract/analysis.ts";
import { FactSentences } from "./fact-sentences.ts";
import type { Brief, Narrative, Narrator } from "./port.ts";
import { earningsClaims, forecastClaims, marketClaims, opinionClaims } from "./rules-reasoning.ts";
import { keyFactorClaims, riskClaims } from "./rules-short.ts";

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

/** A text in sentences of the rules that passes the grounding check, claim by claim. */
export function rulesDraft(brief: Brief): Draft {
  const facts = new FactSentences(brief);
  const bounded = (part: DraftPart, claims: readonly (Claim | null)[]) =>
    claims.filter((claim) => claim !== null).slice(0, DRAFT_BOUNDS[part].max);
  return {
    reasoning: bounded("reasoning", [
      ...forecastClaims(facts),
      ...earningsClaims(facts),
      ...opinionClaims(facts),
      ...marketClaims(facts),
    ]),
    keyFactors: bounded("keyFactors", keyFactorClaims(facts)),
    risks: bounded("risks", riskClaims(facts)),
  };
}
