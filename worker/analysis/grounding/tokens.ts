/** A piece of a sentence as the grounding check sees it. Words are in lower case. */
export type Token =
  | { kind: "word"; text: string }
  | { kind: "number"; text: string; value: number; decimals: number; mark: "%" | "$" | "€" | "£" | null }
  /** A day, or a month when `day` is null; the year may be left out. */
  | { kind: "date"; text: string; year: number | null; month: number; day: number | null }
  | { kind: "pause"; text: string };

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const monthPattern =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";

const numberWords = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, value]),
);

const patterns = [
  /(?<iso>\d{4}-\d{2}-\d{2})(?!\d)/y,
  new RegExp(
    `(?<month>${monthPattern}) (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?(?!\\.?\\d)`,
    "y",
  ),
  new RegExp(
    `(?<day>\\d{1,2})(?:st|nd|rd|th)? (?<month>${monthPattern})(?:,? (?<year>\\d{4}))?(?!\\.?\\d)`,
    "y",
  ),
  new RegExp(`(?<month>${monthPattern}) (?<year>\\d{4})(?!\\.?\\d)`, "y"),
  /(?<sign>(?<![\p{L}\d%])[-+])?(?<money>[$€£])?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?<percent> ?%| percent\b)?/uy,
  /(?<word>\p{L}+(?:'\p{L}+)*)/uy,
  /(?<pause>[,;:()])/y,
] as const;

/**
 * Cuts a sentence into tokens. Hyphens, full stops and quotation marks fall away, so that "50-day average" and
 * "50 day average" are the same three tokens; a sign counts only where no word or digit stands before it.
 */
export function tokensOf(text: string): Token[] {
  const plain = plainMarks(text).toLowerCase();
  const tokens: Token[] = [];
  let at = 0;
  while (at < plain.length) {
    const found = tokenAt(plain, at);
    if (found) tokens.push(found.token);
    at = found ? found.end : at + 1;
  }
  return tokens;
}

/** Typographic marks as the plain ones that the check knows. */
export function plainMarks(text: string): string {
  return text
    .replaceAll(/[‘’‚′]/g, "'")
    .replaceAll(/[“”„″]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, "-")
    .replaceAll(/[\u00a0\u2009\u202f]/g, " ");
}

function tokenAt(text: string, at: number): { token: Token; end: number } | null {
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { token: tokenOf(match[0], match.groups ?? {}), end: pattern.lastIndex };
  }
  return null;
}

function tokenOf(text: string, groups: Record<string, string | undefined>): Token {
  if (groups.iso) {
    const [year, month, day] = groups.iso.split("-").map(Number);
    return { kind: "date", text, year: year ?? null, month: month ?? 0, day: day ?? null };
  }
  if (groups.month) {
    const month = months.findIndex((name) => name.startsWith((groups.month ?? "").slice(0, 3))) + 1;
    const { year, day } = groups;
    return { kind: "date", text, year: year ? Number(year) : null, month, day: day ? Number(day) : null };
  }
  if (groups.pause) return { kind: "pause", text };
  if (groups.word) {
    const value = numberWords.get(groups.word);
    if (value === undefined) return { kind: "word", text };
    return { kind: "number", text, value, decimals: 0, mark: null };
  }
  const digits = (groups.digits ?? "").replaceAll(",", "");
  const value = Number(digits) * (groups.sign === "-" ? -1 : 1);
  const decimals = digits.split(".")[1]?.length ?? 0;
  const mark = groups.percent ? "%" : ((groups.money as "$" | "€" | "£" | undefined) ?? null);
  return { kind: "number", text, value, decimals, mark };
}

/** True when two tokens are the same word, number or day. */
export function isSameToken(a: Token, b: Token): boolean {
  if (a.kind === "number" && b.kind === "number") return a.value === b.value && a.mark === b.mark;
  if (a.kind === "date" && b.kind === "date")
    return a.year === b.year && a.month === b.month && a.day === b.day;
  return a.kind === b.kind && a.text === b.text;
}
