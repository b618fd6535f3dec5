import type { DashboardResponse } from "#contract/dashboard.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { Rate, Scorecard } from "#contract/record.ts";

/** Makes a pending prediction of a beat. */
export function aPrediction(changes: Partial<PredictionHistoryItem> = {}): PredictionHistoryItem {
  return {
    id: "prd_1",
    stock: { symbol: "KO", name: "The Coca-Cola Company" },
    createdAt: "2026-11-01T12:00:00.000Z",
    predictionType: "beat",
    probability: "72.4",
    beatProbability: 0.724,
    confidence: "high",
    actualResult: null,
    isCorrect: null,
    fiscalQuarterEnd: "2026-09-30",
    reportDate: "2026-11-30",
    consensusEps: 0.55,
    actualEps: null,
    currency: "USD",
    dataMode: "sample",
    baseRate: 0.71,
    isLocked: true,
    state: "pending",
    stateReason: null,
    ...changes,
  };
}

/** Makes a share of cases. Its interval does not matter to these tests. */
export function aRate(hits: number, n: number): Rate {
  return { n, hits, share: hits / n, low: 0.5, high: 0.9 };
}

/** Makes the dashboard of a person who has nothing but these entries. */
export function aDashboard(
  items: readonly PredictionHistoryItem[],
  changes: Partial<DashboardResponse> = {},
  scorecard: Partial<Scorecard> = {},
): DashboardResponse {
  return {
    recentPredictions: items.map((item) => ({ ...item, symbol: item.stock.symbol })),
    accuracyMetrics: { totalPredictions: items.length, overallAccuracy: null, currentStreak: 1 },
    metrics: {
      overallAccuracy: null,
      beatAccuracy: null,
      missAccuracy: null,
      totalPredictions: items.length,
      settledPredictions: scorecard.settled ?? 0,
      confidenceInterval: null,
    },
    scorecard: {
      settled: 0,
      correct: 0,
      wrong: 0,
      accuracy: null,
      beatRate: null,
      beatCalls: null,
      missCalls: null,
      brier: null,
      baseBrier: null,
      skill: null,
      bins: [],
      byConfidence: [],
      bySector: [],
      byModel: [],
      byQuarter: [],
      ...scorecard,
    },
    unsettled: [],
    pending: items.filter(({ state }) => state === "pending" || state === "review"),
    settled: items.filter(({ state }) => state === "settled"),
    unreadAlerts: 0,
    ...changes,
  };
}
