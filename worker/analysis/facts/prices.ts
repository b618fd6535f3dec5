import type { TechnicalIndicators } from "#contract/technical.ts";
import type { DailyBar, Part } from "#market/port.ts";
import { computedFrom, type Direction, type EvidenceSet, originOf } from "../evidence.ts";

/** Notes the last close and the indicators; each that could not be computed is a missing row with its reason. */
export function notePrices(
  evidence: EvidenceSet,
  prices: Part<DailyBar[]>,
  technicals: TechnicalIndicators | null,
): void {
  if (prices.state === "missing" || !technicals) {
    const reason = prices.state === "missing" ? prices.detail : "Too few days of prices for any indicator.";
    evidence.addMissing({
      key: "technicals",
      kind: "price",
      label: "Daily prices and indicators",
      source: prices.source,
      reason,
      about: ["daily prices"],
    });
    return;
  }
  const origin = originOf(prices);
  const unit = technicals.currency;
  evidence.add({
    key: "close",
    kind: "price",
    label: `Close of ${technicals.lastDate}`,
    value: technicals.lastClose,
    unit,
    origin,
    about: ["last close", "close"],
    dates: [technicals.lastDate],
  });
  const days = prices.data.length;
  const add = (row: {
    key: string;
    label: string;
    value: number | string | null | undefined;
    unit?: string | null;
    computedBy: string;
    needs: number;
    about: string[];
    says?: Direction[];
    between?: [string, string];
  }) => {
    const { key, label, value, computedBy, needs, about } = row;
    if (value === null || value === undefined)
      evidence.addMissing({
        key,
        kind: "technical",
        label,
        source: prices.source,
        reason: missingReason(days, needs),
        about,
      });
    else
      evidence.add({
        key,
        kind: "technical",
        label,
        value,
        unit: row.unit ?? null,
        origin: computedFrom(origin),
        computedBy,
        about,
        says: row.says ?? [],
        ...(row.between ? { between: row.between } : {}),
      });
  };
  const {
    rsi,
    macd,
    moving_averages: averages,
    support_resistance: levels,
    volume_analysis: volume,
  } = technicals;
  add({
    key: "rsi",
    label: "RSI (14-day)",
    value: rsi?.rsi,
    unit: "points",
    computedBy: "rsiSeries",
    needs: 15,
    about: ["14 day rsi", "rsi"],
    says: rsi ? [rsi.signal] : [],
  });
  add({
    key: "macd",
    label: "MACD (12, 26, 9)",
    value: macd?.macd,
    unit,
    computedBy: "macdSeries",
    needs: 34,
    about: ["macd"],
    says: macd ? [macd.trend, macd.histogram > 0 ? "above" : "below"] : [],
    between: ["macd", "macdSignal"],
  });
  add({
    key: "macdSignal",
    label: "MACD signal line",
    value: macd?.signal,
    unit,
    computedBy: "macdSeries",
    needs: 34,
    about: ["signal line"],
  });
  for (const [key, span, value] of [
    ["sma20", 20, averages?.sma20],
    ["sma50", 50, averages?.sma50],
    ["sma200", 200, averages?.sma200],
  ] as const)
    add({
      key,
      label: `${span}-day average`,
      value,
      unit,
      computedBy: "smaSeries",
      needs: span,
      about: [`${span} day average`],
      says: value == null ? [] : technicals.lastClose > value ? ["above"] : ["below"],
      between: ["close", key],
    });
  add({
    key: "averagesTrend",
    label: "Trend of the moving averages",
    value: averages?.trend,
    computedBy: "averagesTrend",
    needs: 20,
    about: ["moving averages"],
    says: averages ? [averages.trend] : [],
  });
  add({
    key: "support",
    label: "Support",
    value: levels?.support,
    unit,
    computedBy: "supportAndResistance",
    needs: 11,
    about: ["support"],
  });
  add({
    key: "resistance",
    label: "Resistance",
    value: levels?.resistance,
    unit,
    computedBy: "supportAndResistance",
    needs: 11,
    about: ["resistance"],
  });
  add({
    key: "averageVolume",
    label: "Average volume of 20 days",
    value: volume?.average_volume,
    unit: "shares",
    computedBy: "volumeTrend",
    needs: 40,
    about: ["average volume"],
  });
  add({
    key: "volumeTrend",
    label: "Trend of the volume",
    value: volume?.trend,
    computedBy: "volumeTrend",
    needs: 40,
    about: ["volume"],
    says: volume ? [({ increasing: "up", decreasing: "down", stable: "steady" } as const)[volume.trend]] : [],
  });
  add({
    key: "technicalScore",
    label: "Technical score",
    value: technicals.overall_technical_score,
    unit: "points",
    computedBy: "technicalScore",
    needs: 15,
    about: ["technical score", "technical picture"],
    says: [technicals.technical_sentiment],
  });
}

function missingReason(days: number, needs: number): string {
  return days < needs
    ? `Needs ${needs} days of prices; the source gave ${days}.`
    : "No such level or volume lies in the prices of the last months.";
}
