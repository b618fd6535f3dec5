import type { AiAnalysis, Author, Claim } from "#contract/analysis.ts";
import type { Argument } from "#contract/evidence.ts";
import type { Fact } from "../evidence.ts";
import type { ArgumentPlan } from "../plan.ts";
import { marked, renderArgument } from "../render.ts";
import { planByRules } from "../rules-plan.ts";

/** The narrator explains the forecast and never changes it. */
export type Brief = {
  companyName: string;
  symbol: string;
  recommendation: AiAnalysis["tradeRecommendation"];
  /** Texts cite these facts by id. */
  facts: readonly Fact[];
};

export type Narrative = {
  argument: Argument;
  /** In the order of the argument. */
  claims: Claim[];
  keyFactors: string[];
  risks: string[];
  author: Author;
};

/** Never fails: without a valid plan, the rules arrange the argument. */
export interface Narrator {
  /** With a language model, `onText` receives sentences after the whole plan has been checked. */
  write(brief: Brief, now: Date, onText?: (delta: string) => void): Promise<Narrative>;
}

export const rulesNarrator: Narrator = { write: async (brief, now) => rulesNarrative(brief, now, null) };

/** `fallbackReason` says why a configured language model did not arrange the argument. */
export function rulesNarrative(brief: Brief, now: Date, fallbackReason: string | null): Narrative {
  return narrativeOf(planByRules(brief.facts), brief, {
    kind: "rules",
    model: null,
    writtenAt: now.toISOString(),
    wasRepaired: false,
    fallbackReason,
  });
}

/** Throws for a plan with problems. */
export function narrativeOf(plan: ArgumentPlan, { facts }: Brief, author: Author): Narrative {
  const { argument, claims, keyFactors, risks } = renderArgument(plan, facts);
  return { argument, claims, keyFactors: keyFactors.map(marked), risks: risks.map(marked), author };
}
