import type { Direction, Fact } from "../evidence.ts";
import { directionPhrases } from "./directions.ts";
import { daysOf, isFigureOf, isOneOf, scales } from "./figures.ts";
import { nameHint, type Sentence } from "./sentence.ts";

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
