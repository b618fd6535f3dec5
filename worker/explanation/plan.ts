import { z } from "zod";

/** At most so many statements in one part of a plan; the argument as a whole is bounded by `ARGUMENT_LENGTH`. */
const MAX_STATEMENTS = 6;
/** More than the slots of any statement. */
const MAX_SLOTS = 8;

const slotSchema = z.string().regex(/^[a-z][A-Za-z]{0,29}$/);
const factIdSchema = z.string().regex(/^F[1-9][0-9]{0,3}$/);

/** One statement of the catalogue with the facts that fill its slots, in one of its wordings. */
const statementUseSchema = z.strictObject({
  statement: z.string().max(60),
  /** The id of a fact for each slot of the statement. */
  facts: z
    .record(slotSchema, factIdSchema)
    .refine((facts) => Object.keys(facts).length <= MAX_SLOTS, "Too many slots."),
  wording: z.int().min(0).max(2),
});
export type StatementUse = z.infer<typeof statementUseSchema>;

const part = z.array(statementUseSchema).max(MAX_STATEMENTS);

/** An argument before it is rendered: which statements, of which facts, in which order. It holds no words of its own. */
export const argumentPlanSchema = z.strictObject({
  thesis: statementUseSchema,
  moves: part,
  against: part,
  context: part,
  record: part,
  risks: part,
});
export type ArgumentPlan = z.infer<typeof argumentPlanSchema>;

/** The parts of a plan that are lists, in the order in which they are read. */
export const planParts = ["moves", "against", "context", "record", "risks"] as const;
export type PlanPart = (typeof planParts)[number];
