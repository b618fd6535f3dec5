import { z } from "zod";

/** Whether a statement speaks for a beat, against one, or for neither. */
const sides = ["for", "against", "context"] as const;
export type Side = (typeof sides)[number];

/**
 * The order of an argument: what moves this number, what speaks against the thesis, what is worth knowing and not in the
 * number, and how such predictions ended.
 */
export const argumentGroups = ["moves", "against", "context", "record"] as const;
export type ArgumentGroup = (typeof argumentGroups)[number];

/** Sentences of an argument in all, its thesis included. */
export const ARGUMENT_LENGTH = { min: 4, max: 9 } as const;

const argumentSentenceSchema = z.object({
  /** Name of the statement in the catalogue. */
  statement: z.string().max(60),
  text: z.string().max(400),
  side: z.enum(sides),
  /** What the model's inputs behind it add to P(beat), in percentage points; null where it is no part of the number. */
  points: z.number().min(-100).max(100).nullable(),
  /** The facts it is computed from; none is cited by two sentences. */
  evidenceIds: z.array(z.string().max(6)).max(12),
});
export type ArgumentSentence = z.infer<typeof argumentSentenceSchema>;

/** The explanation: typed statements, rendered from the facts. */
export const argumentSchema = z.object({
  thesis: argumentSentenceSchema,
  /** In the order of `argumentGroups`; a group without a sentence is left out. */
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

/** The number of each sentence in the text, from 1, the thesis first. By statement: each is used once. */
export function sentenceNumbers({ thesis, sections }: Argument): ReadonlyMap<string, number> {
  const sentences = [thesis, ...sections.flatMap((section) => section.sentences)];
  return new Map(sentences.map(({ statement }, i) => [statement, i + 1]));
}
