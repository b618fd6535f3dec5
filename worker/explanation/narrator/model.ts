import type { Author } from "#contract/analysis.ts";

/** A turn of the conversation with a language model. */
export type ModelMessage = { role: "system" | "user" | "assistant"; content: string };

/** One call of a language model. */
export type Completion = {
  messages: readonly ModelMessage[];
  /** JSON Schema that the answer is to follow. */
  schema: Record<string, unknown>;
  maxTokens: number;
  temperature: number;
  signal: AbortSignal;
};

/** A language model as the narrator uses it; the adapters make them. */
export type WritingModel = {
  kind: Exclude<Author["kind"], "rules">;
  /** Name as the service knows it, shown with the argument. */
  name: string;
  /** The model's text. Throws where the service cannot be reached, refuses, or answers in a shape of its own. */
  complete: (completion: Completion) => Promise<{ text: string; use: TokenUse }>;
  /** USD a million tokens; null where nobody has set them. */
  price: TokenPrice | null;
};

export type TokenPrice = { inputUsd: number; outputUsd: number };

/** Tokens of one or more calls; a service that does not count them leaves zeros. */
export type TokenUse = { input: number; output: number };

/** Cost in USD, to a millionth; null without prices. */
export function costOf(use: TokenUse, price: TokenPrice | null): number | null {
  if (!price) return null;
  const dollars = (use.input * price.inputUsd + use.output * price.outputUsd) / 1_000_000;
  return Number(dollars.toFixed(6));
}
