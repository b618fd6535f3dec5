import type { Fact } from "../evidence.ts";
import { comparisonSign, directionPhrases } from "./directions.ts";
import { daysOf, isFigureOf, isOneOf } from "./figures.ts";
import { namesOf, nearestFacts, occurrences, type Span } from "./spans.ts";
import { formProblems } from "./text.ts";
import { plainMarks, type Token, tokensOf } from "./tokens.ts";
import { absenceWords, adviceWords, standingPhrases, vocabulary } from "./vocabulary.ts";

export type GroundedClaim = { text: string; evidenceIds: readonly string[] };
export type Grounds = {
  facts: ReadonlyMap<string, Fact>;
  /** The company's name and ticker, which any sentence may use. */
  names: readonly string[];
};

const standing = standingPhrases.map(tokensOf);
/** How near a word of falling must stand to a figure that is told without its minus sign. */
const FALL_REACH = 5;

/**
 * What a sentence says beyond its cited facts: each problem in words that a repair can follow; empty when it is true of
 * them. Every figure must be a cited fact's, told beside that fact's name; every date one of its days; every word of
 * direction one it says; every other word plain vocabulary or the fact's own; every cited fact must be spoken of.
 */
export function claimProblems(claim: GroundedClaim, grounds: Grounds, maxLength: number): string[] {
  // A company's name may look like a link ("Amazon.com, Inc.").
  const nameless = grounds.names.reduce((text, name) => text.replaceAll(name, "the company"), claim.text);
  const form = formProblems(nameless, maxLength);
  if (form.length > 0) return form;
  if (claim.evidenceIds.length === 0) return ["The sentence cites no evidence."];
  const unknown = claim.evidenceIds.filter((id) => !grounds.facts.has(id));
  if (unknown.length > 0) return [`There is no evidence ${unknown.join(", ")}.`];
  const cited = [...new Set(claim.evidenceIds)].flatMap((id) => grounds.facts.get(id) ?? []);
  return new ClaimCheck(claim.text, cited, grounds.names).problems();
}

class ClaimCheck {
  readonly #cited: readonly Fact[];
  readonly #names: readonly string[];
  readonly #text: string;
  readonly #quoted: readonly Fact[];
  readonly #tokens: readonly Token[];
  readonly #taken = new Set<number>();
  readonly #spoken = new Set<Fact>();
  readonly #problems: string[] = [];
  #spans: Span[] = [];

  constructor(text: string, cited: readonly Fact[], names: readonly string[]) {
    this.#cited = cited;
    this.#names = names;
    const { rest, quoted } = takeQuotations(plainMarks(text), cited);
    this.#text = rest;
    this.#quoted = quoted;
    this.#tokens = tokensOf(rest);
  }

