import { easternDay } from "#contract/time.ts";
import type { Fact } from "./evidence.ts";
import type { StatementUse } from "./plan.ts";
import type { Statement, Values } from "./statement.ts";
import { type AnyValue, fits, readSlot } from "./values.ts";

/** The facts of one analysis by id, and the day it speaks of. */
export type FactIndex = { byId: ReadonlyMap<string, Fact>; today: string };

/** Indexes facts. The day is that of the model's own facts, which are computed when the analysis is. */
export function indexOf(facts: readonly Fact[]): FactIndex {
  const computed = facts.find((fact) => fact.key === "prediction") ?? facts[0];
  return {
    byId: new Map(facts.map((fact) => [fact.id, fact])),
    today: easternDay(computed?.asOf ?? 0),
  };
}

/** What a slot's fact lacks. */
export type SlotProblem = "missing_slot" | "unknown_fact" | "wrong_fact" | "impossible_value";

/** The values of a use's slots, or the first slot that has none and why. */
export function valuesOf(
  { slots }: Statement,
  { facts }: Pick<StatementUse, "facts">,
  { byId }: FactIndex,
): { values: Values } | { values: null; slot: string; problem: SlotProblem } {
  const values: Record<string, AnyValue> = {};
  for (const [name, slot] of Object.entries(slots)) {
    const fail = (problem: SlotProblem) => ({ values: null, slot: name, problem });
    if (!Object.hasOwn(facts, name)) return fail("missing_slot");
    const fact = byId.get(facts[name] ?? "");
    if (!fact) return fail("unknown_fact");
    if (!fits(slot, fact)) return fail("wrong_fact");
    const value = readSlot(slot, fact);
    if (value === null) return fail("impossible_value");
    values[name] = value;
  }
  return { values };
}
