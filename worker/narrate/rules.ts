import { DRAFT_BOUNDS, type Draft, type DraftPart, marked } from "#analysis/grounding/narrative.ts";
import type { Author, Claim } from "#contract/analysis.ts";
import { FactSentences } from "./fact-sentences.ts";
import type { Brief, Narrative, Narrator } from "./port.ts";
import { earningsClaims, forecastClaims, marketClaims, opinionClaims } from "./rules-reasoning.ts";
import { keyFactorClaims, riskClaims } from "./rules-short.ts";

/** A narrator that needs no language model: each sentence states facts it cites, and one that is missing is left out. */
export const rulesNarrator: Narrator = { write: async (brief, now) => rulesNarrative(brief, now, null) };

/** The rules' text; `fallbackReason` says why a configured language model did not write it. */
export function rulesNarrative(brief: Brief, now: Date, fallbackReason: string | null): Narrative {
  return narrativeOf(rulesDraft(brief), {
    kind: "rules",
    model: null,
    writtenAt: now.toISOString(),
    wasRepaired: false,
    fallbackReason,
  });
}

/** The text of the rules, claim by claim. */
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

/** A checked draft as the narrative that goes into the response. */
export function narrativeOf(draft: Draft, author: Author): Narrative {
  return {
    claims: draft.reasoning,
    keyFactors: draft.keyFactors.map(marked),
    risks: draft.risks.map(marked),
    author,
  };
}
