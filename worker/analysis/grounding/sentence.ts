import type { Fact } from "../evidence.ts";
import { daysOf, isOneOf } from "./figures.ts";
import { namesOf, nearestFacts, occurrences, type Span } from "./spans.ts";
import { plainMarks, type Token, tokensOf } from "./tokens.ts";
import { standingPhrases } from "./vocabulary.ts";

const standing = standingPhrases.map(tokensOf);

/** A sentence under check: its words, which of them are accounted for, and where it speaks of its cited facts. */
export class Sentence {
  readonly cited: readonly Fact[];
  readonly isAbout: "absence" | "facts";
  /** Without the headlines it quotes. */
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly #taken = new Set<number>();
  readonly #quoted: readonly Fact[];
  readonly #names: readonly Span[];
  readonly #figures: Span[] = [];

  constructor(text: string, cited: readonly Fact[], companyNames: readonly string[]) {
    this.cited = cited;
    this.isAbout = cited.some((fact) => fact.state === "missing") ? "absence" : "facts";
    const { rest, quoted } = takeQuotations(plainMarks(text), cited);
    this.text = rest;
    this.#quoted = quoted;
    this.tokens = tokensOf(rest);
    for (const phrase of standing) this.#takePhrase(phrase);
    this.#names = namesOf(this.tokens, cited, this.#taken);
    for (const name of companyNames) this.#takePhrase(tokensOf(name));
  }

  /** Where the facts are named, and their figures as far as they are found. */
  get spans(): readonly Span[] {
    return [...this.#names, ...this.#figures];
  }

  isTaken(at: number): boolean {
    return this.#taken.has(at);
  }

  take(from: number, length = 1): void {
    for (let at = from; at < from + length; at++) this.#taken.add(at);
  }

  /** Accounts for a figure as one of these facts'. */
  takeFigure(at: number, facts: Fact[]): void {
    this.take(at);
    this.#figures.push({ from: at, to: at, facts });
  }

  /** Where a phrase stands among the words that are left. */
  find(phrase: readonly Token[]): number[] {
    return occurrences(this.tokens, phrase, (at) => this.#taken.has(at));
  }

  /** The facts that are named nearest to a place. */
  namedNear(at: number): Fact[] {
    return nearestFacts(this.tokens, this.#names, at);
  }

  /** For a fact that its date alone distinguishes: true when the date nearest to the place is its own. */
  isDated(fact: Fact, at: number): boolean {
    if (!fact.needsDate) return true;
    const [nearest] = this.tokens
      .map((token, i) => ({ token, distance: Math.abs(i - at) }))
      .filter(({ token }) => token.kind === "date")
      .sort((a, b) => a.distance - b.distance);
    return nearest?.token.kind === "date" && isOneOf(nearest.token, daysOf(fact));
  }

  speaksOf(fact: Fact): boolean {
    return this.#quoted.includes(fact) || this.spans.some((span) => span.facts.includes(fact));
  }

  tellsFigureOf(fact: Fact): boolean {
    return this.#figures.some((span) => span.facts.includes(fact));
  }

  #takePhrase(phrase: readonly Token[]): void {
    for (const from of this.find(phrase)) this.take(from, phrase.length);
  }
}

/** Takes out the cited headlines that are quoted whole. */
function takeQuotations(text: string, cited: readonly Fact[]): { rest: string; quoted: Fact[] } {
  const quoted: Fact[] = [];
  let rest = text;
  for (const fact of cited) {
    if (!fact.isQuotation || typeof fact.value !== "string") continue;
    const whole = `"${plainMarks(fact.value)}"`;
    if (!rest.includes(whole)) continue;
    rest = rest.replaceAll(whole, " ");
    quoted.push(fact);
  }
  return { rest, quoted };
}

/** How a sentence names a fact, in the words of a repair. */
export function nameHint(fact: Fact): string {
  if (fact.isQuotation) return "quote it whole";
  return `say ${fact.about.map((phrase) => `"${phrase}"`).join(" or ")}`;
}
