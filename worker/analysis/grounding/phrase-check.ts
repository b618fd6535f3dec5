import type { Sentence } from "./sentence.ts";
import { compoundNouns, voices } from "./vocabulary.ts";

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
