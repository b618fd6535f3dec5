/** Flesch's reading ease of a text: 60 is plain English, 30 is hard. Figures and symbols count as words of one syllable. */
export function readingEase(sentences: readonly string[]): number {
  const words = sentences.flatMap((sentence) =>
    sentence.split(/[\s—–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)),
  );
  // A colon or semicolon ends a clause that is read as a sentence.
  const clauses = sentences.flatMap((sentence) => sentence.split(/[;:] /)).length;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 206.835 - (1.015 * words.length) / clauses - (84.6 * syllables) / words.length;
}

/** Syllables of an English word by its groups of vowels, without a silent e at its end. */
function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, "");
  const groups = letters
    .replace(/(?<=[^aeiouyl])e$|(?<=[^aeiouytd])ed$|(?<=[^aeiouyscxz])es$/, "")
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}
