import fc from "fast-check";
import type { Fact } from "#explanation/evidence.ts";
import { type FactType, factTypes } from "#explanation/fact-types.ts";
import type { Slot, Statement } from "#explanation/statement.ts";

/** Builds a fact for a test. Fields that are left out describe a number that is present and has no unit. */
export function aFact(fact: Partial<Fact> & Pick<Fact, "id" | "key">): Fact {
  return {
    kind: "model",
    label: fact.key,
    value: 1,
    unit: null,
    source: "Test",
    url: null,
    asOf: "2026-03-10T15:00:00.000Z",
    state: "live",
    note: null,
    computedBy: null,
    isQuotation: false,
    quotedFrom: null,
    ...fact,
  };
}

/** Conditions change at these values, so they are mixed with any other numbers. */
const edges = [
  -50, -15, -10, -5, -2, -0.5, -0.4, 0, 0.4, 0.5, 1, 2, 3, 4, 5, 8, 10, 15, 20, 30, 45, 50, 55, 70, 85, 100,
];
const amounts = [-2, -0.5, 0, 0.49, 0.5, 1, 1.04, 1.06, 1.28, 1.29, 2, 180];
const days = ["2026-03-01", "2026-03-10", "2026-03-11", "2026-03-20", "2026-04-30T20:00:00.000Z"];

function valuesOf(type: FactType): fc.Arbitrary<number | string> {
  switch (type.kind) {
    case "number": {
      const { min, max, isWhole } = type;
      const within = edges.filter(
        (value) => value >= min && value <= max && (!isWhole || Number.isInteger(value)),
      );
      const any = isWhole
        ? fc.integer({ min, max: Math.min(max, 60) })
        : fc.double({ min: Math.max(min, -200), max: Math.min(max, 200), noNaN: true });
      return fc.oneof(fc.constantFrom(...within), any);
    }
    case "money":
      return fc.oneof(
        fc.constantFrom(...amounts),
        fc.integer({ min: -500, max: 50_000 }).map((cents) => cents / 100),
      );
    case "choice":
      return fc.constantFrom(...type.values);
    case "day":
      return fc.constantFrom(...days);
    case "name":
      return fc.constantFrom("Apple Inc.", "Ford Motor Company", "3M", "McDonald’s");
    case "quotation":
      return fc.constantFrom("Profit rises in spring", "Shares fall 9% as rivals gain");
  }
}

function factOf(slot: Slot, id: string): fc.Arbitrary<Fact> {
  if (typeof slot !== "string")
    return fc.constant(aFact({ id, key: slot.absent, state: "missing", value: null }));
  const type: FactType = factTypes[slot];
  return valuesOf(type).map((value) =>
    aFact({
      id,
      key: slot.replace("*", "one"),
      value,
      unit: type.kind === "money" ? "USD" : null,
      isQuotation: type.kind === "quotation",
      quotedFrom: type.kind === "quotation" ? "Daily News" : null,
    }),
  );
}

/**
 * Generates facts for each slot of a statement within the ranges that such facts can have. Whether the statement is
 * true of them is left open.
 */
export function factsFor({ slots }: Statement): fc.Arbitrary<Record<string, Fact>> {
  return fc.record(
    Object.fromEntries(Object.entries(slots).map(([name, slot], i) => [name, factOf(slot, `F${i + 1}`)])),
  );
}

/** Returns the ids of the facts by slot, in the form in which a plan names them. */
export function idsOf(facts: Record<string, Fact>): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).map(([slot, { id }]) => [slot, id]));
}
