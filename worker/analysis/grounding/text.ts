/** Lengths of one sentence in characters: shorter says nothing, longer nobody reads. */
const MIN_LENGTH = 12;

/**
 * What is wrong with the form of a text, before its content: markup, links, line breaks, unusual characters, length.
 * Empty when it is plain text.
 */
export function formProblems(text: string, maxLength: number): string[] {
  const problems: string[] = [];
  if (text.trim().length < MIN_LENGTH) problems.push("The sentence is empty or too short.");
  if (text.length > maxLength) problems.push(`The sentence is longer than ${maxLength} characters.`);
  if (/[<>]|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(text)) problems.push("The sentence contains markup.");
  if (/[*_`#|~\\{}]|\[[^\]]*\]|!\[/.test(text)) problems.push("The sentence contains formatting marks.");
  if (
    /\b(https?|ftp|javascript|data|mailto|vbscript):|www\.|\/\/|\b[\w-]+\.(com|net|org|io|co|ru|cn|app|dev|info|biz|xyz)\b/i.test(
      text,
    )
  )
    problems.push("The sentence contains a link.");
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u.test(text))
    problems.push("The sentence contains control characters.");
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(text))
    problems.push("The sentence is not in Latin script.");
  if (/[?!]/.test(text)) problems.push("The sentence asks or exclaims.");
  return problems;
}
