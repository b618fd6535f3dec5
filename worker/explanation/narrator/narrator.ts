import type { AiAnalysis, Author, Claim } from "#contract/analysis.ts";
import type { Argument } from "#contract/argument.ts";
import type { Fact } from "../evidence.ts";
import type { ArgumentPlan } from "../plan.ts";
import { marked, renderArgument } from "../render.ts";
import { planByRules } from "../rules-plan.ts";

/** What a narrator works from. It explains the forecast and never changes it. */
export type Brief = {
  companyName: string;
  symbol: string;
  recommendation: AiAnalysis["tradeRecommendation"];
  /** Every fact, present or missing; text cites them by id. */
  facts: readonly Fact[];
};

/** An argument in words, and who arranged it. */
export type Narrative = {
  argument: Argument;
  /** The argument's sentences in their order. */
  claims: Claim[];
  /** Short, with their marks. */
  keyFactors: string[];
  /** With their marks. */
  risks: string[];
  author: Author;
};

/** Arranges the explanation of an analysis. Never fails: where a language model gives no true plan, the rules arrange. */
export interface Narrator {
  /** `onText` gets the sentences one by one where a language model is asked, once the whole plan has passed the check. */
  write(brief: Brief, now: Date, onText?: (delta: string) => void): Promise<Narrative>;
}

/** Needs no language model: fixed rules arrange the statements that are true of the facts. */
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
