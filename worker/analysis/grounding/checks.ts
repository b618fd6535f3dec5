import type { Direction, Fact } from "../evidence.ts";
import { comparisonSign, directionPhrases, exclusiveDirections } from "./directions.ts";
import { daysOf, isFigureOf, isOneOf, scales } from "./figures.ts";
import { nameHint, type Sentence } from "./sentence.ts";
import { nearestFacts, type Span } from "./spans.ts";
import { tokensOf } from "./tokens.ts";
import { absenceWords, adviceWords, compoundNouns, doneWords, vocabulary, voices } from "./vocabulary.ts";

/** How near a word of falling must stand to a figure that is written without its minus sign. */
const FALL_REACH = 5;
/** How near a word of comparison must stand to the difference that it tells. */
const COMPARISON_REACH = 2;

/** Dates that are not of the cited fact named nearest to them. */
export function dateProblems(sentence: Sentence): string[] {
  return sentence.tokens.flatMap((token, at) => {
    if (token.kind !== "date" || sentence.isTaken(at)) return [];
    sentence.take(at);
    const near = sentence.namedNear(at);
    const isKnown = near.some((fact) => isOneOf(token, daysOf(fact)));
    return isKnown ? [] : [`The date "${token.text}" is not a day of the evidence named beside it.`];
  });
}

/** Figures that are not of the cited fact named nearest to them. */
export function figureProblems(sentence: Sentence): string[] {
  return sentence.tokens.flatMap((token, at) => {
    if (token.kind !== "number" || sentence.isTaken(at)) return [];
    const next = sentence.tokens[at + 1];
    const isFall = isFallNear(sentence, at);
    const sameValue = sentence.cited.filter((fact) => isFigureOf(token, next, fact, isFall));
    const near = sentence.namedNear(at);
    const owners = sameValue.filter(
      (fact) =>
        (near.includes(fact) || isDifferenceBeside(sentence, at, fact, near)) && sentence.isDated(fact, at),
    );
    sentence.takeFigure(at, owners);
    if (next?.kind === "word" && next.text in scales) sentence.take(at + 1);
    return owners.length > 0 ? [] : [figureProblem(token.text, sameValue)];
  });
}

/** "The consensus lies 3.3% above the figure of a year ago": a difference may stand beside either of its sides. */
function isDifferenceBeside(sentence: Sentence, at: number, fact: Fact, near: readonly Fact[]): boolean {
  return (
    near.some((named) => fact.between?.includes(named.key)) &&
    isNear(sentence, at, COMPARISON_REACH, (direction) => fact.says.includes(direction))
  );
}

/** A word of falling near a figure stands for its minus sign. */
function isFallNear(sentence: Sentence, at: number): boolean {
  return isNear(sentence, at, FALL_REACH, (direction) => /^(down|below|miss)$/.test(direction));
}

function isNear(sentence: Sentence, at: number, reach: number, isMeant: (direction: Direction) => boolean) {
  return directionPhrases.some(
    ({ phrase, directions }) =>
      directions.some(isMeant) && sentence.find(phrase).some((from) => Math.abs(from - at) <= reach),
  );
}

function figureProblem(text: string, [fact]: readonly Fact[]): string {
  return fact
    ? `"${text}" is ${fact.id}'s figure, but the sentence gives it to something else: put it beside its name (${nameHint(fact)}).`
    : `The figure "${text}" is not in the cited evidence.`;
}

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

type Check = (sentence: Sentence, word: string, at: number) => string | null;

/** Words that are plain on their own, and where they stand say something that no cited row does. */
export function phraseProblems(sentence: Sentence): string[] {
  return sentence.tokens.flatMap((token, at) => {
    if (token.kind !== "word" || sentence.isTaken(at)) return [];
    return checks.flatMap((check) => check(sentence, token.text, at) ?? []);
  });
}

/** "Analysts put the probability at 85%", which the model does. */
const voiceCheck: Check = (sentence, word, at) => {
  const kinds = voices[word.replace(/'s?$/, "")];
  if (!kinds) return null;
  const isSaid = sentence.namedNear(at).some((fact) => kinds.includes(fact.kind));
  return isSaid ? null : `What stands beside "${word}" is not said by ${word}.`;
};

/** "The share price target is $118.70", which is the share price. */
const compoundCheck: Check = (sentence, word, at) => {
  const isBeside = sentence.spans.some((span) => span.to === at - 1 || span.from === at + 1);
  return compoundNouns.has(word) && isBeside ? `"${word}" makes another thing of the name beside it.` : null;
};

/** "Next week", "last year": no row says when "now" is. */
const dayCheck: Check = ({ tokens }, word, at) => {
  const isRelative = /^(next|this|last|past|coming|upcoming|recent|previous|same)$/.test(
    tokens[at - 1]?.text ?? "",
  );
  return isRelative && /^(day|week|month|year)s?$/.test(word)
    ? `"${tokens[at - 1]?.text} ${word}" is not in the cited evidence; give the date.`
    : null;
};

/** "Over 35 analysts", where there are 35. */
const boundCheck: Check = (sentence, word, at) =>
  word === "over" && sentence.tokens[at + 1]?.kind === "number" && !sentence.isTaken(at + 1)
    ? `"over" makes another figure of the one behind it.`
    : null;

const checks: readonly Check[] = [voiceCheck, compoundCheck, dayCheck, boundCheck];

/** Words that are neither plain vocabulary nor a cited fact's own, and quotation marks around anything but a headline. */
export function wordProblems(sentence: Sentence): string[] {
  const own = new Set(sentence.cited.filter((fact) => !fact.isQuotation).flatMap(ownWords));
  const isKnown = (word: string) =>
    vocabulary.has(word) ||
    (sentence.isAbout === "absence" && absenceWords.has(word)) ||
    (own.has(word) && !adviceWords.has(word));
  const isAhead = sentence.cited.some(
    (fact) => fact.kind === "earnings_date" && typeof fact.value === "string" && fact.value > fact.asOf,
  );
  const unknown = sentence.tokens.flatMap((token, at) => {
    if (token.kind !== "word" || sentence.isTaken(at)) return [];
    if (isAhead && doneWords.has(token.text)) return [`"${token.text}": the report is still to come.`];
    if (isKnown(token.text.replace(/'s?$/, ""))) return [];
    return [`"${token.text}" is neither in the cited evidence nor a word of the vocabulary.`];
  });
  return sentence.text.includes('"')
    ? ["Quotation marks may hold only a cited headline, whole.", ...unknown]
    : unknown;
}

/** Words of a fact's label and text that a sentence about it may use; negations are never among them. */
function ownWords(fact: Fact): string[] {
  const text = `${fact.label} ${typeof fact.value === "string" ? fact.value : ""} ${fact.unit ?? ""}`;
  return tokensOf(text).flatMap((token) =>
    token.kind === "word" && !absenceWords.has(token.text) ? [token.text] : [],
  );
}
