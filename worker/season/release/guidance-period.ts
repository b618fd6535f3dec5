import type { Guidance } from "#contract/company-release.ts";
import type { Amount } from "./amounts.ts";
import { itemsBetween, type Layout, lastBefore, sentenceAround, sentencesBefore } from "./layout.ts";
import type { Period } from "./periods.ts";
import { isReportedQuarter } from "./reported-quarter.ts";

/** How many characters before a figure are searched for a heading of guidance, such as "Outlook". */
const HEADING_SEARCH_CHARS = 2_600;

const EXPECTING =
  "expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|forecast(?:s|ed|ing)?|project(?:s|ed|ing)?|estimat(?:es?|ed|ing)|impl(?:y|ies)|target(?:s|ed|ing)|modeling|guid(?:es|ing)|believes?|looks? for|plans? to|planning|on track|sees|(?:we|it|the company) (?:now |currently |continues? to )?sees?|will (?:be|total|reach|range)|should (?:be|come|range|reach|total|exceed)|(?:rais|lower|narrow|tighten|maintain|reaffirm)(?:s|es|ed|ing) (?:its|our|the) [^.;$%]{0,60}range";
/** Matches words of expectation, such as "we expect" and "guidance". */
export const EXPECTATION_WORDS = new RegExp(
  `\\b(?:${EXPECTING}|guidance|outlook|target|expectations? (?:for|to|of)|in the range)\\b`,
  "i",
);
/** Matches text that states the single figure after it as guidance, as in "we expect revenue of" and "guidance of". */
export const TEXT_BEFORE_EXPECTED_FIGURE = new RegExp(
  `\\b(?:(?:${EXPECTING})\\b|(?:guidance|outlook|targets?|projections?|expectations?)(?::|(?: for [^.:;]{1,60}?)?,? (?:of|is|to|at|with|includ(?:es|ing)|calls for|remains)\\b)).{0,180}$`,
  "i",
);
const GUIDANCE_HEADING_WORDS =
  /\b(?:outlook|guidance|financial estimates|targets|expectations|expects?|forecast|providing the following|we anticipate|anticipates)\b/gi;
/** Matches the start of another section, after which a heading of guidance no longer applies. */
const OTHER_SECTION_START =
  /\b(?:(?:[Tt]hree|[Ss]ix|[Nn]ine|THREE|SIX|NINE) (?:[Mm]onths|MONTHS) (?:[Ee]nded|ENDED)|[Bb]alance [Ss]heets?|[Ss]tatements? of (?:[Oo]perations|[Ii]ncome|[Cc]ash)|[Dd]ividend [Dd]eclaration)\b|[Hh]ighlights|Conference Call|Webcast|Forward-Looking Statements/;

/** How many sentences before a figure are searched for a short title that names its period. */
const TITLE_SEARCH_SENTENCES = 6;
const MAX_TITLE_CHARS = 60;

/** How many sentences before guidance without a period are searched for its period. */
const PERIOD_SEARCH_SENTENCES = 3;

/** Matches a number of weeks, such as "53 weeks", which only states the length of a period. */
const NUMBER_OF_WEEKS = /\bweeks?$/i;

const LINKED_TO_PERIOD = /\b(?:for|in|during) (?:(?:the|our|its) )?(?:full )?$/i;
/** Matches words between a figure and a period that show that the period is not the figure's. */
const COMPARED = /;|\b(?:from|(?<!-)over|versus|vs|than|compared)\b/i;

/** Matches words before a period that a figure is compared with, such as "versus the". */
const COMPARISON_WORDS = /\b(?:compared (?:to|with)|versus|vs\.?)\b[^;:]{0,30}$/i;

type Heading = { at: number; end: number; period: Period | null };

/**
 * Returns the nearest heading of guidance before the offset `at` that has a period next to it. Returns null when
 * there is none or when another section, such as a balance sheet, starts between the heading and `at`.
 */
