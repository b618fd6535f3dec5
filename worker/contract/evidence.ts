import { z } from "zod";

const sides = ["for", "against", "context"] as const;
export type Side = (typeof sides)[number];

export const argumentGroups = ["moves", "against", "context", "record"] as const;
export type ArgumentGroup = (typeof argumentGroups)[number];

export const ARGUMENT_LENGTH = { min: 4, max: 9 } as const;

const argumentSentenceSchema = z.object({
  statement: z.string().max(60),
  text: z.string().max(400),
  side: z.enum(sides),
  /**
   * The contribution of the statement to P(beat), in percentage points. `points` is null for evidence that does
   * not affect the probability.
   */
  points: z.number().min(-100).max(100).nullable(),
  evidenceIds: z.array(z.string().max(6)).max(12),
});
export type ArgumentSentence = z.infer<typeof argumentSentenceSchema>;

export const argumentSchema = z.object({
  thesis: argumentSentenceSchema,
  sections: z
    .array(
      z.object({
        group: z.enum(argumentGroups),
        sentences: z.array(argumentSentenceSchema).min(1).max(ARGUMENT_LENGTH.max),
      }),
    )
    .max(argumentGroups.length),
});
export type Argument = z.infer<typeof argumentSchema>;

/** Returns the number of each statement by its id. The thesis has the number 1. */
export function sentenceNumbers({ thesis, sections }: Argument): ReadonlyMap<string, number> {
  const sentences = [thesis, ...sections.flatMap((section) => section.sentences)];
  return new Map(sentences.map(({ statement }, i) => [statement, i + 1]));
}

export const evidenceStateSchema = z.enum(["live", "cached", "missing", "sample"]);
export type EvidenceState = z.infer<typeof evidenceStateSchema>;

const evidenceKindSchema = z.enum([
  "company",
  "estimate",
  "earnings_date",
  "eps_history",
  "model",
  "revision",
  "guidance",
  "rating",
  "price_target",
  "price",
  "technical",
  "news",
  "social",
  "options",
  "market",
  "prediction_market",
]);
export type EvidenceKind = z.infer<typeof evidenceKindSchema>;

/** A fact that the explanation rests on. Statements cite it by its id, as `[F12]`. */
export const evidenceSchema = z.object({
  id: z.string().regex(/^F[1-9][0-9]{0,3}$/),
  kind: evidenceKindSchema,
  label: z.string().max(200),
  /** `value` is null exactly when `state` is `missing`. */
  value: z.union([z.number(), z.string().max(500)]).nullable(),
  /**
   * A currency code, "%", or what is counted, such as "analysts", "points" or "reports". `unit` is null for
   * plain text and for a missing value.
   */
  unit: z.string().max(20).nullable(),
  source: z.string().max(80),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  asOf: z.iso.datetime(),
  state: evidenceStateSchema,
  note: z.string().max(300).nullable(),
  /**
   * The name of the function that computed the value. `computedBy` is null for a value as the source gave it.
   */
  computedBy: z.string().max(60).nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/**
 * `verified` is true when the source itself answered a request of this analysis. It is false for a headline,
 * because the page behind it is never opened.
 */
export const citationSchema = z.object({
  title: z.string().max(300),
  url: z.url({ protocol: /^https?$/ }).max(2000),
  snippet: z.string().max(500).optional(),
  verified: z.boolean(),
});
export type Citation = z.infer<typeof citationSchema>;
