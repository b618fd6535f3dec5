import type { Fact } from "#analysis/evidence.ts";
import type { Grounds } from "#analysis/grounding/claim.ts";
import type { AiAnalysis, Author, Claim } from "#contract/analysis.ts";
import type { Argument } from "#contract/argument.ts";

/** What a narrator works from. It explains the forecast and never changes it. */
export type Brief = {
  companyName: string;
  symbol: string;
  recommendation: AiAnalysis["tradeRecommendation"];
  /** Every fact, present or missing; text cites them by id. */
  facts: readonly Fact[];
};

/** What a text about the brief may rest on. */
export function groundsOf({ facts, companyName, symbol }: Brief): Grounds {
  return { facts: new Map(facts.map((fact) => [fact.id, fact])), names: [companyName, symbol] };
}

/** A text that has passed the grounding check. */
export type Narrative = {
  /** The sentences of the argument; of a language model's own text there is none. */
  argument: Argument | null;
  claims: Claim[];
  /** Short, with their marks. */
  keyFactors: string[];
  /** With their marks. */
  risks: string[];
  author: Author;
};

/** Writes the text of an analysis. Never fails: what cannot be written by a language model the rules write. */
export interface Narrator {
  /**
   * `onText` hears the text sentence by sentence while a language model writes it, each only after it passed the
   * grounding check.
   */
  write(brief: Brief, now: Date, onText?: (delta: string) => void): Promise<Narrative>;
}
