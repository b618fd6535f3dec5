import type { EarningsData } from "#contract/analysis.ts";
import type { CompanyReport, QuarterEstimate } from "#contract/market-data.ts";
import { percentChange } from "#model/statistics.ts";
import { expectedEpsFrom, type SurpriseDistribution } from "#model/surprise-distribution.ts";
import { type EvidenceSet, type Origin, originOf } from "../evidence.ts";
import { addFrom, companyFacts, estimateFacts } from "./catalogue.ts";

export function noteCompany(evidence: EvidenceSet, { identity }: CompanyReport, origin: Origin): void {
  const add = addFrom(evidence, origin);
  const { name, price, currency } = identity;
  add(companyFacts.name, name);
  add(companyFacts.price, price, { unit: currency });
  if (price === null)
    evidence.addMissing({
      ...companyFacts.price,
      source: origin.source,
      reason: "The source gives no price.",
    });
}

export function noteEstimate(
  evidence: EvidenceSet,
  estimate: QuarterEstimate,
  earnings: EarningsData,
  origin: Origin,
  surprise: SurpriseDistribution | null = null,
): void {
  const add = addFrom(evidence, origin);
  const { consensusEps, yearAgoEps } = estimate;
  const money = { unit: earnings.currency };
  add(estimateFacts.consensus, consensusEps, money);
  add(estimateFacts.analystCount, estimate.analystCount);
  add(estimateFacts.lowestEstimate, estimate.low, money);
  add(estimateFacts.highestEstimate, estimate.high, money);
  add(estimateFacts.yearAgoEps, yearAgoEps, money);
  const growth = yearAgoEps ? percentChange(yearAgoEps, consensusEps) : null;
  if (growth !== null) add(estimateFacts.growth, growth);
  add(estimateFacts.expectedEps, earnings.expectedEps, { ...money, note: earnings.expectedEpsMethod });
  if (!surprise) return;
  const { low, high } = expectedEpsFrom(surprise, consensusEps);
  add(estimateFacts.expectedLow, low, money);
  add(estimateFacts.expectedHigh, high, money);
}

/** Shown as a day in New York. */
export function noteReportDate(evidence: EvidenceSet, { reportDate }: CompanyReport, isStale: boolean): void {
  if (reportDate.state === "missing")
    return void evidence.addMissing({
      ...companyFacts.reportDate,
      source: reportDate.source,
      reason: reportDate.detail,
    });
  const { from, to, isEstimate, session, movedFrom } = reportDate.data;
  const standing = isEstimate ? "Estimated by the source." : "Confirmed, according to the source.";
  const note = isStale ? "This date has passed; the next one is not known." : standing;
  const add = addFrom(evidence, originOf(reportDate));
  const label = to ? "Report date, from" : companyFacts.reportDate.label;
  add(companyFacts.reportDate, from, { label, note });
  add(companyFacts.dateStanding, dateStandingOf(isEstimate, isStale));
  if (session) add(companyFacts.reportSession, sessionName(session));
  if (to) add(companyFacts.reportDateEnd, to, { note });
  if (movedFrom) add(companyFacts.reportMovedFrom, movedFrom);
}

export function dateStandingOf(isEstimate: boolean, isStale: boolean): "confirmed" | "estimated" | "passed" {
  if (isStale) return "passed";
  return isEstimate ? "estimated" : "confirmed";
}

export function sessionName(session: "pre" | "post"): string {
  return session === "pre" ? "before the market opens" : "after the market closes";
}
