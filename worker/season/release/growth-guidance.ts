import { type GrowthGuidance, type Guidance, QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { type Amount, openEndOf, verbalGrowthIn } from "./amounts.ts";
import { actionAfter, actionFromReplaced, actionOf } from "./guidance-action.ts";
import { EXPECTATION_WORDS, headingBefore, periodKindOf, periodOf } from "./guidance-period.ts";
import type { TableGuidance } from "./guidance-tables.ts";
import { amountInMainUnit, itemsBetween, type Layout, sentenceAround } from "./layout.ts";
import { guidedBasis, REVENUE_OF_A_PART } from "./measures.ts";
import { isReportedQuarter } from "./reported-quarter.ts";

/** An expectation stands within this many characters before the percentage. */
const SAID = 200;
/** Without one, the name stands within this many characters of its line's beginning, under a heading of guidance. */
const LISTED = 40;
/** A name and its growth stand in the last characters before a percentage, of which this many are read. */
const LEAD = 260;
const EPS = "EPS|(?:net )?(?:earnings|income)[ -]per[ -](?:\\w+ ){0,2}share";
const REVENUE = "revenues?|(?:net )?sales";
/** The words that may stand before a name of the whole company. */
const WHOLE =
  "with|enterprise|total|net|our|its|the|core|adjusted|comparable|diluted|(?:non-)?GAAP|reported|consolidated|company|full[- ]year|(?:first|second|third|fourth)[- ](?:quarter|half)|Q[1-4]|annual|fiscal|constant[- ]currency|20\\d\\d|year|quarter|of|in|for|deliver|expect(?:s|ed|ing)?|targeting|anticipates?|forecast(?:s|ing)?|projects?|estimated|guidance|outlook|and|that|to|achieve|generate|see|be";
const OWN_NAME = new RegExp(`(?:^|[.,;:•–—(-] ?|(?:^|\\s)(?:${WHOLE})[:,]? )$`, "i");
const UP = "growth|(?:to|will) (?:grow|increase|rise|improve|climb|be up)|up|(?:an )?increase";
const DOWN = "(?:to|will) (?:decline|decrease|fall|be down)|down|(?:a )?(?:decline|decrease)";
const LINK =
  "(?: (?:rate|of|by|in|at|to|be|is|are|now|currently|the|a|an|range(?: from)?|expected|anticipated|projected|estimated|between|within|approximately|about|around|roughly|over|least|high|~)| \\(non-GAAP\\)| vs\\.? 20\\d\\d:?|:| \\(%\\)| YoY| year[- ]over[- ]year)*";
/** Matches a name and its growth at the end of a text, as in "we expect revenue growth of". */
const GROWING = new RegExp(
  `\\b(?<name>${EPS}|${REVENUE})(?:\\(\\d\\)|\\d)?(?: \\(non-GAAP\\))?(?: (?:for|in) [^,;:.$%]{1,45}?)?${LINK} (?<flat>flat to )?(?:(?<up>${UP})|(?<down>${DOWN}))${LINK}(?: up|(?<below> down))?(?: to)? ?[~+]? ?$`,
  "i",
);
/** Matches a percentage's own growth and name after it, as in "3 percent decline in core EPS". */
const GROWS_IN = new RegExp(
  `^ (?:(?<up>growth|increase)|(?<down>decline|decrease)) in (?:(?:its|our|the) )?(?<words>(?:(?:${WHOLE}) ){0,4})(?<name>${EPS}|${REVENUE})\\b`,
  "i",
);
/** Matches a percentage's own name and growth after it, as in "5% revenue growth". */
const GROWTH_AFTER = new RegExp(
  `^ (?<words>(?:(?:${WHOLE}) ){0,4})(?<name>${EPS}|${REVENUE}) (?:(?<up>growth|increase)|(?<down>decline|decrease))\\b`,
  "i",
);
/** Matches a name at the end of a text, whose growth stands behind the percentage, as in "Net sales: 2% growth". */
const NAMED = new RegExp(`\\b(?<name>${EPS}|${REVENUE})${LINK} ?$`, "i");
const MOVES_AFTER = /^ (?:(?<up>growth|increase)|(?<down>decline|decrease))\b/i;
const GROWTH_OF = /( (?:growth|increase|decline|decrease)) of (?:about |approximately |~ ?)?$/i;
/** Matches what leads from one end of a range to another of its own direction, as in "down 1% to up 2%". */
const TO_OTHER_END = new RegExp(`^ (?:to|and)${LINK} (?:(?<up>${UP})|(?<down>${DOWN}))${LINK} ?$`, "i");
const PAST =
  /\b(?:was|were|grew|increased|rose|declined|decreased|fell|reported(?! (?:net )?(?:sales|revenues?|diluted|EPS|earnings)\b)|delivered|achieved|exceed\w*|previous(?:ly)?|prior|originally|had expected|implied by|long[- ]term|medium[- ]term|annually|per year|CAGR|algorithm|analysts?|consensus|(?:market|industry)(?: for [^,.;]{1,40})? (?:to|will))\b/i;
/** Matches the name of goals for years to come, whose list may follow. */
const LATER_GOALS =
  /\b(?:long|medium|mid)[- ](?:term|range) (?:ambitions?|goals?|objectives?|targets?|model)\b/i;
/** How far such a list reaches, in characters. */
const GOALS = 400;
/** Matches what leads from growth to the figure that it is measured from, as in ", versus $2.88 in 2024". */
const FROM_BASE = /^,? ?(?:growth )?,?(?:versus|vs\.?|from|over|compared (?:to|with)|off) [^.;$%]{0,60}\$?$/i;

/**
 * Returns the guidance that a release states as growth in percent, which is no amount. Growth that only repeats
 * one of the `levels` is left out.
 */
export function extractGrowth(
  layout: Layout,
  filed: string | null,
  { levels, inTables }: { levels: readonly Guidance[]; inTables: TableGuidance },
): GrowthGuidance[] {
  const read = inTables.tables.filter(({ at, end }) =>
    inTables.growth.some(({ offset }) => at <= offset && offset < end),
  );
  const percentages = layout.amounts.filter(({ kind }) => kind === "percent");
  const inText = [...percentages, ...verbalGrowthIn(layout.text)]
    .filter((amount) => !read.some(({ at, end }) => at <= amount.at && amount.at < end))
    .flatMap((amount) => grownBy(layout, amount, filed));
  const items = [...inTables.growth, ...inText].filter(
    ({ metric, periodKind }) =>
      !levels.some((level) => level.metric === metric && level.periodKind === periodKind),
  );
  const groups = Map.groupBy(items, ({ metric, basis, periodKind }) => `${metric} ${basis} ${periodKind}`);
  // Two places that differ may be about different measures, so neither counts.
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first && rest.every(({ low, high }) => low === first.low && high === first.high) ? [first] : [],
  );
}

