import type { EarningsData } from "#contract/analysis.ts";
import type { CompanyReport, QuarterEstimate } from "#market/port.ts";
import { easternDay } from "#worker/time.ts";
import { computedFrom, type Direction, type EvidenceSet, type Origin, originOf } from "../evidence.ts";
import { percentChange } from "../numbers.ts";

/** Notes who the company is and what its share costs. The identity comes with the estimate's answer. */
export function noteCompany(evidence: EvidenceSet, company: CompanyReport, origin: Origin): void {
  const { identity } = company;
  evidence.add({
    key: "name",
    kind: "company",
    label: "Company",
    value: identity.name,
    origin,
    about: [identity.name, identity.symbol, "company"],
  });
  if (identity.price === null)
    evidence.addMissing({
      key: "price",
      kind: "price",
      label: "Share price",
      source: origin.source,
      reason: "The source gives no price.",
      about: ["share price"],
    });
  else
    evidence.add({
      key: "price",
      kind: "price",
      label: "Share price",
      value: identity.price,
      unit: identity.currency,
      origin,
      about: ["share price"],
    });
}

/** Notes the consensus of the coming quarter and our own expectation beside it. */
export function noteEstimate(
  evidence: EvidenceSet,
  estimate: QuarterEstimate,
  earnings: EarningsData,
  origin: Origin,
): void {
  const unit = earnings.currency;
  const dates = estimate.fiscalQuarterEnd ? [estimate.fiscalQuarterEnd] : [];
  const add = (
    key: string,
    label: string,
    value: number | null,
    about: string[],
    of: string | null = unit,
  ) => {
    if (value !== null) evidence.add({ key, kind: "estimate", label, value, unit: of, origin, about, dates });
  };
  add("consensus", "Consensus EPS", estimate.consensusEps, ["consensus", "consensus estimate"]);
  add(
    "analystCount",
    "Analysts in the consensus",
    estimate.analystCount,
    ["analysts", "analyst"],
    "analysts",
  );
  add("lowestEstimate", "Lowest estimate", estimate.low, ["lowest estimate", "lowest"]);
  add("highestEstimate", "Highest estimate", estimate.high, ["highest estimate", "highest"]);
  add("yearAgoEps", "EPS a year ago", estimate.yearAgoEps, ["year ago", "year earlier"]);
  if (estimate.yearAgoEps) {
    const change = percentChange(estimate.yearAgoEps, estimate.consensusEps);
    evidence.add({
      key: "growth",
      kind: "estimate",
      label: "Consensus EPS against a year ago",
      value: change,
      unit: "%",
      origin: computedFrom(origin),
      computedBy: "percentChange",
      about: ["year ago", "year earlier"],
      says: directionOf(change),
      between: ["consensus", "yearAgoEps"],
    });
  }
  evidence.add({
    key: "expectedEps",
    kind: "estimate",
    label: "Expected EPS",
    value: earnings.expectedEps,
    unit,
    origin: computedFrom(origin),
    note: earnings.expectedEpsMethod,
    computedBy: "expectedEpsOf",
    about: ["expected eps", "our expectation"],
    says: directionOf(earnings.expectedEps - estimate.consensusEps),
    between: ["expectedEps", "consensus"],
    dates,
  });
}

/** Notes when the report is due: the instant as the source has it, shown as a day in New York. */
export function noteReportDate(evidence: EvidenceSet, company: CompanyReport, isStale: boolean): void {
  const { reportDate } = company;
  if (reportDate.state === "missing") {
    evidence.addMissing({
      key: "reportDate",
      kind: "earnings_date",
      label: "Report date",
      source: reportDate.source,
      reason: reportDate.detail,
      about: ["report date"],
    });
    return;
  }
  const origin = originOf(reportDate);
  const { from, to, isEstimate } = reportDate.data;
  const standing = isStale
    ? "This date has passed; the next one is not known."
    : isEstimate
      ? "Estimated by the source."
      : "Confirmed, as the source has it.";
  const add = (key: string, label: string, value: string) =>
    evidence.add({
      key,
      kind: "earnings_date",
      label,
      value,
      origin,
      note: standing,
      about: ["report", "reports", "report date"],
      dates: [easternDay(value)],
    });
  add("reportDate", to ? "Report date, from" : "Report date", from);
  if (to) add("reportDateEnd", "Report date, to", to);
}

/** What a signed change lets a sentence say. */
export function directionOf(change: number): Direction[] {
  if (change > 0) return ["up", "above"];
  return change < 0 ? ["down", "below"] : ["steady"];
}
