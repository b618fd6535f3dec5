import { z } from "zod";
import type { Fact } from "../evidence.ts";
import { type ArgumentPlan, opposite, type PlanPart, planParts, type StatementUse, usesOf } from "../plan.ts";
import { type Candidate, candidates } from "../rules-plan.ts";

/** A language model chooses by id ("S7"). */
export type Option = Candidate & { id: string };

/** More than is true of one company. */
const MAX_OPTIONS = 200;

/** In every analysis, whoever arranges it. */
const CAUTION = "beat-is-no-rise";

/** The model has no say in the caution. */
export type Offer = { options: Option[]; caution: StatementUse[] };

/** Without the caution, in catalog order. */
export function offerOf(facts: readonly Fact[]): Offer {
  const all = candidates(facts);
  return {
    options: all
      .filter(({ statement }) => statement !== CAUTION)
      .slice(0, MAX_OPTIONS)
      .map((candidate, i) => ({ ...candidate, id: `S${i + 1}` })),
    caution: all
      .filter(({ statement }) => statement === CAUTION)
      .map(({ statement, facts: filled }) => ({ statement, facts: filled, wording: 0 })),
  };
}

/** The plan checks "against", which depends on the thesis. */
function isOfferedIn(part: PlanPart | "thesis", { group, side }: Candidate): boolean {
  switch (part) {
    case "against":
      return side !== "context" && (group === "moves" || group === "context");
    case "risks":
      return group === "risk";
    default:
      return group === part;
  }
}

/** Empty though a statement with its own facts would fit. */
export function neglectedParts(plan: ArgumentPlan, options: readonly Option[]): PlanPart[] {
  const cited = new Set(usesOf(plan).flatMap(({ use }) => Object.values(use.facts)));
  const thesis = options.find(({ statement }) => statement === plan.thesis.statement);
  const against = opposite(thesis?.side ?? "context");
  const fits = {
    moves: ({ group, side }: Option) => group === "moves" && side !== against,
    against: ({ group, side }: Option) => group === "moves" && side === against,
    record: ({ group }: Option) => group === "record",
  };
  const isFree = ({ facts }: Option) => !Object.values(facts).some((id) => cited.has(id));
  return (["moves", "against", "record"] as const).filter(
    (part) => plan[part].length === 0 && options.some((option) => fits[part](option) && isFree(option)),
  );
}

/** Many times the longest plan. */
export const MAX_ANSWER_LENGTH = 16_000;
const MAX_CHOICES = 6;
const WORDINGS = [0, 1, 2];

const choiceSchema = z.strictObject({ id: z.string().max(6), wording: z.int().min(0).max(2) });
type Choice = z.infer<typeof choiceSchema>;
const part = z.array(choiceSchema).max(MAX_CHOICES);

/** Statement ids; no place for words. */
const answerSchema = z.strictObject({
  thesis: choiceSchema,
  moves: part,
  against: part,
  context: part,
  record: part,
  risks: part,
});
export type Answer = z.infer<typeof answerSchema>;

/** Each part names only what fits. No length limits, which services refuse. */
export function answerShape(options: readonly Option[]): Record<string, unknown> {
  const choiceIn = (name: "thesis" | (typeof planParts)[number]) => {
    const offered = options.filter((option) => isOfferedIn(name, option));
    // An empty list of values is no schema; the plan's check refuses the rest.
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

/** Between the outermost braces; null in another shape. */
export function answerIn(text: string): Answer | null {
  if (text.length > MAX_ANSWER_LENGTH) return null;
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  try {
    return answerSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** `foreign` was not offered. */
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