function grownBy(layout: Layout, amount: Amount, filed: string | null): GrowthGuidance[] {
  const { text, amounts } = layout;
  const sentence = sentenceAround(layout, amount.at);
  const from = Math.max(sentence.from, amount.at - LEAD);
  const lead = text.slice(from, amount.at);
  // "An increase of 5% in sales" is read as "5% increase in sales".
  const moved = GROWTH_OF.exec(lead)?.[1] ?? "";
  const follows = moved + text.slice(amount.end, amount.end + 80);
  const direction = MOVES_AFTER.exec(follows);
  const before = GROWING.exec(lead) ?? (direction && NAMED.exec(lead));
  const after = before ? null : (GROWS_IN.exec(follows) ?? GROWTH_AFTER.exec(follows));
  const found = before ?? after;
  const name = found?.groups?.name;
  if (!found || !name) return [];
  const nameAt = before ? from + before.index : amount.at;
  const words = after ? (after.groups?.words ?? "") : text.slice(Math.max(from, nameAt - 60), nameAt);
  const clause = words.split(/[,;:]| and | or /).at(-1) ?? "";
  const metric = /EPS|share/i.test(name) ? "eps" : "revenue";
  if (isOfPart(clause, metric) || /\b(?:comparable|same)[- ]stores?, (?:net )?$/i.test(words)) return [];
  if (metric === "revenue" && after && REVENUE_OF_A_PART.test(follows.slice(after[0].length))) return [];
  // In "reduces revenue growth by 1%", the percentage is an effect and not the growth.
  if (/ growth by\b/i.test(text.slice(nameAt, amount.at))) return [];
  // Earlier guidance of another measure may stand before ", and".
  const own = lead.slice(lead.lastIndexOf(", and ") + 1);
  // Growth beside a level, as in "$1.20, or growth of 5%", is no guidance of its own.
  if (itemsBetween(amounts, nameAt, amount.at).length > 0 || PAST.test(own)) return [];
  if (LATER_GOALS.test(text.slice(Math.max(0, amount.at - GOALS), amount.at))) return [];
  const next = itemsBetween(amounts, amount.end, amount.end + 10)[0];
  // Two figures side by side are columns, one of which may be earlier guidance.
  if (next?.kind === "percent" && text.slice(amount.end, next.at).trim() === "") return [];
  const heading = headingBefore(layout, amount.at);
  const isSaid = EXPECTATION_WORDS.test(lead.slice(-SAID) + (after?.[0] ?? ""));
  const isListed = heading !== null && nameAt - sentence.from < LISTED;
  if (!isSaid && !isListed) return [];
  const period = periodOf(layout, amount, from, { heading, filed });
  const periodKind = period && periodKindOf(period, filed);
  if (!period || !periodKind || isReportedQuarter(layout, period)) return [];
  // Words about a half year or the years to come say too little to be guidance.
  if (Number.isNaN(amount.low) && periodKind === "other") return [];
  const ends = growthEnds(layout, amount, { ...direction?.groups, ...found.groups });
  const openEnd = openEndOf(text, amount, lead);
  const base = baseAfter(layout, amount, metric);
  const end = base?.end ?? (after ? amount.end + after[0].length - moved.length : amount.end);
  const start = Math.max(sentence.from, end - QUOTE_MAX_LENGTH);
  return [
    {
      metric,
      basis: guidedBasis(text, metric, clause + name + text.slice(nameAt + name.length, amount.at)),
      period: period.text.slice(0, 120),
      periodKind,
      low: openEnd === "low" ? null : (ends[0] ?? null),
      high: openEnd === "high" ? null : (ends[1] ?? null),
      base: base?.low ?? null,
      currency: base?.currency ?? "USD",
      action:
        actionAfter(text.slice(amount.end, amount.end + 160)) ??
        actionFromReplaced(layout, amount, { metric, periodKind, isDecline: (ends[0] ?? 0) < 0 }) ??
        actionOf(
          layout,
          { from: sentence.from, at: nameAt, to: end },
          { metric, periodKind, year: period.year },
          heading,
        ),
      quote: text.slice(start, end).trim(),
      offset: start + (text.slice(start, end).length - text.slice(start, end).trimStart().length),
    },
  ];
}

