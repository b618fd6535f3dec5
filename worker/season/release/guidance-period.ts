import type { Guidance } from "#contract/company-release.ts";
import type { Amount } from "./amounts.ts";
import { itemsBetween, type Layout, lastBefore, sentenceAround, sentencesBefore } from "./layout.ts";
import type { Period } from "./periods.ts";
import { isReportedQuarter } from "./reported-quarter.ts";

/** A heading applies to at most this many characters after it. */
const BLOCK = 2_600;

export const EXPECTATION_WORDS =
  /\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|forecast(?:s|ed|ing)?|project(?:s|ed|ing)?|planning|modeling|guid(?:ance|ing|es)|outlook|target(?:s|ed|ing)?|expectations? (?:for|to)|impl(?:y|ies)|estimat(?:es?|ed|ing)|will (?:be|total|reach|range)|sees|we (?:now )?see|should (?:be|come|range)|in the range)\b/i;
const HEADING =
  /\b(?:outlook|guidance|targets|expectations|expects?|forecast|providing the following|we anticipate|anticipates)\b/gi;
const BLOCK_ENDS =
  /\b(?:(?:[Tt]hree|[Ss]ix|[Nn]ine|THREE|SIX|NINE) (?:[Mm]onths|MONTHS) (?:[Ee]nded|ENDED)|[Bb]alance [Ss]heets?|[Ss]tatements? of (?:[Oo]perations|[Ii]ncome|[Cc]ash)|[Dd]ividend [Dd]eclaration)\b|[Hh]ighlights|Conference Call|Webcast|Forward-Looking Statements/;

/**
 * A title is looked for in this many sentences before a figure, and has at most this many characters
 * (TITLE_LENGTH).
 */
const TITLE_REACH = 6;
const TITLE_LENGTH = 60;

/** A sentence of the future without a period may mean that of the sentences before, of which this many are read. */
const SENTENCES_BEFORE = 3;

/** Matches the length of a year or a quarter, as in "fiscal 2024, which includes 53 weeks". */
const IS_LENGTH = /\bweeks?$/i;

/** Matches words before a period that is only compared with. */
const COMPARED_PERIOD = /\b(?:compared (?:to|with)|versus|vs\.?)\b[^;:]{0,30}$/i;

const IS_EXPECTED = /^[^,;.]{0,40}\b(?:is|are) (?:now )?(?:expected|anticipated|estimated)\b/i;

type Heading = { at: number; end: number; period: Period | null };

/**
 * Returns the nearest heading of guidance before a position that names a period. Returns null without one, or
 * when its section has ended.
 */
