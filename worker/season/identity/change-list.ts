import { type CompanyChange, subjectOfChange, tickersOfChange } from "#contract/company-change.ts";
import { isUsSymbol } from "#contract/symbol.ts";
import { addIsoDays } from "#contract/time.ts";
import { RECENT_DAYS } from "./change-rule.ts";

/** A longer list cannot be a list of changes: six weeks have a few hundred. */
const MAX_CHANGES = 1_500;

type ListedChange = { change: CompanyChange; contradiction: string | null };

/**
 * Returns each recent change once, ordered by day, so that a ticker is freed before another company takes it.
 * Returns null when there are too many changes for a real list.
 */
export function orderedChanges(given: readonly CompanyChange[], today: string): ListedChange[] | null {
  const recent = given.filter(({ day }) => day <= today && day >= addIsoDays(today, -RECENT_DAYS));
  const own = recent.filter((change) => tickersOfChange(change).every(isUsSymbol));
  const changes = [
    ...new Map(own.toReversed().map((change) => [subjectOfChange(change).id, change])).values(),
  ];
  if (changes.length > MAX_CHANGES) return null;
  const renames = changes.filter(
    (change) => change.kind === "renamed" && change.from !== change.to,
  ) as Rename[];
  const contradictionOf = contradictionsIn(renames);
  const place = (change: CompanyChange) => (change.kind === "renamed" ? 0 : change.kind === "ended" ? 1 : 2);
  const takes = (one: CompanyChange, other: CompanyChange) =>
    one.kind === "renamed" && other.kind === "renamed" && one.to === other.from;
  return changes
    .toSorted(
      (a, b) =>
        a.day.localeCompare(b.day) ||
        place(a) - place(b) ||
        Number(takes(a, b)) - Number(takes(b, a)) ||
        subjectOfChange(a).id.localeCompare(subjectOfChange(b).id),
    )
    .map((change) => ({ change, contradiction: change.kind === "renamed" ? contradictionOf(change) : null }));
}

type Rename = Extract<CompanyChange, { kind: "renamed" }>;

function contradictionsIn(renames: readonly Rename[]): (rename: Rename) => string | null {
  const from = Map.groupBy(renames, (one) => one.from);
  const to = Map.groupBy(renames, (one) => one.to);
  return (rename) => {
    const targets = from.get(rename.from) ?? [];
    if (targets.length > 1)
      return `${rename.from} should become ${targets.map((target) => target.to).join(" and ")}.`;
    const claims = to.get(rename.to) ?? [];
    if (claims.length > 1)
      return `${claims.map((claim) => claim.from).join(" and ")} should become ${rename.to}.`;
    return isInCycle(rename, from)
      ? `${rename.from} would become ${rename.from} again by the same lists.`
      : null;
  };
}

function isInCycle(rename: Rename, from: ReadonlyMap<string, readonly Rename[]>): boolean {
  const visited = new Set<string>();
  const ahead = [rename.to];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    if (at === rename.from) return true;
    if (visited.has(at)) continue;
    visited.add(at);
    ahead.push(...(from.get(at) ?? []).map(({ to }) => to));
  }
  return false;
}
