import type { Guidance } from "#contract/company-release.ts";
import { yearIn } from "./periods.ts";

/**
 * Returns one item for each measure, basis and period, and none when places of the release disagree, because one of
 * them may be misread.
 */
export function agreed(items: readonly Guidance[]): Guidance[] {
  const firsts = items.filter(
    (item, i) => !items.slice(0, i).some((earlier) => isOtherPeriodOf(earlier, item)),
  );
  const years = new Set(firsts.map(yearOf).filter((year) => year !== null));
  const groups = Map.groupBy(
    firsts,
    (item) =>
      `${item.metric} ${item.basis} ${item.periodKind} ${item.periodKind === "full_year" && years.size > 1 ? (yearOf(item) ?? Math.min(...years)) : ""}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const isSame = (item: Guidance) => close(item.low, first.low) && close(item.high, first.high);
    if (!group.every(isSame)) return group.length > 2 ? majority(group) : [];
    const best = group.find(({ action }) => action !== null) ?? first;
    return [best];
  });
}

/** Guidance of this year and of the next may be in one release. */
function yearOf({ period, periodKind }: Guidance): number | null {
  return periodKind === "full_year" ? yearIn(period) : null;
}

/** The heading of the later place was misread. */
function isOtherPeriodOf(a: Guidance, b: Guidance): boolean {
  return (
    a.metric === b.metric &&
    a.basis === b.basis &&
    a.periodKind !== b.periodKind &&
    close(a.low, b.low) &&
    close(a.high, b.high)
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

/** A headline rounds what its table states. */
function close(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);
}

/** An item without a year refers to the year that another item names. */
export function isSameSubject(first: Guidance, second: Guidance): boolean {
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
