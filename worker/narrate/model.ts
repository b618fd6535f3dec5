import type { LanguageModel } from "ai";
import type { Author } from "#contract/analysis.ts";

/** A language model as the narrator uses it; the adapters make them. */
export type WritingModel = {
  kind: Exclude<Author["kind"], "rules">;
  /** Name as the service knows it, shown with the text. */
  name: string;
  model: LanguageModel;
  /** False where the service does not stream structured answers. */
  canStream: boolean;
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
