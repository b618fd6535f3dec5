import { z } from "zod";
import { DRAFT_BOUNDS, type Draft, type DraftPart } from "#analysis/grounding/narrative.ts";
import { tradeRecommendationSchema } from "#contract/analysis.ts";

const MAX_IDS = 12;
/** Several times what the longest text takes that the check accepts. */
export const MAX_ANSWER_LENGTH = 24_000;

/** A little above the bounds of a draft, so that a slightly long text is sent back with what is wrong instead of being unreadable. */
const claims = (part: DraftPart) =>
  z
    .array(
      z.object({
        text: z.string().max(2 * DRAFT_BOUNDS[part].maxLength),
        evidenceIds: z.array(z.string().max(6)).max(MAX_IDS),
      }),
    )
    .max(2 * DRAFT_BOUNDS[part].max);

/** What a language model answers: the text, and the class of the example, which it repeats and does not choose. */
const answerSchema = z.object({
  reasoning: claims("reasoning"),
  keyFactors: claims("keyFactors"),
  risks: claims("risks"),
  tradeRecommendation: tradeRecommendationSchema,
});
export type Answer = z.infer<typeof answerSchema>;

/** The answer's JSON Schema as services take it: without lengths, which several refuse; `answerIn` checks them. */
export function answerShape(): Record<string, unknown> {
  const { $schema: _, ...shape } = z.toJSONSchema(answerSchema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.maxLength;
      delete jsonSchema.maxItems;
    },
  });
  return shape;
}

/** The answer in a text, between its outermost braces; null when there is none in the right shape. */
export function answerIn(text: string): Answer | null {
  if (text.length > MAX_ANSWER_LENGTH) return null;
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  try {
    return answerSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** The text of an answer alone. */
export function draftOf({ reasoning, keyFactors, risks }: Answer): Draft {
  return { reasoning, keyFactors, risks };
}

/** The sentences of the reasoning in an answer that is still being written, of which only complete ones are read. */
export function finishedClaims(partial: unknown): Draft["reasoning"] {
  const reasoning = partialSchema.safeParse(partial).data?.reasoning ?? [];
  return reasoning.flatMap((claim) => claimsSchema.safeParse(claim).data ?? []);
}

const partialSchema = z.object({ reasoning: z.array(z.unknown()).max(100) });
const claimsSchema = answerSchema.shape.reasoning.element;