export function headingBefore(layout: Layout, at: number): Heading | null {
  const { text, periods } = layout;
  const from = Math.max(0, at - BLOCK);
  const block = text.slice(from, at);
  const matches = [...block.matchAll(HEADING)].toReversed();
  for (const match of matches) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (BLOCK_ENDS.test(text.slice(end, at))) return null;
    const before = itemsBetween(periods, start - 90, start)
      .filter(
        (period) =>
          !IS_LENGTH.test(period.text) &&
          !isReportedQuarter(layout, period) &&
          !/[.;]\s/.test(text.slice(period.end, start)) &&
          !COMPARED_PERIOD.test(text.slice(Math.max(0, period.at - 40), period.at)),
      )
      .at(-1);
    const after = itemsBetween(periods, end, end + 100).find(
      (period) =>
        period.at < at &&
        !IS_LENGTH.test(period.text) &&
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

export function periodOf(
  layout: Layout,
  first: Amount,
  from: number,
  { heading, filed }: { heading: Heading | null; filed: string | null },
): Period | null {
  const { periods, text } = layout;
  const { to } = sentenceAround(layout, first.at);
  const close = itemsBetween(periods, first.end, Math.min(to, first.end + 60)).find((period) =>
    /^(?: per (?:\w{1,20} ){0,2}share)?,? (?:for|in) (?:the |our |its )?(?:full )?$/i.test(
      text.slice(first.end, period.at),
    ),
  );
  if (close) return close;
  const isComparison = (period: Period) =>
    /to[- ]date/i.test(period.text) ||
    /\b(?:compared (?:to|with)|versus|vs\.?|from|over|than|prior|last)(?: the)?\s*$/i.test(
      text.slice(Math.max(0, period.at - 16), period.at),
    );
  const inSentence = itemsBetween(periods, from, first.at).filter((period) => !isComparison(period));
  const named = inSentence.filter((period) => !isReportedQuarter(layout, period));
  // In "sales in the reported quarter are expected to be", the figure is a preliminary result.
  const last = inSentence.at(-1);
  if (last && named.length === 0 && IS_EXPECTED.test(text.slice(last.end, first.at))) return null;
  const own = named.findLast((period) => yearsAhead(period, filed) >= 0) ?? named.at(-1);
  if (own && (!heading?.period || own.at >= heading.at - 90)) return own;
  const after = itemsBetween(periods, first.end, Math.min(to, first.end + 70)).find((period) =>
    /^(?!.*\b(?:from|over|versus|vs|than|compared)\b)(?:[^.;,(]|[.,](?=\d)){0,60}\b(?:for|in|during)(?: the| our| its)?(?: full)?\s*$/i.test(
      text.slice(first.end, period.at),
    ),
  );
  return (
    after ??
    own ??
    groupUnder(layout, heading, first.at) ??
    heading?.period ??
    periodBefore(layout, first, isComparison) ??
    title(layout, first.at)
  );
}

/** Returns the period of the list that a figure stands in, when the list begins below the heading. */
function groupUnder(layout: Layout, heading: Heading | null, at: number): Period | null {
  const group = heading && groupBefore(layout, at);
  return group && (group.period.at >= heading.end || (group.isList && heading.at - group.period.end < 110))
    ? group.period
    : null;
}

type Group = { period: Period; isList: boolean };

/** How far a list reaches below the line that names its period, in characters. */
const GROUP = 2_600;
const GROUP_STARTS = /^(?:[•◦–-] ?)?(?:(?:for|in) (?:the |its |our )?)?$/i;
/** Matches the rest of a line such as "For the third quarter of fiscal 2025, we expect:". */
const LIST_FOLLOWS = /^[^.;$%]{0,110}:/;

/**
 * Returns the last period that begins a line of its own before a figure, as in "For the third quarter of fiscal
 * 2025:" above a list, or in "Full Year 2024 Revenue is expected to be".
 */
function groupBefore({ text, periods, starts }: Layout, at: number): Group | null {
  const group = itemsBetween(periods, Math.max(0, at - GROUP), at).findLast((period) => {
    const start = starts[lastBefore(starts, period.at, (position) => position)] ?? 0;
    return (
      text.slice(start, period.at).trim() === "" ||
      (period.at - start < 14 &&
        GROUP_STARTS.test(text.slice(start, period.at)) &&
        LIST_FOLLOWS.test(text.slice(period.end, Math.min(at, period.end + 120))))
    );
  });
  return group
    ? { period: group, isList: LIST_FOLLOWS.test(text.slice(group.end, Math.min(at, group.end + 120))) }
    : null;
}

/**
 * Returns the period in a short title above the figure, as in "Full Year 2024 • Diluted EPS is projected to
 * be".
 */
function title(layout: Layout, at: number): Period | null {
  const titles = sentencesBefore(layout, at, TITLE_REACH).filter(({ from, to }) => to - from <= TITLE_LENGTH);
  return titles.flatMap(({ from, to }) => itemsBetween(layout.periods, from, to).slice(0, 1))[0] ?? null;
}

/** Returns the period in the nearest of the sentences before, as long as those are about the future too. */
function periodBefore(
  layout: Layout,
  first: Amount,
  isComparison: (period: Period) => boolean,
): Period | null {
  for (const { from, to } of sentencesBefore(layout, first.at, SENTENCES_BEFORE)) {
    if (to - from > 400 || !EXPECTATION_WORDS.test(layout.text.slice(from, to))) return null;
    const period = itemsBetween(layout.periods, from, to).find((period) => !isComparison(period));
    // A sentence about a better "rest of 2014" introduces the guidance of the whole year.
    if (period) return period.kind === "other" && period.year !== null ? { ...period, kind: "year" } : period;
  }
  return null;
}

/** Guidance is for a year at most this many after the filing. */
const MOST_YEARS = 4;

/** Returns how many years after the filing a period ends, or 0 when it does not name its year. */
function yearsAhead({ year }: Period, filed: string | null): number {
  return year === null || filed === null ? 0 : year - Number(filed.slice(0, 4));
}

/** Returns whether a period is in a year after the next one. */
export function isForLater(period: Period, filed: string | null): boolean {
  return yearsAhead(period, filed) > 1;
}

/** Returns the kind of a guided period. Returns null for a past year, and for the goals of years to come. */
export function periodKindOf(period: Period, filed: string | null): Guidance["periodKind"] | null {
  const ahead = yearsAhead(period, filed);
  if (ahead < 0 || ahead > MOST_YEARS || /\bmulti[- ]year\b/i.test(period.text)) return null;
  if (period.kind === "other" || ahead > 1 || /\blong[- ]term\b/i.test(period.text)) return "other";
  return period.kind === "quarter" ? "next_quarter" : "full_year";
}
