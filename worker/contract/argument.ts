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
  /** Percentage points of P(beat); null where no part of the number. */
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

/** Numbers from 1 by statement, the thesis first. */
export function sentenceNumbers({ thesis, sections }: Argument): ReadonlyMap<string, number> {
  const sentences = [thesis, ...sections.flatMap((section) => section.sentences)];
  return new Map(sentences.map(({ statement }, i) => [statement, i + 1]));
}
