import type { Guidance } from "#contract/company-release.ts";
import { quarterIn, yearIn } from "./periods.ts";

type Subject = Pick<Guidance, "metric" | "basis" | "period" | "periodKind">;

/**
 * Returns one guidance item for each measure, basis and period. When places of the release disagree, the most
 * frequent figures count; without a majority there is no item, because one place may be misread.
 */
export function agreedGuidance(items: readonly Guidance[]): Guidance[] {
  const firsts = items.filter(
    (item, i) => !items.slice(0, i).some((earlier) => isOtherPeriodOf(earlier, item)),
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
    const best = Math.min(...all.map(conditionsOf));
    const plain = all.filter((item) => conditionsOf(item) === best);
    // Where one place gives a range and another a single figure, that figure is the middle of it, a change or a part.
    const ranges = plain.filter(({ low, high }) => low !== high);
    const group = ranges.length > 0 ? ranges : plain;
    const [first] = group;
    if (!first) return [];
    const isSame = (item: Guidance) =>
      isSameFigure(item.low, first.low) && isSameFigure(item.high, first.high);
    if (!group.every(isSame)) return group.length > 2 ? majority(group) : [];
    return [group.find(({ action }) => action !== null) ?? first];
  });
}

const DEAL = "(?:acqui\\w+|merger|transaction|combination|divestiture|sale of)";
const ON_CONDITION = new RegExp(
  `\\b(?:assuming|assumes|if|upon|pro forma|following)\\b[^.;]{0,80}\\b(?:${DEAL}[^.;]{0,40}\\bclos\\w+|complet\\w+[^.;]{0,30}\\b${DEAL})|\\b${DEAL}[^.;]{0,40}\\b(?:is|are) (?:completed|closed)\\b`,
  "i",
);
const WITHOUT_DEAL = new RegExp(
  `\\b(?:excluding|without|before)\\b[^.;]{0,60}\\b${DEAL}|^\\W{0,3}(?:Excluding|Without) (?:the )?[A-Z]`,
);

/**
 * Returns how far an item is from what the company expects of itself as it is: 0 for plain guidance, 1 for guidance
 * without an acquisition, and 2 for guidance under the condition that one closes.
 */
function conditionsOf({ metric, quote }: Guidance): number {
  return ON_CONDITION.test(quote) ? 2 : metric === "revenue" && WITHOUT_DEAL.test(quote) ? 1 : 0;
}

/**
 * Returns the year of full-year guidance, because one release may have guidance of this year and of the next.
 * Returns null for other periods or without a year.
 */
function yearOf({ period, periodKind }: Subject): number | null {
  return periodKind === "full_year" ? yearIn(period) : null;
}

/**
 * True when two items differ only in their kind of period, because the heading of the later one was misread.
 */
function isOtherPeriodOf(a: Guidance, b: Guidance): boolean {
  return (
    a.metric === b.metric &&
    a.basis === b.basis &&
    a.periodKind !== b.periodKind &&
    isSameFigure(a.low, b.low) &&
    isSameFigure(a.high, b.high)
  );
}

function majority(group: readonly Guidance[]): Guidance[] {
  const byValue = [...Map.groupBy(group, ({ low, high }) => `${low} ${high}`).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [most, next] = byValue;
  if (!most?.[0] || most.length === next?.length) return [];
  return [most.find(({ action }) => action !== null) ?? most[0]];
}

/** Returns whether two figures are equal except for rounding errors of binary fractions. */
function isSameFigure(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);
}

/**
 * Returns whether two items are about the same measure, basis and period. Full-year guidance that names no year
 * matches that of any year.
 */
export function isSameSubject(first: Subject, second: Subject): boolean {
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
