import type { Fact } from "../evidence.ts";
import type { Sentence } from "./sentence.ts";
import { tokensOf } from "./tokens.ts";
import { absenceWords, adviceWords, doneWords, vocabulary } from "./vocabulary.ts";

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
