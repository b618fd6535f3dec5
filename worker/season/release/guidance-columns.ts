import type { Amount } from "./amounts.ts";
import { PRIOR_WORDS_AFTER } from "./guidance-action.ts";
import { itemsBetween, type Layout } from "./layout.ts";
import type { MetricName } from "./metric-names.ts";
import { MONTH_NAMES, type Period } from "./periods.ts";
import { respectivelyListAfter } from "./respective.ts";

export type GuidanceColumn = {
  amount: Amount;
  /** The earlier guidance that `amount` replaces, or null. */
  prior: Amount | null;
  /** The period that belongs to this amount only, such as the one in its column heading, or null. */
  kind: Period | null;
  /** The accounting basis (GAAP or non-GAAP) of this column, or null. */
  basis: "gaap" | "adjusted" | null;
  isTable: boolean;
};

const NEW_WORDS =
  "(?:current|updated|new(?! (?:stores?|restaurants?|units?|products?|hires))|revised|latest)";
const OLD_WORDS = "(?:prior|previous|original|initial|former|old)";
/** Matches column headings for current and earlier guidance, in either order, as in "Prior Updated". */
const NEW_AND_OLD_HEADINGS = new RegExp(
  `\\b(?=(?<priorFirst>${OLD_WORDS}\\b[^.;$%]{0,70}?\\b${NEW_WORDS}\\b)|(?<currentFirst>${NEW_WORDS}\\b[^.;$%]{0,70}?\\b${OLD_WORDS}\\b))`,
  "gi",
);
const DATE_PATTERN = `\\b(${MONTH_NAMES.join("|")})(?: (\\d{1,2})(?!\\d))?(?:,? (20\\d\\d))?`;
/** Matches two dates as headings of neighboring columns, as in "April 2023 January 2023". */
const TWO_DATES = new RegExp(`${DATE_PATTERN}[^.;$%\\d]{0,24}${DATE_PATTERN}`, "gi");
/** How many characters before a metric's name, such as "revenue" or "EPS", are searched for column headings. */
const HEADINGS_SEARCH_CHARS = 2_200;

/** Matches words between two figures that name the accounting basis of the second one, as in "; non-GAAP: ". */
const OTHER_BASIS_WORDS = /^[;,]? (?:and )?(?:(GAAP|reported)|non-GAAP|adjusted)(?: of)?:? $/i;

/**
 * Returns a metric's amounts as columns, one for each period or accounting basis, each with the earlier guidance
 * that it replaces. Returns null when the text does not show what the amounts mean.
 */
export function amountsByColumn(
  layout: Layout,
  metricName: MetricName,
  all: readonly Amount[],
): GuidanceColumn[] | null {
  const { text } = layout;
  const money = all.filter(
    ({ kind, at }) => kind === "money" && !/\/\s?$/.test(text.slice(Math.max(0, at - 2), at)),
  );
  const [first, second] = money;
  if (!first) return null;
  const single = { amount: first, prior: null, kind: null, basis: null, isTable: false };
  const next = metricName.metric === "eps" ? OTHER_BASIS_WORDS.exec(text.slice(first.end, second?.at)) : null;
  if (next && second)
    return [
      { ...single, basis: next[1] ? "adjusted" : "gaap" },
      { ...single, amount: second, basis: next[1] ? "gaap" : "adjusted" },
    ];
  const headings = headingsBefore(layout, metricName.at);
  const between = second ? text.slice(first.end, second.at) : "";
  const isNextColumn =
    second !== undefined &&
    !PRIOR_WORDS_AFTER.test(text.slice(second.end, second.end + 14)) &&
    /^[\s/|–—~NA]*$/.test(
      between.replace(/\/ ?\$?[\d.,]{1,16} ?[BMK%]?|[~(]?\d{1,4}(?:\.\d{1,3})?\)? ?%|[–-]|\bto\b/g, ""),
    );
  const named = respectivelyListAfter(layout, metricName);
  if (named?.periods)
    return named.amounts.map((amount, i) => ({ ...single, amount, kind: named.periods?.[i] ?? null }));
  if (named && !named.metricNames && metricName.metric === "revenue") return null;
  const each = second && periodOfEach(layout, first, second);
  if (each)
    return [
      { ...single, kind: each[0] },
      { ...single, amount: second, kind: each[1] },
    ];
  const own = second && itemsBetween(layout.periods, first.end, second.at);
  if (
    second &&
    own?.length === 1 &&
    own[0] &&
    /^,? ?and (?:for|in) [^.;$%]{0,60}$/i.test(between) &&
    first.isRange === second.isRange
  )
    return [single, { ...single, amount: second, kind: own[0] }];
  const before = text.slice(Math.max(metricName.end, first.at - 60), first.at);
  if (
    second &&
    /\bfrom (?:(?:a|an|the|its|our|prior|previous|range|guidance|of|estimate|outlook) ?){0,6}$/i.test(before)
  ) {
    const isReplaced = second.isRange === first.isRange;
    return isReplaced ? [{ ...single, amount: second, prior: first }] : null;
  }
  if (!isNextColumn || !second) return headings?.periods && isNextColumn ? null : [single];
  if (!headings) return null;
  // With two headings, a third amount of the same form (range or single figure) is unclear. A third amount of
  // another form may be the difference between the first two.
  const [, , third, fourth] = money;
  const isThirdAlike =
    third !== undefined &&
    third.isRange === first.isRange &&
    (third.isRange || headings.periods !== undefined || fourth !== undefined);
  if (isThirdAlike && /^[\s|–—]*$/.test(text.slice(second.end, third.at))) return null;
  if (headings.periods)
    return headings.periods.map((kind, i) => ({
      ...single,
      amount: i === 0 ? first : second,
      kind,
      isTable: true,
    }));
  const [current, prior] = headings.order === "current first" ? [first, second] : [second, first];
  return [{ ...single, amount: current, prior, isTable: true }];
}