type Direction = { readonly [word in "flat" | "down" | "below"]?: string | undefined };

/** Returns the two ends of growth in percent, the lower one first: "down 1% to up 2%" is from -1 to 2. */
function growthEnds({ text, amounts }: Layout, amount: Amount, { flat, down, below }: Direction): number[] {
  if (Number.isNaN(amount.low)) return [];
  const sign = down || below ? -1 : 1;
  const ends = flat ? [0, sign * amount.high] : [sign * amount.low, sign * amount.high];
  const next = itemsBetween(amounts, amount.end, amount.end + 60)[0];
  const other = next?.kind === "percent" ? TO_OTHER_END.exec(text.slice(amount.end, next.at)) : null;
  if (/^ to flat\b/i.test(text.slice(amount.end, amount.end + 9))) ends[1] = 0;
  if (next && other && !amount.isRange) ends[1] = (other.groups?.down ? -1 : 1) * next.high;
  return ends.toSorted((a, b) => a - b);
}

/**
 * Returns whether the words before a name make it a part's or another measure's, as in "subscription revenue",
 * "comparable sales" and "currency neutral EPS".
 */
function isOfPart(words: string, metric: "eps" | "revenue"): boolean {
  if (metric === "eps") return /\b(?:currency[- ]neutral|constant[- ]currency) $/i.test(words);
  return (
    /\b(?:comparable|organic|core|underlying|same[- ]\w+|costs? of) (?:net )?$/i.test(words) ||
    (words.trim() !== "" && !OWN_NAME.test(words))
  );
}

/** Returns the figure that the growth is measured from, in the currency's main unit. */
function baseAfter(layout: Layout, growth: Amount, metric: "eps" | "revenue"): Amount | null {
  const base = itemsBetween(layout.amounts, growth.end, growth.end + 100)[0];
  if (base?.kind !== "money" || base.isRange) return null;
  return FROM_BASE.test(layout.text.slice(growth.end, base.at))
    ? amountInMainUnit(layout, metric, base, base.at)
    : null;
}
