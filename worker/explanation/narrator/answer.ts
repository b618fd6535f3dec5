import { z } from "zod";
import { jsonOrNull } from "#platform/json.ts";
import type { Fact } from "../evidence.ts";
import {
  type ArgumentPlan,
  oppositeSide,
  type PlanPart,
  placedStatementsOf,
  planParts,
  type StatementUse,
} from "../plan.ts";
import { type StatementCandidate, statementCandidatesOf } from "../rules-plan.ts";

/** A statement that the language model may choose, by its id ("S7"). */
export type StatementOption = StatementCandidate & { id: string };

/** The most statements that are offered, which is more than can be true of one company. */
const MAX_OPTIONS = 200;

/**
 * The statement that a beat does not mean that the stock rises. It is part of every analysis, whether the
 * rules or a language model arrange it.
 */
const CAUTION = "beat-is-no-rise";

/** What the language model may choose from. The caution is not offered, because every plan includes it. */
export type StatementOptions = { options: StatementOption[]; caution: StatementUse[] };

/**
 * Returns the statements that are true of the facts, in the order of the catalog, with the caution apart from
 * the others.
 */
export function statementOptionsOf(facts: readonly Fact[]): StatementOptions {
  const all = statementCandidatesOf(facts);
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

/**
 * Says whether a part of the answer may list a statement. For "against" it allows both sides, because the
 * right one depends on the thesis; `planProblems` checks it.
 */
function isOfferedIn(part: PlanPart | "thesis", { group, side }: StatementCandidate): boolean {
  switch (part) {
    case "against":
      return side !== "context" && (group === "moves" || group === "context");
    case "risks":
      return group === "risk";
    default:
      return group === part;
  }
}

/**
 * Returns the empty parts of a plan for which an offered statement would fit that cites no fact already
 * cited.
 */
export function emptyPartsThatCouldBeFilled(
  plan: ArgumentPlan,
  options: readonly StatementOption[],
): PlanPart[] {
  const cited = new Set(placedStatementsOf(plan).flatMap(({ use }) => Object.values(use.facts)));
  const thesis = options.find(({ statement }) => statement === plan.thesis.statement);
  const against = oppositeSide(thesis?.side ?? "context");
  const fits = {
    moves: ({ group, side }: StatementOption) => group === "moves" && side !== against,
    against: ({ group, side }: StatementOption) => group === "moves" && side === against,
    record: ({ group }: StatementOption) => group === "record",
  };
  const isFree = ({ facts }: StatementOption) => !Object.values(facts).some((id) => cited.has(id));
  return (["moves", "against", "record"] as const).filter(
    (part) => plan[part].length === 0 && options.some((option) => fits[part](option) && isFree(option)),
  );
}

/** The most characters that are accepted, many times the length of the longest plan. */
export const MAX_ANSWER_LENGTH = 16_000;
const MAX_CHOICES = 6;
const WORDINGS = [0, 1, 2];

const choiceSchema = z.strictObject({ id: z.string().max(6), wording: z.int().min(0).max(2) });
type Choice = z.infer<typeof choiceSchema>;
const part = z.array(choiceSchema).max(MAX_CHOICES);

/**
 * The language model's answer: ids and wordings of statements for each part. It has no field for text, so the
 * model cannot write any.
 */
const answerSchema = z.strictObject({
  thesis: choiceSchema,
  moves: part,
  against: part,
  context: part,
  record: part,
  risks: part,
});
export type ModelSelection = z.infer<typeof answerSchema>;

/**
 * Returns the JSON schema of the answer, in which each part allows only the statements that fit it. It has no
 * length limits, because some services refuse them.
 */
export function modelSelectionJsonSchema(options: readonly StatementOption[]): Record<string, unknown> {
  const choiceIn = (name: "thesis" | (typeof planParts)[number]) => {
    const offered = options.filter((option) => isOfferedIn(name, option));
    // An empty list of values is not a valid schema, so a part that nothing fits allows all ids;
    // `planProblems` refuses them.
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

/**
 * Returns the answer in the JSON between the outermost braces of a text, or null when the text is too long or
 * has another shape.
 */
export function parseModelSelection(text: string): ModelSelection | null {
  if (text.length > MAX_ANSWER_LENGTH) return null;
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  return answerSchema.safeParse(jsonOrNull(json)).data ?? null;
}

/**
 * Converts an answer to a plan and adds the caution to its risks. When the answer has ids that were not
 * offered, it returns no plan, and `foreign` names them for the language model.
 */
export function planOfSelection(
  answer: ModelSelection,
  { options, caution }: StatementOptions,
): { plan: ArgumentPlan; foreign: [] } | { plan: null; foreign: string[] } {
  const byId = new Map(options.map((option) => [option.id, option]));
  const unofferedIds: string[] = [];
  const chosen = ({ id, wording }: Choice, at: string): StatementUse => {
    const option = byId.get(id);
    if (!option) unofferedIds.push(`${at}: ${JSON.stringify(id)} is no id of the list.`);
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
  return unofferedIds.length > 0 ? { plan: null, foreign: unofferedIds } : { plan, foreign: [] };
}

function objectOf(properties: Record<string, unknown>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
