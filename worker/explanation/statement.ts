import type { ArgumentGroup, Side } from "#contract/argument.ts";
import type { AnyValue, Slot, SlotValue } from "./values.ts";

/** Where a statement belongs: the thesis, a part of the model's number, what is not in it, the record, or the risks. */
export type StatementGroup = "thesis" | Exclude<ArgumentGroup, "against"> | "risk";

/** A statement's slots by their names. */
export type Slots = Readonly<Record<string, Slot>>;
type ValuesOf<S extends Slots> = { readonly [Name in keyof S]: SlotValue<S[Name]> };
type Read<V, Result> = (values: V) => Result;

/** Renders a sentence; `today` is the day of the analysis, for dates that lie near. */
type Wording<V> = (values: V, today: string) => string;

type Definition<S extends Slots, V = ValuesOf<S>> = {
  /** Lower case words joined by hyphens. */
  name: string;
  group: StatementGroup;
  slots: S;
  side: Side | Read<V, Side>;
  /** What it adds to P(beat) in percentage points, where it speaks of a part of the model's number. */
  points?: Read<V, number>;
  /** Whether the statement is true of these values. */
  holds: Read<V, boolean>;
  /** Two or three sentences that say the same. */
  wordings: readonly [Wording<V>, Wording<V>, Wording<V>?];
  /** The same in a few words, for the key factors. */
  tag?: Read<V, string>;
};

/** A statement of the catalogue, whatever its slots. */
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
export type Values = Readonly<Record<string, AnyValue>>;

/** Defines a statement: what its functions read is typed by its slots, so no other text can reach a sentence. */
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

/** The side of a number of points, or of any signed figure that speaks for a beat where it is positive. */
export function sideOf(signed: number): Side {
  return signed > 0 ? "for" : signed < 0 ? "against" : "context";
}