export function guidanceHeadingBefore(layout: Layout, at: number): Heading | null {
  const { text, periods } = layout;
  const from = Math.max(0, at - HEADING_SEARCH_CHARS);
  const block = text.slice(from, at);
  const matches = [...block.matchAll(GUIDANCE_HEADING_WORDS)].toReversed();
  for (const match of matches) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (OTHER_SECTION_START.test(text.slice(end, at))) return null;
    const before = itemsBetween(periods, start - 90, start)
      .filter(
        (period) =>
          !NUMBER_OF_WEEKS.test(period.text) &&
          !isReportedQuarter(layout, period) &&
          !/[.;]\s/.test(text.slice(period.end, start)) &&
          !COMPARISON_WORDS.test(text.slice(Math.max(0, period.at - 40), period.at)),
      )
      .at(-1);
    // The introduction of a list may name several metrics before its period, as in "guidance for revenue, ... for 2026 is:".
    const after = itemsBetween(periods, end, end + 180).find(
      (period) =>
        period.at < at &&
        (period.at < end + 100 || /^[^.;$%]{0,40}:/.test(text.slice(period.end, period.end + 44))) &&
        !NUMBER_OF_WEEKS.test(period.text) &&
        !/[.;]\s|\b(?:over|from|than|versus|vs\.?|compared (?:to|with)) (?:the )?$/i.test(
          text.slice(end, period.at),
        ),
    );
    const isDirect = after && /^ for (?:the |its |our )?$/i.test(text.slice(end, after.at));
    const period = before && start - before.end < 40 && !isDirect ? before : (after ?? before);
    if (period) return { at: start, end, period };
  }
  return null;
}

/**
 * Returns the period of the guidance whose first figure is `first`, or null. Reads the sentence with the figure
 * and then the text above it. `from` is where the sentence starts. `filed` is the ISO day of the filing.
 */
