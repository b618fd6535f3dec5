import { readingOn } from "../reading.ts";

/** The words as a release may write them, and what they mean. */
export type Figure = { words: string; low: number | null; high: number | null };
export type Name = { words: string; key: "revenue " | "eps gaap" | "eps adjusted" };
export type GuidedPeriod = { words: string; kind: "next_quarter" | "full_year" };

const figure = (words: string, low: number | null, high: number | null): Figure => ({ words, low, high });
const range = (words: string): Figure =>
  /\.\d\d|cents/.test(words) ? figure(words, 1.65, 1.8) : figure(words, 165e6, 180e6);

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
  ].map(range),
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
  ...["$1.65 to $1.80", "$1.65-$1.80", "between $1.65 and $1.80"].map(range),
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

/** Fills a sentence's places: {N} is the metric's name, {P} the period, {A} the figure and {B} the earlier figure. */
export function filled(sentence: string, places: Readonly<Record<string, string>>): string {
  const period = places.P ?? "";
  // A period has no article directly before a name or after "its", as in "its full-year revenue".
  const bare = sentence.replace(/(?<=\b(?:its|our|set) )\{P\}|^\{P\}|\{P\}(?= \{N\})/g, () =>
    period.replace(/^(?:the|our) /, ""),
  );
  const text = bare.replace(/\{([A-Z])\}/g, (_, place: string) => places[place] ?? "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const { read } = readingOn("2026-07-29");
/** What is read in a release of second-quarter results with these paragraphs, as `key kind low..high action`. */
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

/** The pairs of each sentence with each figure, with names and periods in turn, so that all meet each other. */
export function* combinations<Sentence>(
  sentences: readonly Sentence[],
  periods: readonly GuidedPeriod[],
): Generator<{ sentence: Sentence; name: Name; figure: Figure; period: GuidedPeriod }> {
  let turn = 0;
  for (const sentence of sentences)
    for (const figure of [...revenues, ...earnings]) {
      const own = names.filter((name) => isRevenue(name) === revenues.includes(figure));
      const [name, period] = [own[turn % own.length], periods[turn % periods.length]];
      turn++;
      if (name && period) yield { sentence, name, figure, period };
    }
}
