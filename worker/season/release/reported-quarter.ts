import { itemsBetween, type Layout } from "./layout.ts";
import { type Period, quarterIn } from "./periods.ts";

/** How many characters at the beginning of the text name the reported quarter. */
const HEADLINE = 600;

/**
 * Returns whether the period is the quarter whose results the release reports. An expectation for it is a
 * preliminary result and no guidance.
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
 * Returns whether the period is another quarter than the reported one. Returns false unless both are numbered.
 */
export function isAnotherQuarter(layout: Layout, { text }: Period): boolean {
  const own = reportedQuarter(layout);
  const quarter = quarterIn(text);
  return own !== null && quarter !== null && quarter !== own.quarter;
}

/** Returns whether the period is a later quarter than the one after the reported quarter, if both are numbered. */
export function isLaterQuarter(layout: Layout, { kind, text }: Period): boolean {
  const own = reportedQuarter(layout);
  const quarter = kind === "quarter" ? quarterIn(text) : null;
  return own !== null && quarter !== null && quarter !== (own.quarter % 4) + 1 && quarter !== own.quarter;
}

function reportedQuarter({ periods, text }: Layout): { quarter: number; year: number | null } | null {
  const own = itemsBetween(periods, 0, HEADLINE).find(
    ({ kind, end }) =>
      kind === "quarter" && /^(?: ended|[^.;:]{0,40}\bresults)\b/i.test(text.slice(end, end + 60)),
  );
  const quarter = own ? quarterIn(own.text) : null;
  return own && quarter !== null ? { quarter, year: own.year } : null;
}
