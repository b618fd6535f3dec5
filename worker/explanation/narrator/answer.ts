import { z } from "zod";
import { type ArgumentPlan, planParts, type StatementUse } from "../plan.ts";
import { isOfferedIn, type Offer, type Option } from "./offer.ts";

/** Many times what the longest plan takes. */
export const MAX_ANSWER_LENGTH = 16_000;
const MAX_CHOICES = 6;
const WORDINGS = [0, 1, 2];

const choiceSchema = z.strictObject({ id: z.string().max(6), wording: z.int().min(0).max(2) });
type Choice = z.infer<typeof choiceSchema>;
const part = z.array(choiceSchema).max(MAX_CHOICES);

/** What a language model answers: a plan by the ids of the statements it was offered. It has no place for words. */
const answerSchema = z.strictObject({
  thesis: choiceSchema,
  moves: part,
  against: part,
  context: part,
  record: part,
  risks: part,
});
export type Answer = z.infer<typeof answerSchema>;

/** The answer's JSON Schema: each part may name only the statements that fit there. No lengths, which services refuse. */
export function answerShape(options: readonly Option[]): Record<string, unknown> {
  const choiceIn = (name: "thesis" | (typeof planParts)[number]) => {
    const offered = options.filter((option) => isOfferedIn(name, option));
    // An empty list of values is no schema; the check of the plan refuses what does not fit.
    const ids = (offered.length > 0 ? offered : options).map(({ id }) => id);
    return objectOf({
      id: { type: "string", enum: ids },
      wording: { type: "integer", enum: WORDINGS },
    });
  };
  return objectOf({
    thesis: choiceIn("thesis"),
    ...Object.fromEntries(planParts.map((name) => [name, { type: "array", items: choiceIn(name) }])),
  });
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

/** The plan of an answer, or what it names that it was not offered. */
export function planOf(
  answer: Answer,
  { options, caution }: Offer,
): { plan: ArgumentPlan; foreign: [] } | { plan: null; foreign: string[] } {
  const byId = new Map(options.map((option) => [option.id, option]));
  const foreign: string[] = [];
  const chosen = ({ id, wording }: Choice, at: string): StatementUse => {
    const option = byId.get(id);
    if (!option) foreign.push(`${at}: ${JSON.stringify(id)} is no id of the list.`);
    return { statement: option?.statement ?? "", facts: option?.facts ?? {}, wording };
  };
  const usesIn = (name: (typeof planParts)[number]) =>
    answer[name].map((choice, i) => chosen(choice, `${name}[${i}]`));
  const plan = {
    thesis: chosen(answer.thesis, "thesis"),
    moves: usesIn("moves"),
    against: usesIn("against"),
    context: usesIn("context"),
    record: usesIn("record"),
    risks: [...caution, ...usesIn("risks")],
  };
  return foreign.length > 0 ? { plan: null, foreign } : { plan, foreign: [] };
}

function objectOf(properties: Record<string, unknown>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
