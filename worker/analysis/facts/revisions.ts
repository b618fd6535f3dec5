import type { CompanyReport } from "#market/port.ts";
import { computedFrom, type EvidenceSet, originOf } from "../evidence.ts";
import { percentChange } from "../numbers.ts";
import { directionOf } from "./company.ts";

/** Notes the consensus of earlier days, its change since, and how many analysts moved their estimate. */
export function noteRevisions(
  evidence: EvidenceSet,
  { revisions }: CompanyReport,
  unit: string | null,
): void {
  if (revisions.state === "missing") {
    const { source, detail } = revisions;
    evidence.addMissing({
      key: "revisions",
      kind: "revision",
      label: "Revisions of the consensus",
      source,
      reason: detail,
      about: ["revisions"],
    });
    return;
  }
  const origin = originOf(revisions);
  const { data } = revisions;
  for (const [days, value] of [
    [7, data.daysAgo7],
    [30, data.daysAgo30],
    [60, data.daysAgo60],
    [90, data.daysAgo90],
  ] as const) {
    if (value === null) continue;
    evidence.add({
      key: `consensus ${days}`,
      kind: "revision",
      label: `Consensus EPS ${days} days ago`,
      value,
      unit,
      origin,
      about: [`${days} days ago`],
    });
    if (data.current === null || value === 0) continue;
    const change = percentChange(value, data.current);
    evidence.add({
      key: `revision ${days}`,
      kind: "revision",
      label: `Change of the consensus in ${days} days`,
      value: change,
      unit: "%",
      origin: computedFrom(origin),
      computedBy: "percentChange",
      about: [`${days} days`],
      says: directionOf(change),
      between: ["consensus", `consensus ${days}`],
    });
  }
  for (const [key, days, word, value] of [
    ["up 7", 7, "raised", data.upLast7],
    ["up 30", 30, "raised", data.upLast30],
    ["down 7", 7, "lowered", data.downLast7],
    ["down 30", 30, "lowered", data.downLast30],
  ] as const)
    if (value !== null)
      evidence.add({
        key,
        kind: "revision",
        label: `Analysts who ${word} their estimate in ${days} days`,
        value,
        unit: "analysts",
        origin,
        about: [`${word} their estimate`, `${word} their estimates`, `${word} theirs`],
        needsFigure: true,
      });
}
