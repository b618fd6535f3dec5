import type { Fact } from "../evidence.ts";
import { dateProblems, directionProblems, figureProblems, phraseProblems, wordProblems } from "./checks.ts";
import { nameHint, Sentence } from "./sentence.ts";
import { absenceWords } from "./vocabulary.ts";

type GroundedClaim = { text: string; evidenceIds: readonly string[] };
export type Grounds = {
  facts: ReadonlyMap<string, Fact>;
  /** The company's name and ticker, which any sentence may use. */
  names: readonly string[];
};

/**
 * What a sentence says beyond its cited facts, each problem worded so that a repair can follow; empty when there is
 * none. Figures, dates, directions and words must be those of a cited fact; every cited fact must be mentioned.
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
  const sentence = new Sentence(claim.text, cited, grounds.names);
  // In this order: each check takes the words that it has accounted for, and the last asks about those left over.
  return [
    ...absenceProblems(sentence),
    ...phraseProblems(sentence),
    ...dateProblems(sentence),
    ...figureProblems(sentence),
    ...directionProblems(sentence),
    ...wordProblems(sentence),
    ...citationProblems(sentence),
  ];
}

/** A sentence about what is missing says that it is missing, and nothing else. */
function absenceProblems({ cited, tokens, isAbout }: Sentence): string[] {
  if (isAbout !== "absence") return [];
  const present = cited.filter((fact) => fact.state !== "missing").map((fact) => fact.id);
  return [
    ...(present.length > 0 ? [`${present.join(", ")} is not missing; cite it in another sentence.`] : []),
    ...(tokens.some((token) => absenceWords.has(token.text))
      ? []
      : ["The sentence must say that the cited evidence is not available."]),
  ];
}

/** Every cited fact is mentioned, and one that misleads without its figure has it. */
function citationProblems(sentence: Sentence): string[] {
  return sentence.cited.flatMap((fact) => {
    if (!sentence.speaksOf(fact))
      return [`The sentence cites ${fact.id} but does not name it (${nameHint(fact)}).`];
    if (fact.needsFigure && !sentence.tellsFigureOf(fact)) return [`Tell the figure of ${fact.id}.`];
    return [];
  });
}

/** Shorter than this says nothing. */
const MIN_LENGTH = 12;

const link =
  /\b(https?|ftp|javascript|data|mailto|vbscript):|www\.|\b[\w-]+\.(com|net|org|io|co|ru|cn|app|dev|info|biz|xyz)\b/i;
const entity = /&(#\d+|#x[\da-f]+|[a-z]+);/i;
/** All that a plain sentence about figures needs; no markup, no signs of comparison, no digits of other scripts. */
const plain = /^[\p{Script=Latin}0-9 .,;:()'"%$€£&+‘’′‚“”„″‐‑‒–—−\u00a0\u2009\u202f-]*$/u;

/**
 * What is wrong with the form of a text, before its content: markup, links, line breaks, unusual characters, length.
 * Empty when it is a plain statement.
 */
function formProblems(text: string, maxLength: number): string[] {
  const problems: string[] = [];
  if (text.trim().length < MIN_LENGTH) problems.push("The sentence is empty or too short.");
  if (text.length > maxLength) problems.push(`The sentence is longer than ${maxLength} characters.`);
  if (link.test(text)) problems.push("The sentence contains a link.");
  if (!plain.test(text) || entity.test(text))
    problems.push(
      "The sentence contains characters other than plain letters, digits and . , ; : ( ) ' \" % $ & + -",
    );
  return problems;
}
