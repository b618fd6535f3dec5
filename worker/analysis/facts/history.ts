import type { EpsQuarter } from "#contract/analysis.ts";
import type { CompanyReport } from "#market/port.ts";
import { resultOf } from "../earnings.ts";
import { computedFrom, type Direction, type EvidenceSet, type Origin, originOf } from "../evidence.ts";
import { percentChange } from "../numbers.ts";

/** Quarters that stand in the evidence one by one: five years. */
export const LISTED_QUARTERS = 20;
/** Quarters in which beats and misses are counted. */
const COUNTED_QUARTERS = 8;

type Known = EpsQuarter & { estimate: number };

/** Notes the reported quarters, newest first as given, and what they amount to. */
export function noteHistory(
  evidence: EvidenceSet,
  company: CompanyReport,
  quarters: readonly EpsQuarter[],
  currency: string | null,
): void {
  if (company.history.state === "missing") {
    evidence.addMissing({
      key: "history",
      kind: "eps_history",
      label: "Reported quarters",
      source: company.history.source,
      reason: company.history.detail,
      about: ["reported quarters"],
    });
    return;
  }
  const origin = originOf(company.history);
  const sources = new Map(
    company.history.data.map(({ fiscalQuarterEnd, source }) => [fiscalQuarterEnd, source]),
  );
  for (const quarter of quarters.slice(0, LISTED_QUARTERS)) {
    const source = sources.get(quarter.fiscalQuarterEnd);
    const own: Origin = source ? { ...origin, source, url: null, state: "cached" } : origin;
    noteQuarter(evidence, quarter, currency, own);
  }
  const known = quarters.filter((quarter): quarter is Known => quarter.estimate !== null);
  const [last] = known;
  if (!last) return;
  if (last.estimate !== 0)
    evidence.add({
      key: "lastSurprise",
      kind: "eps_history",
      label: "Surprise of the last report",
      value: percentChange(last.estimate, last.actual),
      unit: "%",
      origin: computedFrom(origin),
      computedBy: "percentChange",
      about: ["last report", "last quarter"],
      says: surpriseSays(last),
      between: ["lastSurprise", `estimate ${last.fiscalQuarterEnd}`],
      dates: [last.fiscalQuarterEnd],
    });
  noteCounts(evidence, known.slice(0, COUNTED_QUARTERS), computedFrom(origin));
}

function noteQuarter(
  evidence: EvidenceSet,
  quarter: EpsQuarter,
  currency: string | null,
  origin: Origin,
): void {
  const day = quarter.fiscalQuarterEnd;
  const common = { kind: "eps_history", dates: [day], needsDate: true } as const;
  evidence.add({
    ...common,
    key: `actual ${day}`,
    label: `EPS reported, quarter to ${day}`,
    value: quarter.actual,
    unit: currency,
    origin,
    about: ["reported"],
  });
  if (quarter.estimate === null) return;
  evidence.add({
    ...common,
    key: `estimate ${day}`,
    label: `EPS expected, quarter to ${day}`,
    value: quarter.estimate,
    unit: currency,
    origin,
    about: ["expected"],
  });
  if (quarter.estimate === 0) return;
  evidence.add({
    ...common,
    key: `surprise ${day}`,
    label: `Surprise, quarter to ${day}`,
    value: percentChange(quarter.estimate, quarter.actual),
    unit: "%",
    origin: computedFrom(origin),
    computedBy: "percentChange",
    about: ["surprise", "quarter"],
    between: [`actual ${day}`, `estimate ${day}`],
    says: surpriseSays({ ...quarter, estimate: quarter.estimate }),
  });
}

/** How many of the last eight reports beat and how many missed, to the cent. */
function noteCounts(evidence: EvidenceSet, known: readonly Known[], origin: Origin): void {
  const n = known.length;
  const span = n === 1 ? "last report" : `last ${n} reports`;
  const add = (key: string, label: string, result: "beat" | "miss") =>
    evidence.add({
      key,
      kind: "eps_history",
      label: `${label} in the ${span}`,
      value: known.filter((quarter) => resultOf(quarter) === result).length,
      unit: "reports",
      origin,
      computedBy: "resultOf",
      about: [span],
      says: [result],
      needsFigure: true,
    });
  add("beatCount", "Beats", "beat");
  add("missCount", "Misses", "miss");
}

function surpriseSays(quarter: Known): Direction[] {
  const result = resultOf(quarter);
  if (result === "beat") return ["beat", "above"];
  return result === "miss" ? ["miss", "below"] : ["met"];
}
