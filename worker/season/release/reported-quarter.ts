import { itemsBetween, type Layout } from "./layout.ts";
import type { Period } from "./periods.ts";

const ORDINALS = ["first|1st|Q1|1Q", "second|2nd|Q2|2Q", "third|3rd|Q3|3Q", "fourth|4th|Q4|4Q"].map(
  (words) => new RegExp(`\\b(?:${words})`, "i"),
);
/** Returns which quarter of the year a period names, from 0, as a list of one, or an empty list. */
export function ordinalOf({ text }: Period): number[] {
  const ordinal = ORDINALS.findIndex((expression) => expression.test(text));
  return ordinal < 0 ? [] : [ordinal];
}

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
    own?.ordinal.test(text) === true &&
    (year === null || own.year === null || year === own.year)
  );
}

/**
 * Returns whether the period is another quarter than the reported one. Returns false unless both are numbered.
 */
export function isAnotherQuarter(layout: Layout, { text }: Period): boolean {
  const own = reportedQuarter(layout);
  const ordinal = ORDINALS.find((expression) => expression.test(text));
  return own !== null && ordinal !== undefined && ordinal !== own.ordinal;
}

function reportedQuarter({ periods, text }: Layout): { ordinal: RegExp; year: number | null } | null {
  const own = itemsBetween(periods, 0, HEADLINE).find(
    ({ kind, end }) =>
      kind === "quarter" && /^(?: ended|[^.;:]{0,40}\bresults)\b/i.test(text.slice(end, end + 60)),
  );
  const ordinal = own && ORDINALS.find((expression) => expression.test(own.text));
  return own && ordinal ? { ordinal, year: own.year } : null;
}
