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
export function formProblems(text: string, maxLength: number): string[] {
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
