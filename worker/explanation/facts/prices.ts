import type { DailyBar, Part } from "#contract/market-data.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import { type EvidenceSet, originOf, type Value } from "../evidence.ts";
import { addFrom, companyFacts, type FactDefinition, technicalFacts } from "./catalogue.ts";

/** A missing indicator has a row with its reason. */
export function notePrices(
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
  const present = addFrom(evidence, originOf(prices));
  const { lastDate, lastClose, currency } = technicals;
  const label = `${companyFacts.close.label} of ${lastDate}`;
  present(companyFacts.close, lastClose, { label, unit: currency });

  const days = prices.data.length;
  /** In the share's currency where they have no unit. */
  const add = (fact: FactDefinition, value: Value | null | undefined) => {
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
