import type { ArgumentGroup, Side } from "#contract/evidence.ts";
import { easternDay } from "#contract/time.ts";
import type { Fact } from "./evidence.ts";
import { type FactKey, type FactType, factTypes } from "./fact-types.ts";
import { UntrustedText } from "./untrusted-text.ts";

export type StatementGroup = "thesis" | Exclude<ArgumentGroup, "against"> | "risk";

export type Slots = Readonly<Record<string, Slot>>;
type ValuesOf<S extends Slots> = { readonly [Name in keyof S]: SlotValue<S[Name]> };
type Read<V, Result> = (values: V) => Result;

/** Words a statement as a sentence. `today` is the day of the analysis, an ISO day in New York. */
type Wording<V> = (values: V, today: string) => string;

type Definition<S extends Slots, V = ValuesOf<S>> = {
  name: string;
  group: StatementGroup;
  slots: S;
  side: Side | Read<V, Side>;
  /** What the statement's facts add to P(beat), in percentage points. */
  points?: Read<V, number>;
  holds: Read<V, boolean>;
  /** The wordings to choose from, which all say the same. */
  wordings: readonly [Wording<V>, Wording<V>, Wording<V>?];
  /** A short form of the sentence for the list of key factors. */
  tag?: Read<V, string>;
};

export type Statement = {
  readonly name: string;
  readonly group: StatementGroup;
  readonly slots: Slots;
  readonly side: Read<Values, Side>;
  readonly points: Read<Values, number | null>;
  readonly holds: Read<Values, boolean>;
  readonly wordings: readonly Wording<Values>[];
  readonly tag: Read<Values, string> | null;
};
type Values = Readonly<Record<string, AnyValue>>;

/**
 * Defines a statement. Its functions receive only the typed values of its slots, so no other text reaches a
 * sentence.
 */
export function statement<const S extends Slots>(definition: Definition<S>): Statement {
  const { side, points, holds, wordings, tag } = definition as unknown as Definition<Slots, Values>;
  return {
    name: definition.name,
    group: definition.group,
    slots: definition.slots,
    side: typeof side === "function" ? side : () => side,
    points: points ?? (() => null),
    holds,
    wordings: wordings.filter((wording) => wording !== undefined),
    tag: tag ?? null,
  };
}

/**
 * Returns the side that a signed number supports: a positive one favors a beat, a negative one speaks against
 * it.
 */
export function sideOf(signed: number): Side {
  return signed > 0 ? "for" : signed < 0 ? "against" : "context";
}

/** An amount of money. `currency` is an ISO 4217 code. */
export type Money = { amount: number; currency: string };
type Quotation = { text: UntrustedText; publisher: UntrustedText; day: string };

type ValueOfType<T> = T extends { kind: "number" }
  ? number
  : T extends { kind: "money" }
    ? Money
    : T extends { kind: "choice"; values: readonly (infer Choice)[] }
      ? Choice
      : T extends { kind: "day" }
        ? string
        : T extends { kind: "name" }
          ? UntrustedText
          : Quotation;

/**
 * What a statement needs: the fact with this key, or the row that says that the fact with the key `absent` is
 * missing.
 */
export type Slot = FactKey | { absent: string };

type SlotValue<S> = S extends FactKey ? ValueOfType<(typeof factTypes)[S]> : true;
type AnyValue = number | string | true | Money | UntrustedText | Quotation;

/** A larger amount, which is per share, must be an error of the source. */
const MAX_MONEY = 1_000_000;
const currencies = new Set(
  "USD EUR GBP JPY CNY HKD TWD KRW INR CHF CAD AUD NZD SEK NOK DKK BRL MXN ARS CLP COP PEN ZAR ILS SGD THB IDR MYR PHP TRY PLN CZK HUF RUB SAR AED".split(
    " ",
  ),
);

/** Says whether a fact is the one that a slot asks for. It does not check the fact's value. */
export function fitsSlot(slot: Slot, fact: Fact): boolean {
  if (typeof slot !== "string") return fact.key === slot.absent && fact.state === "missing";
  if (fact.state === "missing") return false;
  return slot.endsWith(" *") ? fact.key.startsWith(slot.slice(0, -1)) : fact.key === slot;
}

/**
 * Returns the value of a fact that fits the slot, or null when the value does not fit the type in
 * `factTypes`.
 */
export function readSlot(slot: Slot, fact: Fact): AnyValue | null {
  if (typeof slot !== "string") return true;
  const { value } = fact;
  const type: FactType = factTypes[slot];
  switch (type.kind) {
    case "number":
      return typeof value === "number" && isWithin(value, type) ? value : null;
    case "money":
      return typeof value === "number" && Math.abs(value) <= MAX_MONEY && currencies.has(fact.unit ?? "")
        ? { amount: value, currency: fact.unit ?? "" }
        : null;
    case "choice":
      return typeof value === "string" && type.values.includes(value) ? value : null;
    case "day":
      return typeof value === "string" ? dayOf(value) : null;
    case "name":
      return typeof value === "string" ? new UntrustedText(value) : null;
    case "quotation":
      return quotationOf(fact);
  }
}

function isWithin(value: number, { min, max, isWhole }: Extract<FactType, { kind: "number" }>): boolean {
  return value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

function dayOf(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Number.isNaN(Date.parse(text)) ? null : text;
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) || Number.isNaN(Date.parse(text))) return null;
  return easternDay(text);
}

function quotationOf({ value, quotedFrom, isQuotation, asOf }: Fact): Quotation | null {
  if (!isQuotation || typeof value !== "string") return null;
  const text = new UntrustedText(value);
  const day = dayOf(asOf);
  return text.isQuotable && day ? { text, publisher: new UntrustedText(quotedFrom ?? ""), day } : null;
}

export type FactIndex = { byId: ReadonlyMap<string, Fact>; today: string };

/** Indexes the facts by id. `today` is the day in New York on which the forecast was computed. */
export function factIndexOf(facts: readonly Fact[]): FactIndex {
  const computed = facts.find((fact) => fact.key === "prediction") ?? facts[0];
  return {
    byId: new Map(facts.map((fact) => [fact.id, fact])),
    today: easternDay(computed?.asOf ?? 0),
  };
}

export type SlotProblem = "missing_slot" | "unknown_fact" | "wrong_fact" | "impossible_value";

/**
 * Returns the values of a statement's slots, or the first slot without a valid value and the problem with it.
 */
export function slotValuesOf(
  { slots }: Statement,
  { facts }: { facts: Readonly<Record<string, string>> },
  { byId }: FactIndex,
): { values: Values } | { values: null; slot: string; problem: SlotProblem } {
  const values: Record<string, AnyValue> = {};
  for (const [name, slot] of Object.entries(slots)) {
    const fail = (problem: SlotProblem) => ({ values: null, slot: name, problem });
    if (!Object.hasOwn(facts, name)) return fail("missing_slot");
    const fact = byId.get(facts[name] ?? "");
    if (!fact) return fail("unknown_fact");
    if (!fitsSlot(slot, fact)) return fail("wrong_fact");
    const value = readSlot(slot, fact);
    if (value === null) return fail("impossible_value");
    values[name] = value;
  }
  return { values };
}
