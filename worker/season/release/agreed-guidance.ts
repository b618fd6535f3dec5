import type { Guidance } from "#contract/company-release.ts";
import { quarterIn, yearIn } from "./periods.ts";

export type Subject = Pick<Guidance, "metric" | "basis" | "period" | "periodKind">;

/**
 * Returns one guidance item for each metric, accounting basis (GAAP or non-GAAP) and period. When items disagree,
 * the most frequent figures count; when none is most frequent, no item is returned, because one may be misread.
 */
export function agreedGuidance(items: readonly Guidance[]): Guidance[] {
  const firsts = items.filter(
    (item, i) => !items.slice(0, i).some((earlier) => isSameExceptPeriodKind(earlier, item)),
  );
  const years = new Set(firsts.map(yearOf).filter((year) => year !== null));
  const whenOf = (item: Guidance) => {
    if (item.periodKind === "other") return quarterIn(item.period);
    return years.size > 1 && item.periodKind === "full_year" ? (yearOf(item) ?? Math.min(...years)) : "";
  };
  const groups = Map.groupBy(
    firsts,
    (item) => `${item.metric} ${item.basis} ${item.periodKind} ${whenOf(item)}`,
  );
  return [...groups.values()].flatMap((all) => {
    const best = Math.min(...all.map(dealDependenceOf));
    const plain = all.filter((item) => dealDependenceOf(item) === best);
    // When some items are ranges, a single figure is a midpoint, a change or a part, so only the ranges count.
    const ranges = plain.filter(({ low, high }) => low !== high);
    const group = ranges.length > 0 ? ranges : plain;
    const [first] = group;
    if (!first) return [];
    const isSame = (item: Guidance) =>
      isSameFigure(item.low, first.low) && isSameFigure(item.high, first.high);
    if (!group.every(isSame)) return group.length > 2 ? itemOfMajority(group) : [];
    return [group.find(({ action }) => action !== null) ?? first];
  });
}

const DEAL_WORDS = "(?:acqui\\w+|merger|transaction|combination|divestiture|sale of)";
const IF_DEAL_CLOSES = new RegExp(
  `\\b(?:assuming|assumes|if|upon|pro forma|following)\\b[^.;]{0,80}\\b(?:${DEAL_WORDS}[^.;]{0,40}\\bclos\\w+|complet\\w+[^.;]{0,30}\\b${DEAL_WORDS})|\\b${DEAL_WORDS}[^.;]{0,40}\\b(?:is|are) (?:completed|closed)\\b`,
  "i",
);
const WITHOUT_DEAL = new RegExp(
  `\\b(?:excluding|without|before)\\b[^.;]{0,60}\\b${DEAL_WORDS}|^\\W{0,3}(?:Excluding|Without) (?:the )?[A-Z]`,
);

/**
 * Returns how much an item depends on an acquisition or sale of a business: 0 for plain guidance, 1 for revenue
 * guidance that excludes the deal, and 2 for guidance that assumes that the deal closes.
 */
function dealDependenceOf({ metric, quote }: Guidance): number {
  return IF_DEAL_CLOSES.test(quote) ? 2 : metric === "revenue" && WITHOUT_DEAL.test(quote) ? 1 : 0;
}

/**
 * Returns the year that full-year guidance names, because one release may have guidance for this year and the
 * next. Returns null for other periods and when no year is named.
 */
function yearOf({ period, periodKind }: Subject): number | null {
  return periodKind === "full_year" ? yearIn(period) : null;
}

/**
 * Returns whether two items differ in their kind of period only, because the heading of the later one was misread.
 */
function isSameExceptPeriodKind(a: Guidance, b: Guidance): boolean {
  return (
    a.metric === b.metric &&
    a.basis === b.basis &&
    a.periodKind !== b.periodKind &&
    isSameFigure(a.low, b.low) &&
    isSameFigure(a.high, b.high)
  );
}

function itemOfMajority(group: readonly Guidance[]): Guidance[] {
  const byValue = [...Map.groupBy(group, ({ low, high }) => `${low} ${high}`).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [most, next] = byValue;
  if (!most?.[0] || most.length === next?.length) return [];
  return [most.find(({ action }) => action !== null) ?? most[0]];
}

/** Returns whether two figures are equal except for rounding errors of floating-point numbers. */
function isSameFigure(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);
}

/**
 * Returns whether two items have the same metric, accounting basis and period. Full-year guidance that names no
 * year matches guidance for any year.
 */
export function isSameMetricAndPeriod(first: Subject, second: Subject): boolean {
  if (
    first.metric !== second.metric ||
    first.basis !== second.basis ||
    first.periodKind !== second.periodKind
  )
    return false;
  if (first.periodKind === "next_quarter") return true;
  if (first.periodKind === "other") return first.period === second.period;
  const [a, b] = [yearOf(first), yearOf(second)];
  return a === null || b === null || a === b;
}

/** Returns whether an item only says that guidance is maintained, without its figures. */
export function isConfirmation({ low, high, action }: Pick<Guidance, "low" | "high" | "action">): boolean {
  return action === "maintained" && low === null && high === null;
}
