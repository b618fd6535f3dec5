import type { AiAnalysis, Author, Claim } from "#contract/analysis.ts";
import type { Argument } from "#contract/evidence.ts";
import type { Fact } from "../evidence.ts";
import type { ArgumentPlan } from "../plan.ts";
import { renderArgument, withCitations } from "../render.ts";
import { planByRules } from "../rules-plan.ts";

/** What the narrator explains. It never changes the forecast. */
export type NarratorInput = {
  companyName: string;
  symbol: string;
  recommendation: AiAnalysis["tradeRecommendation"];
  /** The facts that sentences cite by id. */
  facts: readonly Fact[];
};

export type Narrative = {
  argument: Argument;
  /** The sentences in the order of the argument. */
  claims: Claim[];
  keyFactors: string[];
  risks: string[];
  author: Author;
};

/** Arranges and words the explanation of a forecast. */
export interface Narrator {
  /**
   * Returns the explanation; when a language model yields no valid plan, the rules arrange it. If a language
   * model is configured, `onText` receives the sentences one by one, once the whole plan has been checked.
   */
  write(brief: NarratorInput, now: Date, onText?: (delta: string) => void): Promise<Narrative>;
}

export const rulesNarrator: Narrator = { write: async (brief, now) => rulesNarrative(brief, now, null) };

/**
 * Returns the explanation as the rules arrange it. `fallbackReason` says why a configured language model did
 * not arrange it, and is null when none is configured.
 */
export function rulesNarrative(brief: NarratorInput, now: Date, fallbackReason: string | null): Narrative {
  return narrativeOf(planByRules(brief.facts), brief, {
    kind: "rules",
    model: null,
    writtenAt: now.toISOString(),
    wasRepaired: false,
    fallbackReason,
  });
}

/** Renders a plan as an explanation. Throws when the plan has problems (`planProblems`). */
export function narrativeOf(plan: ArgumentPlan, { facts }: NarratorInput, author: Author): Narrative {
  const { argument, claims, keyFactors, risks } = renderArgument(plan, facts);
  return {
    argument,
    claims,
    keyFactors: keyFactors.map(withCitations),
    risks: risks.map(withCitations),
    author,
  };
}
