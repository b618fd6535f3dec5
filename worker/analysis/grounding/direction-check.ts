import type { Direction, Fact } from "../evidence.ts";
import { comparisonSign, directionPhrases, exclusiveDirections } from "./directions.ts";
import type { Sentence } from "./sentence.ts";
import { nearestFacts, type Span } from "./spans.ts";

/** Before a word of direction, this many words may name what it is said of. */
const SUBJECT_REACH = 4;
/** The kinds of facts that can say where the share went. */
const shareKinds: readonly Fact["kind"][] = ["price", "technical", "options"];

type Found = { words: string; at: number };

/** Words of direction ("rose", "above", "overbought", "beat") that no fact named nearest says, or that turn it round. */
export function directionProblems(sentence: Sentence): string[] {
  const problems: string[] = [];
  const stated = new Set<Direction>();
  for (const { words, phrase, directions } of directionPhrases)
    for (const at of sentence.find(phrase)) {
      const found = { words, at };
      const isStated =
        settledByFigures(sentence, found) ??
        sayersAt(sentence, found).some((fact) => fact.says.some((said) => directions.includes(said)));
      if (!isStated) problems.push(`"${words}" is not what the cited evidence says.`);
      for (const direction of directions) stated.add(direction);
      sentence.take(at, phrase.length);
    }
  return problems.length > 0 ? problems : contradictions(sentence.cited, stated);
}

/** Facts that the sentence counts in with a direction which is not theirs ("above the 50-day and the 200-day average"). */
function contradictions(cited: readonly Fact[], stated: ReadonlySet<Direction>): string[] {
  return cited.flatMap((fact) =>
    exclusiveDirections.flatMap((group) => {
      const own = group.filter((direction) => fact.says.includes(direction));
      const isOther = own.length > 0 && group.some((direction) => stated.has(direction));
      return isOther && !own.some((direction) => stated.has(direction))
        ? [`${fact.id} says "${own.join('", "')}"; the sentence says otherwise.`]
        : [];
    }),
  );
}

/** The facts named nearest that can say something of this word's subject, the right way round. */
function sayersAt(sentence: Sentence, found: Found): Fact[] {
  const spans = sentence.spans
    .map((span) => ({ ...span, facts: span.facts.filter((fact) => fact.says.length > 0) }))
    .filter((span) => span.facts.length > 0);
  return nearestFacts(sentence.tokens, spans, found.at).filter(
    (fact) =>
      sentence.isDated(fact, found.at) &&
      (shareKinds.includes(fact.kind) || !isOfShare(sentence, found.at)) &&
      !isReversed(sentence, found, fact),
  );
}

/** "The stock rises", "the share price is up": true when the word is said of the share. "A share" counts earnings. */
function isOfShare({ tokens }: Sentence, at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - SUBJECT_REACH); i--) {
    const token = tokens[i];
    if (token?.kind === "pause") return false;
    const isPerShare = /^(a|per)$/.test(tokens[i - 1]?.text ?? "");
    if (/^(stocks?|shares?)('s)?$/.test(token?.text ?? "") && !isPerShare) return true;
  }
  return false;
}

/** A difference stated with its two sides changed over: "the share price lies 13% above the mean target". */
function isReversed(sentence: Sentence, { words, at }: Found, fact: Fact): boolean {
  if (comparisonSign(words) === 0 || !fact.between) return false;
  const [first, second] = fact.between;
  const sideOf = (span: Span) => {
    const keys = span.facts.map((named) => named.key);
    return keys.includes(first) === keys.includes(second) ? null : keys.includes(first) ? first : second;
  };
  const sides = sentence.spans
    .map((span) => ({ from: span.from, side: sideOf(span) }))
    .filter(({ side }) => side !== null);
  const before = sides.filter(({ from }) => from < at).sort((a, b) => b.from - a.from)[0];
  const after = sides.filter(({ from }) => from > at).sort((a, b) => a.from - b.from)[0];
  return before?.side === second || after?.side === first;
}

/** Two figures in one unit on both sides of a comparison settle it; null when there are no such two. */
function settledByFigures({ spans }: Sentence, { words, at }: Found): boolean | null {
  const sign = comparisonSign(words);
  if (sign === 0) return null;
  const before = spans.filter((span) => span.to < at).sort((a, b) => b.to - a.to)[0];
  const after = spans.filter((span) => span.from > at).sort((a, b) => a.from - b.from)[0];
  const pairs = figuresOf(before).flatMap((left) =>
    figuresOf(after).flatMap((right) =>
      left.id !== right.id && left.unit === right.unit ? [left.value - right.value] : [],
    ),
  );
  return pairs.length === 1 ? Math.sign(pairs[0] ?? 0) === sign : null;
}

function figuresOf(span: Span | undefined): { id: string; value: number; unit: string | null }[] {
  return (span?.facts ?? []).flatMap(({ id, value, unit }) =>
    typeof value === "number" ? [{ id, value, unit }] : [],
  );
}
