import { itemsBetween, type Layout } from "./layout.ts";
import { type Period, quarterIn, yearIn } from "./periods.ts";

/** How many characters at the start of the text are searched for the reported quarter. */
const HEADLINE_CHARS = 600;

/**
 * Returns whether the period is the quarter whose results the release reports. An expectation for that
 * quarter is a preliminary result and not guidance.
 */
export function isReportedQuarter(layout: Layout, { kind, text, year }: Period): boolean {
  const own = reportedQuarter(layout);
  return (
    kind === "quarter" &&
    own !== null &&
    quarterIn(text) === own.quarter &&
    (year === null || own.year === null || year === own.year)
  );
}

/**
 * Returns whether the period is a different quarter from the reported one. Returns false when the number of either
 * quarter is not known.
 */
export function isAnotherQuarter(layout: Layout, { text }: Period): boolean {
  const own = reportedQuarter(layout);
  const quarter = quarterIn(text);
  return own !== null && quarter !== null && quarter !== own.quarter;
}

/** Returns whether the period is in a year before that of the reported quarter. */
export function isBeforeReportedYear(layout: Layout, { year }: Period): boolean {
  const own = reportedQuarter(layout);
  return year !== null && own?.year != null && year < own.year;
}

/**
 * Returns whether the period is a quarter other than the reported one and the one right after it. Returns false
 * when the number of either quarter is not known.
 */
export function isNeitherReportedNorNextQuarter(layout: Layout, { kind, text, year }: Period): boolean {
  const own = reportedQuarter(layout);
  const quarter = kind === "quarter" ? quarterIn(text) : null;
  if (own === null || quarter === null || quarter === own.quarter) return false;
  if (quarter !== (own.quarter % 4) + 1) return true;
  return year !== null && own.year !== null && year > own.year + (quarter === 1 ? 1 : 0);
}

/** Returns the quarter whose results the headline of a release announces, or null when it names none. */
export function reportedQuarter({ periods, text }: Layout): { quarter: number; year: number | null } | null {
  for (const period of itemsBetween(periods, 0, HEADLINE_CHARS)) {
    const announced =
      period.kind === "quarter" &&
      /^(?: ended|(?:(?!guidance|outlook|quarter)[^.;:]){0,40}\bresults)\b/i.exec(
        text.slice(period.end, period.end + 60),
      );
    if (!announced) continue;
    const quarter = quarterIn(period.text);
    // In "Fourth Quarter and Full Year 2026 Results", the year follows.
    return quarter === null ? null : { quarter, year: period.year ?? yearIn(announced[0]) };
  }
  return null;
}
