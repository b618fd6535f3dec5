import type { Fact } from "#explanation/evidence.ts";

/** Wordings name these lengths of time and scales, which are not facts of a company. */
const standing = [
  "8 of 10",
  "7-day",
  "14-day",
  "200-day",
  "30 days",
  "5% or more",
  "less than 5%",
  "95% interval",
  "95% confidence",
  "80% range",
  "of 100",
  "of -100",
  "-100 to 100",
  "0 to 100",
  "less than 1%",
  "under 0.1%",
  "more than 99%",
];

/** How far a probability may be from the simple odds that name it, in percentage points. */
const ODDS_REACH = 4;

/**
 * Returns the figures that a sentence names, without quotations, dates, and numbers that its wording has whatever
 * the facts are.
 */
export function figuresIn(text: string): string[] {
  let bare = text
    .replaceAll(/“[^”]*”/g, "")
    .replaceAll(/[A-Z][a-z]+ \d{1,2}, \d{4}/g, "")
    .replaceAll("3M", "");
  for (const phrase of standing) bare = bare.replaceAll(new RegExp(`(?<![\\d.])${phrase}(?!\\d)`, "g"), "");
  return bare.replaceAll(",", "").match(/about \d+ (in|of) \d+|\d+(\.\d+)?/g) ?? [];
}

/** Returns every way in which the figures of these facts may be written. */
export function figuresOf(facts: Record<string, Fact>): string[] {
  const numbers = Object.values(facts).flatMap(({ value }) => (typeof value === "number" ? [value] : []));
  const today = Date.parse("2026-03-10");
  const days = Object.values(facts).flatMap(({ value }) =>
    typeof value === "string" && /^\d{4}-/.test(value)
      ? [Math.abs(Math.round((Date.parse(value.slice(0, 10)) - today) / 86_400_000))]
      : [],
  );
  const written = numbers.flatMap((number) => {
    const size = Math.abs(number);
    return [
      String(Math.round(size)),
      String(Math.ceil(size)),
      ...(size < 1 ? [size.toFixed(1)] : []),
      size.toFixed(2),
      size.toFixed(3).replace(/0$/, ""),
      ...oddsNear(number),
    ];
  });
  const [rose, beats, reports] = ["rose", "beats", "reports"].map((slot) => Number(facts[slot]?.value));
  const derived = [(beats ?? 0) - (rose ?? 0), Math.round((100 * (beats ?? 0)) / (reports ?? 1)), 1];
  const words = Object.values(facts).flatMap(({ value }) =>
    typeof value === "string" ? (value.match(/\d+/g) ?? []) : [],
  );
  return [...written, ...words, ...days.map(String), ...derived.map(String)];
}

function oddsNear(share: number): string[] {
  return Array.from({ length: 20 }, (_, of) => of + 1).flatMap((of) =>
    Array.from({ length: of }, (_, of) => of + 1)
      .filter((part) => Math.abs((100 * part) / of - share) <= ODDS_REACH)
      .flatMap((part) => [`about ${part} in ${of}`, `about ${part} of ${of}`]),
  );
}
