/** An amount found in a sentence: its value in units, and the index of its first word. */
type Amount = { value: number; at: number };

const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  million: 1e6,
  bn: 1e9,
  bln: 1e9,
  billion: 1e9,
};

/** "7.8 million", "eur7.8m", "$1.2bn": the number and the scale written beside or behind it. */
const amountPattern = /^(?:[a-z]{1,3}|[$€£]|[a-z]{2}\$)?(-?\d+(?:,\d{3})*(?:\.\d+)?)(k|mn|mln|m|bn|bln)?$/;

/** Reads the amount that begins at word `at`, or null. Percentages, years and days of the month are not amounts. */
export function amountAt(words: readonly string[], at: number): Amount | null {
  const match = amountPattern.exec(words[at] ?? "");
  const digits = match?.[1];
  if (digits === undefined) return null;
  const next = words[at + 1] ?? "";
  if (next === "%" || next === "pct" || next === "percent" || next === "per") return null;
  const value = Number(digits.replaceAll(",", ""));
  const scale = scales[match?.[2] ?? ""] ?? scales[next] ?? 1;
  const isPlain = scale === 1 && /^-?\d+$/.test(words[at] ?? "");
  if (isPlain && value >= 1900 && value <= 2100) return null;
  return { value: value * scale, at };
}

/** Turns a sentence into words in lower case, with the spaced-out amounts of news wires ("EUR0 .1 m") put together. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/(\d) (\.\d)/g, "$1$2")
    .replaceAll(/(\d) (,\d{3})/g, "$1$2")
    .replaceAll(/%/g, " % ")
    .replaceAll(/([,;:!?()"“”])(?!\d{3})/g, " $1 ")
    .replaceAll(/\.(\s|$)/g, " . ")
    .split(/\s+/)
    .filter((word) => word !== "");
}