  problems(): string[] {
    for (const fact of this.#quoted) this.#spoken.add(fact);
    if (this.#text.includes('"'))
      this.#problems.push("Quotation marks may hold only a cited headline, whole.");
    this.#takePhrases(standing);
    this.#spans = namesOf(this.#tokens, this.#cited, this.#taken);
    for (const span of this.#spans) for (const fact of span.facts) this.#spoken.add(fact);
    this.#takePhrases(this.#names.map(tokensOf));
    const isAbsence = this.#cited.some((fact) => fact.state === "missing");
    if (isAbsence) this.#checkAbsence();
    this.#checkDates();
    this.#checkNumbers();
    this.#checkDirections();
    this.#checkWords(isAbsence);
    for (const fact of this.#cited)
      if (!this.#spoken.has(fact))
        this.#problems.push(`The sentence cites ${fact.id} but does not name it (${nameHint(fact)}).`);
    return this.#problems;
  }

  #takePhrases(phrases: readonly (readonly Token[])[]): void {
    for (const phrase of phrases)
      for (const from of occurrences(this.#tokens, phrase, (at) => this.#taken.has(at)))
        for (let i = 0; i < phrase.length; i++) this.#taken.add(from + i);
  }

  /** A sentence about what is missing says that it is missing, and nothing else. */
  #checkAbsence(): void {
    const present = this.#cited.filter((fact) => fact.state !== "missing");
    if (present.length > 0)
      this.#problems.push(
        `${present.map((fact) => fact.id).join(", ")} is not missing; cite it in another sentence.`,
      );
    if (!this.#tokens.some((token) => absenceWords.has(token.text)))
      this.#problems.push("The sentence must say that the cited evidence is not available.");
  }

  #checkDates(): void {
    this.#tokens.forEach((token, at) => {
      if (token.kind !== "date" || this.#taken.has(at)) return;
      const facts = this.#cited.filter((fact) => isOneOf(token, daysOf(fact)));
      if (facts.length === 0) this.#problems.push(`The date "${token.text}" is not in the cited evidence.`);
      this.#taken.add(at);
    });
  }

  #checkNumbers(): void {
    const names = [...this.#spans];
    this.#tokens.forEach((token, at) => {
      if (token.kind !== "number" || this.#taken.has(at)) return;
      const next = this.#tokens[at + 1];
      const isFall = this.#isFallNear(at);
      const sameValue = this.#cited.filter((fact) => isFigureOf(token, next, fact, isFall));
      const near = nearestFacts(this.#tokens, names, at);
      const owners = sameValue.filter((fact) => near.includes(fact) && this.#isDated(fact, at));
      if (owners.length === 0) this.#problems.push(numberProblem(token.text, sameValue));
      this.#taken.add(at);
      if (next?.kind === "word" && /^(thousand|million|billion|trillion)$/.test(next.text))
        this.#taken.add(at + 1);
      this.#spans.push({ from: at, to: at, facts: owners });
      for (const fact of owners) this.#spoken.add(fact);
    });
  }

  /** A word of falling near a figure stands for its minus sign. */
  #isFallNear(at: number): boolean {
    return this.#directions().some(
      ({ from, directions }) =>
        Math.abs(from - at) <= FALL_REACH &&
        directions.some((direction) => direction === "down" || direction === "below" || direction === "miss"),
    );
  }

  #directions() {
    return directionPhrases.flatMap(({ words, directions }) =>
      occurrences(this.#tokens, tokensOf(words.join(" ")), (at) => this.#taken.has(at)).map((from) => ({
        from,
        words,
        directions,
      })),
    );
  }

  #checkDirections(): void {
    for (const { words, directions } of directionPhrases)
      for (const from of occurrences(this.#tokens, tokensOf(words.join(" ")), (at) => this.#taken.has(at))) {
        const isTold =
          this.#isSettledByFigures(words, from) ??
          this.#sayers(from).some((fact) => fact.says.some((said) => directions.includes(said)));
        if (!isTold) this.#problems.push(`"${words.join(" ")}" is not what the cited evidence says.`);
        for (let i = 0; i < words.length; i++) this.#taken.add(from + i);
      }
  }

  /** Two figures in one unit on both sides of a comparison settle it; null when there are no such two. */
  #isSettledByFigures(words: readonly string[], at: number): boolean | null {
    const sign = comparisonSign(words);
    if (sign === 0) return null;
    const left = this.#figureBeside(this.#spans.filter((span) => span.to < at).sort((a, b) => b.to - a.to));
    const right = this.#figureBeside(
      this.#spans.filter((span) => span.from > at).sort((a, b) => a.from - b.from),
    );
    if (!left || !right || left.id === right.id || left.unit !== right.unit) return null;
    return Math.sign(left.value - right.value) === sign;
  }

  #figureBeside(spans: readonly Span[]): { id: string; value: number; unit: string | null } | null {
    const facts = spans[0]?.facts.filter((fact) => typeof fact.value === "number") ?? [];
    const [fact] = facts;
    if (facts.length !== 1 || typeof fact?.value !== "number") return null;
    return { id: fact.id, value: fact.value, unit: fact.unit };
  }

  /** The facts with a direction that are named nearest to a place. */
  #sayers(at: number): Fact[] {
    const spans = this.#spans
      .map((span) => ({ ...span, facts: span.facts.filter((fact) => fact.says.length > 0) }))
      .filter((span) => span.facts.length > 0);
    return nearestFacts(this.#tokens, spans, at).filter((fact) => this.#isDated(fact, at));
  }

  /** For a fact told apart by its date alone: true when the date nearest to the place is its own. */
  #isDated(fact: Fact, at: number): boolean {
    if (!fact.needsDate) return true;
    const dates = this.#tokens
      .map((token, i) => ({ token, distance: Math.abs(i - at) }))
      .sort((a, b) => a.distance - b.distance);
    const nearest = dates.find(({ token }) => token.kind === "date")?.token;
    return nearest?.kind === "date" && isOneOf(nearest, daysOf(fact));
  }

  #checkWords(isAbsence: boolean): void {
    const own = new Set(this.#cited.filter((fact) => !fact.isQuotation).flatMap(ownWords));
    this.#tokens.forEach((token, at) => {
      if (token.kind !== "word" || this.#taken.has(at)) return;
      const word = token.text.replace(/'s?$/, "");
      if (vocabulary.has(word) || (isAbsence && absenceWords.has(word))) return;
      if (own.has(word) && !adviceWords.has(word)) return;
      this.#problems.push(`"${token.text}" is neither in the cited evidence nor a word of the vocabulary.`);
    });
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

/** Words of a fact's label and text that a sentence about it may use; negations and directions are never among them. */
function ownWords(fact: Fact): string[] {
  const text = `${fact.label} ${typeof fact.value === "string" ? fact.value : ""} ${fact.unit ?? ""}`;
  return tokensOf(text).flatMap((token) =>
    token.kind === "word" && !absenceWords.has(token.text) ? [token.text] : [],
  );
}

function nameHint(fact: Fact): string {
  if (fact.isQuotation) return "quote it whole";
  return `say ${fact.about.map((phrase) => `"${phrase}"`).join(" or ")}`;
}

function numberProblem(text: string, sameValue: readonly Fact[]): string {
  const [fact] = sameValue;
  return fact
    ? `"${text}" is ${fact.id}'s figure, but the sentence gives it to something else: put it beside its name (${nameHint(fact)}).`
    : `The figure "${text}" is not in the cited evidence.`;
}
