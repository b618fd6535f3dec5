import type { Direction, Fact } from "#analysis/evidence.ts";
import type { Claim } from "#contract/analysis.ts";
import { formatMagnitude, formatValue } from "./format-value.ts";
import type { Brief } from "./port.ts";

/** The facts of a brief by their keys; only those that are not missing. */
export class FactSentences {
  readonly #byKey: ReadonlyMap<string, Fact>;
  readonly companyName: string;

  constructor(brief: Brief) {
    this.companyName = brief.companyName;
    this.#byKey = new Map(brief.facts.map((fact) => [fact.key, fact]));
  }

  /** The fact, or null when it is missing. */
  fact(key: string): Fact | null {
    const fact = this.#byKey.get(key);
    return fact && fact.state !== "missing" ? fact : null;
  }

  /** The row that says that something is missing, or null when it is there. */
  missing(key: string): Fact | null {
    const fact = this.#byKey.get(key);
    return fact?.state === "missing" ? fact : null;
  }

  /** A sentence about some facts; null when one of them is missing, so that it is left out. */
  sentence(
    keys: readonly string[],
    sentence: (...formatted: FormattedFact[]) => string | null,
  ): Claim | null {
    const facts = keys.map((key) => this.fact(key)).filter((fact) => fact !== null);
    if (facts.length < keys.length) return null;
    const text = sentence(...facts.map((fact) => new FormattedFact(fact)));
    return text === null ? null : { text, evidenceIds: facts.map((fact) => fact.id) };
  }
}

/** A fact in the words of a sentence. */
class FormattedFact {
  readonly fact: Fact;
  /** The value as written: "$1.61", "-3.8%". */
  readonly value: string;
  /** The value without its sign. */
  readonly size: string;

  constructor(fact: Fact) {
    this.fact = fact;
    this.value = formatValue(fact);
    this.size = formatMagnitude(fact);
  }

  /** The number itself; zero for text, which no caller asks for. */
  get number(): number {
    return typeof this.fact.value === "number" ? this.fact.value : 0;
  }

  says(direction: Direction): boolean {
    return this.fact.says.includes(direction);
  }

  toString(): string {
    return this.value;
  }
}
