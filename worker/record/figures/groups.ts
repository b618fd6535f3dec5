import type { GroupFigures, Grouping } from "#contract/figures.ts";
import { companySizes, confidenceLevels } from "#contract/rules.ts";
import { scoreOf } from "./score.ts";
import type { ScoredPrediction } from "./scored-prediction.ts";

const UNKNOWN = "Unknown";
const MOST_GROUPS = 60;

const daySpans = [
  { key: "0", until: 0 },
  { key: "1", until: 1 },
  { key: "2-7", until: 7 },
  { key: "8-30", until: 30 },
  { key: "31+", until: Number.POSITIVE_INFINITY },
] as const;

const keysOf: Record<Grouping, (prediction: ScoredPrediction) => string> = {
  sector: ({ sector }) => sector ?? UNKNOWN,
  size: ({ size }) => size ?? UNKNOWN,
  confidence: ({ confidence }) => confidence,
  daysBefore: ({ daysBefore }) =>
    daysBefore === null ? UNKNOWN : (daySpans.find(({ until }) => daysBefore <= until)?.key ?? UNKNOWN),
  model: ({ modelVersion }) => modelVersion,
};

const orders: Partial<Record<Grouping, readonly string[]>> = {
  size: companySizes,
  confidence: confidenceLevels.toReversed(),
  daysBefore: daySpans.map(({ key }) => key),
};

export function groupsBy(grouping: Grouping, predictions: readonly ScoredPrediction[]): GroupFigures[] {
  const groups = Map.groupBy(predictions, keysOf[grouping]);
  const order = [...(orders[grouping] ?? []), UNKNOWN];
  const place = (key: string) => order.indexOf(key) + 1 || (orders[grouping] ? order.length + 1 : 0);
  return [...groups]
    .map(([key, members]) => ({ key, ...scoreOf(members) }))
    .sort((a, b) => place(a.key) - place(b.key) || b.n - a.n || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_GROUPS);
}
