import type { AiAnalysis, Author, Claim } from "#contract/analysis.ts";
import type { Argument } from "#contract/argument.ts";
import type { Fact } from "../evidence.ts";

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
  /** `onText` hears the sentences one by one where a language model is asked, once the whole plan has passed the check. */
  write(brief: Brief, now: Date, onText?: (delta: string) => void): Promise<Narrative>;
}