export function periodOf(
  layout: Layout,
  first: Amount,
  from: number,
  { heading, filed }: { heading: Heading | null; filed: string | null },
): Period | null {
  const { periods, text } = layout;
  const { to } = sentenceAround(layout, first.at);
  const directlyAfter = itemsBetween(periods, first.end, Math.min(to, first.end + 60)).find((period) =>
    /^(?: per (?:\w{1,20} ){0,2}share)?,? (?:for|in) (?:the |our |its )?(?:full )?$/i.test(
      text.slice(first.end, period.at),
    ),
  );
  if (directlyAfter) return directlyAfter;
  const isComparison = (period: Period) =>
    /\b(?:compared (?:to|with)|versus|vs\.?|from|over|than|prior|last)(?: the)?\s*$/i.test(
      text.slice(Math.max(0, period.at - 16), period.at),
    );
  const named = itemsBetween(periods, from, first.at).filter(
    (period) => !isComparison(period) && !isReportedQuarter(layout, period),
  );
  const own = named.findLast((period) => yearsAhead(period, filed) >= 0) ?? named.at(-1);
  if (own && (!heading?.period || own.at >= heading.at - 90)) return own;
  const isLinked = (period: Period, between: RegExp) => {
    const words = text.slice(first.end, period.at);
    return LINKED_TO_PERIOD.test(words) && between.test(words) && !COMPARED.test(words);
  };
  const following = itemsBetween(periods, first.end, Math.min(to, first.end + 200));
  const after = following.find((period) => isLinked(period, /^(?:[^.;,(]|[.,](?=\d)){0,70}$/));
  // In "revenue of $50 million and EPS of $1.20 for the full year", the period applies to both metrics.
  const ofBoth = following.find((period) => isLinked(period, / and /));
  return (
    after ??
    own ??
    ofBoth ??
    periodUnderHeading(layout, heading, first.at) ??
    heading?.period ??
    periodInSentencesBefore(layout, first, isComparison) ??
    periodInTitle(layout, first.at)
  );
}

/**
 * Returns the period at the start of a line above a figure. Returns null unless the line comes after the heading,
 * or contains the heading and introduces a list, as in "For the third quarter, we expect:".
 */
function periodUnderHeading(layout: Layout, heading: Heading | null, at: number): Period | null {
  const line = heading && lineWithPeriodBefore(layout, at);
  return line && (line.period.at >= heading.end || (line.isList && heading.at - line.period.end < 110))
    ? line.period
    : null;
}

/** A line that starts with a period. `isList` is true when it introduces a list. */
type LineWithPeriod = { period: Period; isList: boolean };

/** How many characters before a figure are searched for a line that starts with a period. */
const LINE_SEARCH_CHARS = 2_600;
/** Matches the text between the start of a line and its period, such as "For the ". */
const LINE_START = /^(?:[•◦–-] ?)?(?:(?:for|in) (?:the |its |our )?)?$/i;
/** Matches the rest of a line such as "For the third quarter of fiscal 2025, we expect:". */
const LIST_INTRODUCTION = /^[^.;$%]{0,110}:/;

/**
 * Returns the last sentence or line before a figure that starts with a period, such as "For the third quarter of
 * fiscal 2025:" above a list, or "Full Year 2024 Revenue is expected to be". Otherwise returns null.
 */
function lineWithPeriodBefore({ text, periods, starts }: Layout, at: number): LineWithPeriod | null {
  const first = itemsBetween(periods, Math.max(0, at - LINE_SEARCH_CHARS), at).findLast((period) => {
    const start = starts[lastBefore(starts, period.at, (position) => position)] ?? 0;
    return (
      text.slice(start, period.at).trim() === "" ||
      (period.at - start < 14 &&
        LINE_START.test(text.slice(start, period.at)) &&
        LIST_INTRODUCTION.test(text.slice(period.end, Math.min(at, period.end + 120))))
    );
  });
  return first
    ? { period: first, isList: LIST_INTRODUCTION.test(text.slice(first.end, Math.min(at, first.end + 120))) }
    : null;
}

/** Returns the period in a short title before a figure, as in "Full Year 2024 • EPS will be", or null. */
function periodInTitle(layout: Layout, at: number): Period | null {
  const titles = sentencesBefore(layout, at, TITLE_SEARCH_SENTENCES).filter(
    ({ from, to }) => to - from <= MAX_TITLE_CHARS,
  );
  return titles.flatMap(({ from, to }) => itemsBetween(layout.periods, from, to).slice(0, 1))[0] ?? null;
}

/**
 * Returns the period in the nearest sentence before a figure that names one. Returns null when that sentence, or
 * one after it, is long or has no word of expectation, such as "expects".
 */
function periodInSentencesBefore(
  layout: Layout,
  first: Amount,
  isComparison: (period: Period) => boolean,
): Period | null {
  for (const { from, to } of sentencesBefore(layout, first.at, PERIOD_SEARCH_SENTENCES)) {
    if (to - from > 400 || !EXPECTATION_WORDS.test(layout.text.slice(from, to))) return null;
    const period = itemsBetween(layout.periods, from, to).find((period) => !isComparison(period));
    // A sentence about the "rest of 2014" introduces guidance for the whole year.
    if (period) return period.kind === "other" && period.year !== null ? { ...period, kind: "year" } : period;
  }
  return null;
}

/** Guidance for a year that is more than this many years after the year of the filing is not read. */
const MAX_YEARS_AHEAD = 4;

/** Returns a period's year minus the year of the filing, or 0 when one of them is not known. */
function yearsAhead({ year }: Period, filed: string | null): number {
  return year === null || filed === null ? 0 : year - Number(filed.slice(0, 4));
}

/** Returns whether a period is at least two calendar years after the filing. `filed` is an ISO day. */
export function isAfterNextYear(period: Period, filed: string | null): boolean {
  return yearsAhead(period, filed) > 1;
}

/**
 * Returns the kind of a guided period, such as "full_year". Returns null for a past year, for a multi-year period,
 * and for a year more than MAX_YEARS_AHEAD years after the year of the filing.
 */
export function guidedPeriodKindOf(period: Period, filed: string | null): Guidance["periodKind"] | null {
  const ahead = yearsAhead(period, filed);
  if (ahead < 0 || ahead > MAX_YEARS_AHEAD || /\bmulti[- ]year\b/i.test(period.text)) return null;
  if (period.kind === "other" || ahead > 1 || /\blong[- ]term\b/i.test(period.text)) return "other";
  return period.kind === "quarter" ? "next_quarter" : "full_year";
}
