import type { EvidenceKind } from "#contract/evidence.ts";
import { computedFrom, type EvidenceSet, type NewFact, type Origin, type Value } from "../evidence.ts";

/** What a fact is, whatever its value and source: each is defined once, in the catalogue or, for a family, where it is added. */
export type FactDefinition = {
  key: string;
  kind: EvidenceKind;
  label: string;
  unit?: string;
  /** Function that computes it; the source is then "Beatcast, from …". */
  computedBy?: string;
  note?: string;
  /** Days of prices without which it cannot be computed. */
  needs?: number;
};

type Row = Omit<FactDefinition, "key" | "kind">;

/** Definitions of one kind; the key of each is its name. */
export function ofKind<Name extends string>(kind: EvidenceKind, rows: Record<Name, Row>) {
  const definitions = Object.entries<Row>(rows).map(([key, row]) => [key, { key, kind, ...row }]);
  return Object.fromEntries(definitions) as Record<Name, FactDefinition>;
}

/** Adds facts of one origin. A null value adds nothing: what is missing for a reason is added by `addMissing`. */
export type Add = (fact: FactDefinition, value: Value | null, details?: Partial<NewFact>) => void;

/** An `Add` for facts read from `origin` or computed from it. */
export function addFrom(evidence: EvidenceSet, origin: Origin): Add {
  const computed = computedFrom(origin);
  return (fact, value, details) => {
    if (value === null) return;
    evidence.add({ ...fact, origin: fact.computedBy ? computed : origin, ...details, value });
  };
}
