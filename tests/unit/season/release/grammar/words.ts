import { readingOn } from "../reading.ts";

/** A figure as a release may write it, with the ends of the range that it means. */
export type Figure = { words: string; low: number | null; high: number | null };
export type Name = { words: string; key: "revenue " | "eps gaap" | "eps adjusted" };
export type GuidedPeriod = { words: string; kind: "next_quarter" | "full_year" };

const figure = (words: string, low: number | null, high: number | null): Figure => ({ words, low, high });
const revenueRange = (words: string) => figure(words, 165e6, 180e6);
const epsRange = (words: string) => figure(words, 1.65, 1.8);

export const revenues: readonly Figure[] = [
  ...[
    "$165 million to $180 million",
    "$165 to $180 million",
    "$165-$180 million",
    "$165M–$180M",
    "US$165 million to US$180 million",
    "€165 million to €180 million",
    "between $165 million and $180 million",
    "between $165 and $180 million",
    "a range between $165 million and $180 million",
    "approximately $165 million to $180 million",
  ].map(revenueRange),
  figure("approximately $170 million", 170e6, 170e6),
  figure("$170.0 million", 170e6, 170e6),
  figure("at least $170 million", 170e6, null),
  figure("more than $170 million", 170e6, null),
  figure("in excess of $170 million", 170e6, null),
  figure("$170 million or more", 170e6, null),
  figure("up to $170 million", null, 170e6),
  figure("$170 million, plus or minus $5 million", 165e6, 175e6),
  figure("$170 million +/- $5 million", 165e6, 175e6),
  figure("$170 million ± 2%", 166.6e6, 173.4e6),
  figure("$950 million to $1.05 billion", 0.95e9, 1.05e9),
];
export const earnings: readonly Figure[] = [
  ...["$1.65 to $1.80", "$1.65-$1.80", "between $1.65 and $1.80"].map(epsRange),
  figure("65 to 80 cents", 0.65, 0.8),
  figure("$.65 to $.80", 0.65, 0.8),
  figure("approximately $1.70", 1.7, 1.7),
  figure("$1.70", 1.7, 1.7),
  figure("at least $1.70", 1.7, null),
  figure("$1.70, plus or minus $0.05", 1.65, 1.75),
  figure("breakeven to $0.05", 0, 0.05),
];

export const names: readonly Name[] = [
  ..."revenue|revenues|total revenue|net sales|net revenue|sales|consolidated net sales|total net revenue"
    .split("|")
    .map((words): Name => ({ words, key: "revenue " })),
  ..."diluted earnings per share|GAAP diluted EPS|EPS|earnings per diluted share"
    .split("|")
    .map((words): Name => ({ words, key: "eps gaap" })),
  ..."adjusted EPS|adjusted diluted earnings per share|non-GAAP net income per diluted share|core EPS"
    .split("|")
    .map((words): Name => ({ words, key: "eps adjusted" })),
];
export const isRevenue = ({ key }: Name) => key === "revenue ";

export const quarters: readonly GuidedPeriod[] =
  "the third quarter of 2026|the third quarter|Q3 2026|the quarter ending September 30, 2026|our fiscal third quarter"
    .split("|")
    .map((words) => ({ words, kind: "next_quarter" }));
export const years: readonly GuidedPeriod[] =
  "the full year 2026|full year 2026|fiscal 2026|2026|the full year|FY26|the year ending December 31, 2026"
    .split("|")
    .map((words) => ({ words, kind: "full_year" }));

/**
 * Returns a sentence with its places filled: {N} is the metric's name, {P} the period, {A} the figure and {B} the earlier
 * figure. It starts with a capital letter.
 */
export function filled(sentence: string, places: Readonly<Record<string, string>>): string {
  const period = places.P ?? "";
  // A period has no article at the start, before a name and after "its", "our" or "set", as in "its full-year revenue".
  const bare = sentence.replace(/(?<=\b(?:its|our|set) )\{P\}|^\{P\}|\{P\}(?= \{N\})/g, () =>
    period.replace(/^(?:the|our) /, ""),
  );
  const text = bare.replace(/\{([A-Z])\}/g, (_, place: string) => places[place] ?? "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const { read } = readingOn("2026-07-29");
/**
 * Returns what is read in a release of second-quarter results with these paragraphs: guidance and growth as `metric basis
 * kind low..high action`, and reported figures as `metric basis value`.
 */
export function readIn(html: string): { guidance: string[]; growth: string[]; reported: string[] } {
  const items = read(
    `<p>Norwell Industries Reports Second Quarter 2026 Results</p><p>Boston, July 29, 2026 – Norwell Industries today announced results for its second quarter ended June 30, 2026.</p>${html}<p>About Norwell</p>`,
  );
  const guided = (item: (typeof items.guidance | typeof items.growth)[number]) =>
    `${item.metric} ${item.basis ?? ""} ${item.periodKind} ${item.low}..${item.high} ${item.action}`;
  return {
    guidance: items.guidance.map(guided).toSorted(),
    growth: items.growth.map(guided).toSorted(),
    reported: items.reported
      .map(({ metric, basis, value }) => `${metric} ${basis ?? ""} ${value}`)
      .toSorted(),
  };
}

/**
 * Returns every figure with one of the names and one of the periods in turn. With another `start`, the figures meet
 * other names and periods.
 */
export function combinations(
  start: number,
  periods: readonly GuidedPeriod[],
): { name: Name; figure: Figure; period: GuidedPeriod }[] {
  return [...revenues, ...earnings].flatMap((figure, i) => {
    const own = names.filter((name) => isRevenue(name) === revenues.includes(figure));
    const [name, period] = [own[(start + i) % own.length], periods[(start * 3 + i) % periods.length]];
    return name && period ? [{ name, figure, period }] : [];
  });
}
