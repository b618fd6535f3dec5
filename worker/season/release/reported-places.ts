import { type Amount, isChangeAmount } from "./amounts.ts";
import { BULLETS, itemsBetween, type Layout, lastBefore, sentenceAround } from "./layout.ts";
import { reachOf } from "./measure-rows.ts";
import type { Measure } from "./measures.ts";
import { type Period, quarterIn } from "./periods.ts";
import { isAnotherQuarter } from "./reported-quarter.ts";
import { respectiveOf } from "./respective.ts";

/** The most characters between a name and its figure. */
const GAP = 150;

/** How many characters before a figure its name may begin. */
const NAME_REACH = 240;
/** Matches the words before an EPS that is the same on both bases: "GAAP and ongoing earnings of $527 million, or" before "$1.01 per share". */
const ON_BOTH_BASES =
  /\bGAAP and (?:non-GAAP|adjusted|ongoing|operating|core) (?:net )?(?:earnings|income)\b[^.;]{0,60}$/i;

/** Matches a comparison with the same quarter of the year before, which dates the figure before it. */
const WITH_QUARTER =
  /^(?: per (?:\w+ ){0,2}share)?[^.;$%]{0,20}\b(?:compared (?:to|with)|versus|vs\.?|from|than) (?:(?!\b(?:months|half|year[- ]to[- ]date)\b)[^;•]){0,60}?\b(?:(?:prior|previous|last)[- ]year(?:[’']s)?|year[- ]ago|same|comparable|corresponding) (?:fiscal )?(?:first |second |third |fourth )?quarter\b/i;

type Place = {
  amount: Amount;
  from: number;
  basis: "gaap" | "adjusted" | null;
  /** True when a list with "respectively" has told that the figure is the newest quarter's. */
  isOfQuarter?: boolean;
};

export function placesAfter(layout: Layout, measure: Measure): Place[] {
  const { text, amounts } = layout;
  const { from, to } = reachOf(layout, measure);
  const money = itemsBetween(amounts, measure.end, to).filter(
    (amount) => amount.kind === "money" && !isChangeAmount(amount, text),
  );
  const prior = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  const [first, second] = money;
  if (!first || first.at - measure.end > GAP) return [];
  // In "$3.23 diluted EPS or $3.29 as adjusted", the name belongs to the figure before it.
  if (/^ or $/i.test(text.slice(measure.end, first.at))) return [];
  // In "includes $28.6 million of net sales and $3.8 million of profit", the amount before the name is its own.
  if (
    prior &&
    measure.metric === "revenue" &&
    /^ (?:of|in) (?:net |total )?$/.test(text.slice(prior.end, measure.at))
  )
    return [];
  const named = respectiveOf(layout, measure);
  const place = named?.measures?.indexOf(measure) ?? -1;
  if (named && place >= 0)
    return named.amounts.slice(place, place + 1).map((amount) => ({ amount, from, basis: null }));
  if (named?.periods) return placesOfQuarter(layout, named.periods, named.amounts, from);
  const lead = text.slice(from, first.at);
  const isPair = second !== undefined && /^\s?and\s?$/i.test(text.slice(first.end, second.at));
  if (measure.metric === "eps" && isPair && /\bGAAP and (?:non-GAAP|adjusted)\b/i.test(lead))
    return [
      { amount: first, from, basis: "gaap" },
      { amount: second, from, basis: "adjusted" },
    ];
  if (measure.metric === "eps" && first.scale !== null && first.scale > 1)
    return isPair ? [{ amount: second, from, basis: null }] : [];
  const diluted = dilutedOfTwo(text, from, money);
  if (measure.metric === "eps" && diluted) return [{ amount: diluted, from, basis: null }];
  const onBasis =
    second &&
    /^\s?on an? (?:GAAP|(?:as[- ])?reported) basis,? and(?: to)?\s?$/i.test(text.slice(first.end, second.at));
  // Figures side by side are a row, which only a table with heads explains.
  if (second?.currency === first.currency && /^[\s|]*$/.test(text.slice(first.end, second.at))) return [];
  return onBasis
    ? [
        { amount: first, from, basis: null },
        { amount: second, from, basis: null },
      ]
    : [{ amount: first, from, basis: null }];
}

/**
 * Returns the amount of the only or newest quarter among periods that "respectively" assigns. Returns none when several
 * quarters have no years or are not numbered.
 */
function placesOfQuarter(
  layout: Layout,
  periods: readonly Period[],
  amounts: readonly Amount[],
  from: number,
): Place[] {
  const newest = Math.max(...periods.map(({ year }) => year ?? 0));
  const places = periods.flatMap((period, i): Place[] => {
    const amount = amounts[i];
    const isOwn =
      period.kind === "quarter" && !isAnotherQuarter(layout, period) && (period.year ?? newest) === newest;
    return isOwn && amount ? [{ amount, from, basis: null, isOfQuarter: true }] : [];
  });
  return places.length === 1 ? places : [];
}

/**
 * Returns the second of two figures with the same currency, as in "basic and diluted net income per ADS were
 * RMB3.40 (US$0.47) and RMB3.32 (US$0.46), respectively".
 */
function dilutedOfTwo(text: string, from: number, money: readonly Amount[]): Amount | undefined {
  const [first] = money;
  if (!first || !/\bbasic and diluted\b/i.test(text.slice(from, first.at))) return undefined;
  const own = money.filter(({ currency }) => currency === first.currency);
  const last = money.at(-1) ?? first;
  const isPair =
    / and $/i.test(text.slice(own[0]?.end, own[1]?.at)) ||
    /^\)?,? respectively\b/i.test(text.slice(last.end, last.end + 16));
  return own.length === 2 && isPair ? own[1] : undefined;
}

/** Returns the figure before the measure's name, as in "or $0.46 per diluted share". */
export function placesBefore(layout: Layout, measure: Measure): Place[] {
  const { text, amounts } = layout;
  if (measure.metric !== "eps") return [];
  const amount = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  if (
    !amount ||
    isChangeAmount(amount, text) ||
    !/^\s*(?:a |(?:in )?(?:(?:fully )?diluted )?(?:(?:net )?(?:earnings|income) )?)?$/.test(
      text.slice(amount.end, measure.at),
    )
  )
    return [];
  const from = Math.max(sentenceAround(layout, amount.at).from, amount.at - NAME_REACH);
  const words = text.slice(from, measure.at);
  if (!/\b(?:earnings|earned|income|loss|lost|profit|per share|EPS)\b/i.test(words)) return [];
  return ON_BOTH_BASES.test(text.slice(from, amount.at))
    ? [
        { amount, from, basis: "gaap" },
        { amount, from, basis: "adjusted" },
      ]
    : [{ amount, from, basis: null }];
}

/**
 * Returns whether the amount is a figure of the reported quarter. The nearest period before the figure, after
 * it, or before its sentence decides.
 */
export function isOfReportedQuarter(
  layout: Layout,
  measure: Measure,
  amount: Amount,
  isTable: boolean,
): boolean {
  const { periods, text } = layout;
  const sentence = sentenceAround(layout, amount.at);
  const first = Math.min(measure.at, amount.at);
  const named = itemsBetween(periods, Math.max(sentence.from, first - 260), amount.at).filter(
    (period) => !isCompared(text, period.at),
  );
  const own = named.at(-1);
  // A sentence about two quarters is about the half year, as in "losses in the first and profits in the second".
  if (
    own?.kind === "quarter" &&
    quarterIn(own.text) !== null &&
    new Set(named.map(({ text }) => quarterIn(text)).filter((quarter) => quarter !== null)).size > 1
  )
    return false;
  if (own)
    return (
      own.kind === "quarter" &&
      !isAnotherQuarter(layout, own) &&
      (!isTable || isNewestFirst(text.slice(Math.max(0, first - 1_500), first)))
    );
  const following = itemsBetween(periods, amount.end, Math.min(sentence.to, amount.end + 60))[0];
  if (
    following &&
    /^(?: per (?:\w{1,20} ){0,2}share)?,?[^.;,]{0,12}\b(?:in|for|during)(?: the company[’']s| the| its| our)?\s*$/i.test(
      text.slice(amount.end, following.at),
    )
  )
    return following.kind === "quarter";
  if (WITH_QUARTER.test(text.slice(amount.end, Math.min(sentence.to, amount.end + 150)))) return true;
  const heading = first - sentence.from < LONGEST_ITEM ? periodsOfHeading(layout, sentence.from) : [];
  if (heading.length > 0 && heading.every((period) => period.kind === "quarter"))
    return heading.every((period) => !isAnotherQuarter(layout, period));
  const earlier = itemsBetween(periods, first - 1_500, first)
    .filter((period) => !isCompared(text, period.at))
    .at(-1);
  if (!earlier || first - earlier.end > (isTable ? 1_500 : 900)) return false;
  return (
    earlier.kind === "quarter" &&
    !isAnotherQuarter(layout, earlier) &&
    (!isTable || isNewestFirst(text.slice(Math.max(0, first - 1_500), first)))
  );
}

const BULLET = new RegExp(`${BULLETS}|(?<=\\s)[*-](?=\\s[A-Z])`, "g");
/** How many characters before a list its heading has. */
const HEADING = 120;
const LONGEST_ITEM = 700;

/**
 * Returns the periods in the heading of the bulleted list in which an item begins at the position, or none. An item
 * without a period of its own is about that of the heading, not about that of the item before it.
 */
function periodsOfHeading({ text, periods, amounts }: Layout, at: number): Period[] {
  const from = Math.max(0, at - 3_000);
  const bullets = [...text.slice(from, at).matchAll(BULLET)].map(({ index }) => from + index);
  let top = bullets.length - 1;
  if (top < 0 || at - (bullets[top] ?? 0) > 2) return [];
  while (top > 0 && (bullets[top] ?? 0) - (bullets[top - 1] ?? 0) < LONGEST_ITEM) top--;
  const ends = bullets.slice(top);
  const start = ends[0] ?? at;
  // A period at the end of an item, without a figure after it, is the heading of another list.
  const isHeading = (period: Period) =>
    itemsBetween(amounts, period.end, ends.find((end) => end > period.at) ?? at).length === 0;
  if (itemsBetween(periods, start, at).some(isHeading)) return [];
  return itemsBetween(periods, Math.max(0, start - HEADING), start);
}

function isCompared(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 45), at);
  return /\b(?:compared?|versus|vs\.?|from|over|than|same (?:period|quarter)|prior)\b[^.;•]{0,40}$/i.test(
    before,
  );
}

function isNewestFirst(head: string): boolean {
  const years = [...head.matchAll(/\b20\d\d\b/g)].slice(-2).map(([year]) => Number(year));
  const [a, b] = years;
  return a !== undefined && b !== undefined && a > b;
}
