import { z } from "zod";
import { ARGUMENT_LENGTH, type Side } from "#contract/evidence.ts";
import { findStatement } from "./catalog.ts";
import type { Fact } from "./evidence.ts";
import { type FactIndex, factIndexOf, type SlotProblem, type Statement, slotValuesOf } from "./statement.ts";

/** The most statements in one part. `ARGUMENT_LENGTH` limits the whole argument. */
const MAX_STATEMENTS = 6;
const MAX_SLOTS = 8;

const slotSchema = z.string().regex(/^[a-z][A-Za-z]{0,29}$/);
const factIdSchema = z.string().regex(/^F[1-9][0-9]{0,3}$/);

const statementUseSchema = z.strictObject({
  statement: z.string().max(60),
  facts: z
    .record(slotSchema, factIdSchema)
    .refine((facts) => Object.keys(facts).length <= MAX_SLOTS, "Too many slots."),
  wording: z.int().min(0).max(2),
});
export type StatementUse = z.infer<typeof statementUseSchema>;

const part = z.array(statementUseSchema).max(MAX_STATEMENTS);

/**
 * The arrangement of an argument: which statements it makes in which part, with which facts and wording. A
 * plan contains no text.
 */
export const argumentPlanSchema = z.strictObject({
  thesis: statementUseSchema,
  moves: part,
  against: part,
  context: part,
  record: part,
  risks: part,
});
export type ArgumentPlan = z.infer<typeof argumentPlanSchema>;

export const planParts = ["moves", "against", "context", "record", "risks"] as const;
export type PlanPart = (typeof planParts)[number];

type PlanProblemName =
  | SlotProblem
  | "unknown_statement"
  | "wrong_part"
  | "foreign_slot"
  | "not_true"
  | "unknown_wording"
  | "wrong_side"
  | "statement_twice"
  | "fact_twice"
  | "too_short"
  | "too_long";

/**
 * A reason why a plan cannot be used. `at` is a place in the plan ("moves[1]"), and `detail` tells the
 * language model what to correct.
 */
type PlanProblem = { at: string; problem: PlanProblemName; detail: string };

type PlacedUse = { at: string; part: PlanPart | "thesis"; use: StatementUse };

/**
 * Checks a plan against the facts. Returns an empty list when every statement is true and in a part that fits
 * it, no statement or fact is used twice, and the length is right.
 */
export function planProblems(plan: ArgumentPlan, facts: readonly Fact[]): PlanProblem[] {
  const index = factIndexOf(facts);
  const placed = placedStatementsOf(plan);
  const thesis = sideOfUse(plan.thesis, index);
  return [
    ...placed.flatMap((each) => useProblems(each, index, thesis)),
    ...repetitions(placed),
    ...lengthProblems(plan),
  ];
}

export function placedStatementsOf(plan: ArgumentPlan): PlacedUse[] {
  return [
    { at: "thesis", part: "thesis", use: plan.thesis },
    ...planParts.flatMap((part) => plan[part].map((use, i) => ({ at: `${part}[${i}]`, part, use }))),
  ];
}

/** Returns the number of sentences of an argument, without the risks. */
export function sentenceCountOf({ moves, against, context, record }: ArgumentPlan): number {
  return 1 + moves.length + against.length + context.length + record.length;
}

function partsFor(statement: Statement, side: Side, thesis: Side): (PlanPart | "thesis")[] {
  switch (statement.group) {
    case "thesis":
      return ["thesis"];
    case "risk":
      return ["risks"];
    case "record":
      return ["record"];
    default:
      return side === oppositeSide(thesis) ? [statement.group, "against"] : [statement.group];
  }
}

/**
 * Returns the side that speaks against a thesis. A thesis that takes no side is opposed by statements against
 * a beat.
 */
export function oppositeSide(thesis: Side): Side {
  return thesis === "against" ? "for" : "against";
}

function useProblems({ at, part, use }: PlacedUse, index: FactIndex, thesis: Side): PlanProblem[] {
  const problemOf = (problem: PlanProblemName, detail: string): PlanProblem[] => [{ at, problem, detail }];
  const statement = findStatement(use.statement);
  if (!statement)
    return problemOf("unknown_statement", `The catalog has no ${JSON.stringify(use.statement)}.`);
  const unofferedIds = Object.keys(use.facts).find((slot) => !Object.hasOwn(statement.slots, slot));
  if (unofferedIds !== undefined)
    return problemOf("foreign_slot", `${statement.name} has no slot ${unofferedIds}.`);
  if (!statement.wordings[use.wording])
    return problemOf("unknown_wording", `${statement.name} has ${statement.wordings.length} wordings.`);
  const read = slotValuesOf(statement, use, index);
  if (!read.values) return problemOf(read.problem, `Slot ${read.slot} of ${statement.name}.`);
  if (!statement.holds(read.values))
    return problemOf("not_true", `${statement.name} is not true of these facts.`);
  const side = statement.side(read.values);
  if (partsFor(statement, side, thesis).includes(part)) return [];
  return part === "against" && statement.group !== "thesis" && statement.group !== "risk"
    ? problemOf("wrong_side", `${statement.name} does not speak against the thesis.`)
    : problemOf("wrong_part", `${statement.name} belongs to ${statement.group}.`);
}

function sideOfUse(use: StatementUse, index: FactIndex): Side {
  const statement = findStatement(use.statement);
  const values = statement && slotValuesOf(statement, use, index).values;
  return statement && values ? statement.side(values) : "context";
}

function repetitions(placed: readonly PlacedUse[]): PlanProblem[] {
  const statements = new Set<string>();
  const facts = new Set<string>();
  return placed.flatMap(({ at, use }) => {
    const problems: PlanProblem[] = [];
    if (statements.has(use.statement))
      problems.push({
        at,
        problem: "statement_twice",
        detail: `${use.statement} stands in the plan already.`,
      });
    statements.add(use.statement);
    for (const id of Object.values(use.facts)) {
      if (facts.has(id)) problems.push({ at, problem: "fact_twice", detail: `${id} is cited already.` });
      facts.add(id);
    }
    return problems;
  });
}

function lengthProblems(plan: ArgumentPlan): PlanProblem[] {
  const length = sentenceCountOf(plan);
  const detail = `The argument has ${length} sentences; ${ARGUMENT_LENGTH.min} to ${ARGUMENT_LENGTH.max} are right.`;
  if (length < ARGUMENT_LENGTH.min) return [{ at: "plan", problem: "too_short", detail }];
  return length > ARGUMENT_LENGTH.max ? [{ at: "plan", problem: "too_long", detail }] : [];
}
