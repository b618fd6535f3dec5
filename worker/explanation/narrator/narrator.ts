import type { AiAnalysis, Author, Claim } from "#contract/analysis.ts";
import type { Argument } from "#contract/evidence.ts";
import type { Fact } from "../evidence.ts";
import type { ArgumentPlan } from "../plan.ts";
import { marked, renderArgument } from "../render.ts";
import { planByRules } from "../rules-plan.ts";

/** Explains the forecast, never changes it. */
export type Brief = {
  companyName: string;
  symbol: string;
  recommendation: AiAnalysis["tradeRecommendation"];
  /** Text cites them by id. */
  facts: readonly Fact[];
};

export type Narrative = {
  argument: Argument;
  /** In the argument's order. */
  claims: Claim[];
  keyFactors: string[];
  risks: string[];
  author: Author;
};

/** Never fails: without a true plan the rules arrange. */
export interface Narrator {
  /** With a language model, `onText` gets sentences after the whole plan passes. */
  write(brief: Brief, now: Date, onText?: (delta: string) => void): Promise<Narrative>;
}

export const rulesNarrator: Narrator = { write: async (brief, now) => rulesNarrative(brief, now, null) };

/** `fallbackReason`: why a configured language model did not arrange it. */
export function rulesNarrative(brief: Brief, now: Date, fallbackReason: string | null): Narrative {
  return narrativeOf(planByRules(brief.facts), brief, {
    kind: "rules",
    model: null,
    writtenAt: now.toISOString(),
    wasRepaired: false,
    fallbackReason,
  });
}

/** Throws for a plan that has problems. */
export function narrativeOf(plan: ArgumentPlan, { facts }: Brief, author: Author): Narrative {
  const { argument, claims, keyFactors, risks } = renderArgument(plan, facts);
  return { argument, claims, keyFactors: keyFactors.map(marked), risks: risks.map(marked), author };
}