/**
 * Returns the periods of two amounts that are each followed by a period, as in "$50 million in the first quarter
 * and $220 million for the full year". Otherwise returns null.
 */
function periodOfEach({ text, periods }: Layout, first: Amount, second: Amount): [Period, Period] | null {
  const [own, other] = itemsBetween(periods, first.end, second.at);
  const [two] = itemsBetween(periods, second.end, second.end + 60);
  if (!own || other || !two || own.kind === two.kind || first.isRange !== second.isRange) return null;
  const isJoined =
    /^(?: per (?:\w+ ){0,2}share)? (?:in|for) (?:the |our |its )?$/i.test(text.slice(first.end, own.at)) &&
    /^(?: of 20\d\d)?,? and (?:of )?(?:approximately |between )?$/i.test(text.slice(own.end, second.at)) &&
    /^(?: per (?:\w+ ){0,2}share)? (?:in|for) (?:the |our |its )?$/i.test(text.slice(second.end, two.at));
  return isJoined ? [own, two] : null;
}

/** The headings of two columns: the order of current and earlier guidance, or two periods. */
type Headings = { at: number; order?: "current first" | "prior first"; periods?: [Period, Period] };

/** Returns whether the first of two dates is the later one, or null when they are equal. */
function isFirstDateLater([, month1, day1, year1, month2, day2, year2]: RegExpExecArray): boolean | null {
  const dayOf = (year: string | undefined, month = "", day = "0") =>
    (Number(year ?? 0) * 12 + MONTH_NAMES.findIndex((name) => name.toLowerCase() === month.toLowerCase())) *
      31 +
    Number(day);
  const [firstDay, two] = [dayOf(year1 ?? year2, month1, day1), dayOf(year2 ?? year1, month2, day2)];
  return firstDay === two ? null : firstDay > two;
}

/** Returns the last pair of column headings for current and earlier guidance, or null. */
function newAndOldHeadings(block: string): Headings | null {
  const last = [...block.matchAll(NEW_AND_OLD_HEADINGS)].at(-1);
  return last ? { at: last.index, order: last.groups?.priorFirst ? "prior first" : "current first" } : null;
}

/** Returns the last headings of two columns before an offset: new and old guidance, two dates or two periods. */
function headingsBefore(layout: Layout, at: number): Headings | null {
  const { text, periods } = layout;
  const from = Math.max(0, at - HEADINGS_SEARCH_CHARS);
  const block = text.slice(from, at);
  const found: Headings[] = [];
  const named = newAndOldHeadings(block);
  if (named) found.push(named);
  const dated = [...block.matchAll(TWO_DATES)].at(-1);
  const isNewestFirst = dated && isFirstDateLater(dated);
  if (dated && isNewestFirst !== null)
    found.push({ at: dated.index, order: isNewestFirst ? "current first" : "prior first" });
  const spans = itemsBetween(periods, from, at);
  for (let i = spans.length - 2; i >= 0; i--) {
    const [firstSpan, two] = [spans[i], spans[i + 1]];
    if (!firstSpan || !two || two.at - firstSpan.end > 45 || firstSpan.kind === two.kind) continue;
    if (/[.;,](?! 20\d\d\b)/.test(text.slice(firstSpan.end, two.at))) continue;
    // Periods in a sentence, as in "for the nine months of fiscal 2026.", are no headings.
    if (/[a-z\d]{2}\.\s/.test(text.slice(two.end - 2, at))) break;
    found.push({ at: firstSpan.at - from, periods: [firstSpan, two] });
    break;
  }
  return found.toSorted((a, b) => b.at - a.at)[0] ?? null;
}
