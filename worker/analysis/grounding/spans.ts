import type { Fact } from "../evidence.ts";
import { isSameToken, type Token, tokensOf } from "./tokens.ts";

/** A stretch of a sentence that names facts: their own phrases, or a figure that was found to be theirs. */
export type Span = { from: number; to: number; facts: Fact[] };

/** What a pause or "and" between two words adds to their distance: a name belongs to the figure in its own clause. */
const CLAUSE_DISTANCE = 4;
const clauseWords = new Set(["and", "but", "while", "whereas", "though", "although"]);

/** Where a phrase stands in the sentence, leaving out tokens that are taken. */
export function occurrences(
  tokens: readonly Token[],
  phrase: readonly Token[],
  isTaken: (at: number) => boolean,
): number[] {
  if (phrase.length === 0) return [];
  return tokens.flatMap((_, at) =>
    phrase.every((part, i) => {
      const token = tokens[at + i];
      return token !== undefined && !isTaken(at + i) && isSameToken(token, part);
    })
      ? [at]
      : [],
  );
}

/** The stretches that name the facts by their phrases, longer phrases first; marks what they take. */
export function namesOf(tokens: readonly Token[], facts: readonly Fact[], taken: Set<number>): Span[] {
  const byPhrase = new Map<string, Fact[]>();
  for (const fact of facts)
    for (const phrase of fact.about) byPhrase.set(phrase, [...(byPhrase.get(phrase) ?? []), fact]);
  const phrases = [...byPhrase]
    .map(([phrase, named]) => ({ phrase: tokensOf(phrase), named }))
    .sort((a, b) => b.phrase.length - a.phrase.length);
  return phrases.flatMap(({ phrase, named }) =>
    occurrences(tokens, phrase, (at) => taken.has(at)).map((from) => {
      const to = from + phrase.length - 1;
      for (let at = from; at <= to; at++) taken.add(at);
      return { from, to, facts: named };
    }),
  );
}

/** Facts of the span, or spans, nearest to a place in the sentence. */
export function nearestFacts(tokens: readonly Token[], spans: readonly Span[], at: number): Fact[] {
  const distances = spans.map((span) => distance(tokens, span, at));
  const least = Math.min(...distances);
  return spans.filter((_, i) => distances[i] === least).flatMap((span) => span.facts);
}

function distance(tokens: readonly Token[], span: Span, at: number): number {
  const [low, high] = at < span.from ? [at, span.from] : [span.to, at];
  const between = tokens.slice(low + 1, high);
  const clauses = between.filter((token) => token.kind === "pause" || clauseWords.has(token.text)).length;
  return Math.max(0, high - low) + CLAUSE_DISTANCE * clauses;
}
