import type { EarningsData } from "#contract/analysis.ts";
import type { CompanyReport, DailyBar, Part, QuarterEstimate } from "#contract/market-data.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import { percentChange } from "#model/statistics.ts";
import { expectedEpsFrom, type SurpriseDistribution } from "#model/surprise-distribution.ts";
import { type EvidenceOrigin, type EvidenceSet, type FactValue, originOf } from "../evidence.ts";
import { companyFacts, estimateFacts, type FactDefinition, factAdderFor, technicalFacts } from "./catalog.ts";

export function addCompanyFacts(
  evidence: EvidenceSet,
  { identity }: CompanyReport,
  origin: EvidenceOrigin,
): void {
  const add = factAdderFor(evidence, origin);
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

export function addEstimateFacts(
  evidence: EvidenceSet,
  estimate: QuarterEstimate,
  earnings: EarningsData,
  origin: EvidenceOrigin,
  surprise: SurpriseDistribution | null = null,
): void {
  const add = factAdderFor(evidence, origin);
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

/**
 * Adds the report date and how certain it is. Sentences show a date that is stored as a moment as the day in
 * New York.
 */
export function addReportDateFacts(
  evidence: EvidenceSet,
  { reportDate }: CompanyReport,
  isStale: boolean,
): void {
  if (reportDate.state === "missing")
    return void evidence.addMissing({
      ...companyFacts.reportDate,
      source: reportDate.source,
      reason: reportDate.detail,
    });
  const { from, to, isEstimate, session, movedFrom } = reportDate.data;
  const standing = isEstimate ? "Estimated by the source." : "Confirmed, according to the source.";
  const note = isStale ? "This date has passed; the next one is not known." : standing;
  const add = factAdderFor(evidence, originOf(reportDate));
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

/** Adds the last close and the technical indicators. A missing indicator gets a row that says why. */
export function addPricesFacts(
  evidence: EvidenceSet,
  prices: Part<DailyBar[]>,
  technicals: TechnicalIndicators | null,
): void {
  if (prices.state === "missing" || !technicals)
    return void evidence.addMissing({
      ...companyFacts.technicals,
      source: prices.source,
      reason: prices.state === "missing" ? prices.detail : "Too few days of prices for any indicator.",
    });
  const present = factAdderFor(evidence, originOf(prices));
  const { lastDate, lastClose, currency } = technicals;
  const label = `${companyFacts.close.label} of ${lastDate}`;
  present(companyFacts.close, lastClose, { label, unit: currency });

  const days = prices.data.length;
  /**
   * Adds an indicator, or a row that says why it is missing. Numbers without a unit are in the share's
   * currency.
   */
  const add = (fact: FactDefinition, value: FactValue | null | undefined) => {
    if (value == null)
      evidence.addMissing({
        ...fact,
        source: prices.source,
        reason: missingReason(days, fact.needs ?? 0),
      });
    else
      present(fact, value, {
        unit: fact.unit ?? (typeof value === "number" ? currency : null),
      });
  };
  const { rsi, macd, moving_averages: averages } = technicals;
  const { support_resistance: levels, volume_analysis: volume } = technicals;
  add(technicalFacts.rsi, rsi?.rsi);
  add(technicalFacts.macd, macd?.macd);
  add(technicalFacts.macdSignal, macd?.signal);
  for (const [span, value] of [
    [20, averages?.sma20],
    [50, averages?.sma50],
    [200, averages?.sma200],
  ] as const)
    add(averageOf(span), value);
  add(technicalFacts.averagesTrend, averages?.trend);
  add(technicalFacts.support, levels?.support);
  add(technicalFacts.resistance, levels?.resistance);
  add(technicalFacts.averageVolume, volume?.average_volume);
  add(technicalFacts.volumeTrend, volume?.trend);
  add(technicalFacts.technicalScore, technicals.overall_technical_score);
}

const averageOf = (span: number): FactDefinition => ({
  key: `sma${span}`,
  kind: "technical",
  label: `${span}-day average`,
  computedBy: "smaSeries",
  needs: span,
});

function missingReason(days: number, needs: number): string {
  return days < needs
    ? `Needs ${needs} days of prices; the source gave ${days}.`
    : "The prices of the last months show no such level or volume.";
}
