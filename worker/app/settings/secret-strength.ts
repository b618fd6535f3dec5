const MIN_DISTINCT_CHARACTERS = 10;

/** What stands in examples and in haste. Digits in a row are eight: random hexadecimal text holds six of them too often. */
const placeholders = [
  "changeme",
  "changethis",
  "replace",
  "placeholder",
  "insert",
  "example",
  "default",
  "secret",
  "password",
  "passphrase",
  "production",
  "development",
  "beatcast",
  "letmein",
  "qwerty",
  "asdfgh",
  "abcdefgh",
  "01234567",
  "12345678",
  "98765432",
];

/** Why a secret can be guessed; null for one that looks random. Says nothing of its value. */
export function weaknessOf(secret: string): string | null {
  if (repeats(secret)) return "repeats itself";
  if (new Set(secret).size < MIN_DISTINCT_CHARACTERS)
    return `has fewer than ${MIN_DISTINCT_CHARACTERS} different characters`;
  if (isMadeOfWords(secret)) return "is made of words";
  if (isAscending(secret)) return "counts up or down";
  const plain = secret.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (placeholders.some((word) => plain.includes(word))) return "looks like a placeholder";
  return null;
}

/** Whether it is a shorter text written twice or more, the last time perhaps in part (by the text's longest border). */
function repeats(text: string): boolean {
  const borders = [0];
  for (let i = 1; i < text.length; i++) {
    let border = borders[i - 1] ?? 0;
    while (border > 0 && text[i] !== text[border]) border = borders[border - 1] ?? 0;
    borders.push(text[i] === text[border] ? border + 1 : 0);
  }
  const period = text.length - (borders.at(-1) ?? 0);
  return period <= text.length / 2;
}

/** Lower-case words with something between them; a sentence has far less entropy than its length promises. */
function isMadeOfWords(text: string): boolean {
  return /\s/.test(text) || /^[a-z]+([^a-z0-9][a-z]+){2,}$/.test(text);
}

/** Whether most neighbours follow each other, as in an alphabet. */
function isAscending(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, i) => Math.abs(code - (codes[i] ?? 0)) <= 1);
  return steps.length > text.length / 2;
}
