import type { AiAnalysis, Author, Claim } from "#contract/analysis.ts";
import type { Argument } from "#contract/argument.ts";
import type { Fact } from "../evidence.ts";
import type { ArgumentPlan } from "../plan.ts";
import { marked, renderArgument } from "../render.ts";
import { planByRules } from "../rules-plan.ts";

/** A narrator explains the forecast and never changes it. */
export type Brief = {
  companyName: string;
  symbol: string;
  recommendation: AiAnalysis["tradeRecommendation"];
  /** Present or missing; text cites them by id. */
  facts: readonly Fact[];
};

export type Narrative = {
  argument: Argument;
  /** In the argument's order. */
  claims: Claim[];
  /** Short, with their marks. */
  keyFactors: string[];
  /** With their marks. */
  risks: string[];
  author: Author;
};

/** Never fails: without a true plan from a language model, the rules arrange. */
export interface Narrator {
  /** With a language model, `onText` gets sentences one by one after the whole plan passes the check. */
  write(brief: Brief, now: Date, onText?: (delta: string) => void): Promise<Narrative>;
}

export const rulesNarrator: Narrator = { write: async (brief, now) => rulesNarrative(brief, now, null) };

/** `fallbackReason` says why a configured language model did not arrange it. */
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
