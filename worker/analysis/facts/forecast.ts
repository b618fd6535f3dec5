import type { Prediction } from "#contract/prediction.ts";
import { confidenceNames, NO_EDGE_POINTS } from "#contract/rules.ts";
import type { Direction, EvidenceSet, Origin } from "../evidence.ts";
import type { Forecast } from "../model/predict.ts";
import { round } from "../numbers.ts";

const groups = {
  pastEpsTrends: ["Past EPS trends", "past eps trends"],
  marketSentiment: ["Market sentiment", "market sentiment"],
  analystRatings: ["Analyst ratings", "analyst ratings"],
  historicalAccuracy: ["Historical accuracy", "historical accuracy"],
} as const;

/** Notes what the model says, its record in the same band and its ablation. */
export function noteForecast(
  evidence: EvidenceSet,
  forecast: Forecast,
  prediction: Prediction,
  asOf: string,
): void {
  const origin: Origin = { source: "Beatcast model", url: null, asOf, state: "live" };
  const head = {
    kind: "model",
    origin,
    note: `Model ${forecast.modelVersion}`,
    computedBy: "forecast",
  } as const;
  const percent = (share: number) => round(100 * share, 1);
  evidence.add({
    ...head,
    key: "prediction",
    label: "The model's prediction",
    value: prediction.predictionType,
    about: ["model"],
    says: [prediction.predictionType],
  });
  evidence.add({
    ...head,
    key: "probability",
    label: "Probability of a beat",
    value: percent(forecast.beatProbability),
    unit: "%",
    about: ["probability of a beat", "chance of a beat", "beat probability"],
  });
  if (prediction.predictionType === "miss")
    evidence.add({
      ...head,
      key: "missProbability",
      label: "Probability of a miss",
      value: Number(prediction.probability),
      unit: "%",
      about: ["probability of a miss", "chance of a miss", "miss probability"],
    });
  evidence.add({
    ...head,
    key: "baseRate",
    label: "Base rate of beats",
    value: percent(forecast.baseRate),
    unit: "%",
    note: "Share of all reports that beat the consensus, whatever the company.",
    about: ["base rate", "all reports"],
    says: ["beat"],
    needsFigure: true,
  });
  evidence.add({
    ...head,
    key: "edge",
    label: "Edge over the base rate",
    value: round(100 * forecast.edge, 1),
    unit: "points",
    note: `Within ${NO_EDGE_POINTS} points of the base rate there is no edge.`,
    about: ["edge of", "difference", "base rate"],
    says: edgeSays(forecast),
    between: ["probability", "baseRate"],
  });
  evidence.add({
    ...head,
    key: "confidence",
    label: "Confidence",
    value: confidenceNames[prediction.confidence],
    about: ["confidence"],
    says: [confidenceNames[prediction.confidence]],
  });
  noteBand(evidence, forecast, origin);
  noteAblation(evidence, forecast, origin);
}

function noteBand(evidence: EvidenceSet, { band }: Forecast, origin: Origin): void {
  if (!band) return;
  const whole = (share: number) => Math.round(100 * share);
  const add = (
    key: string,
    label: string,
    value: number,
    unit: string,
    about: string[],
    says: Direction[] = [],
  ) =>
    evidence.add({
      key,
      kind: "model",
      label,
      value,
      unit,
      origin,
      note: "Walk-forward back-test on past reports.",
      computedBy: "forecast",
      about,
      says,
      needsFigure: true,
    });
  const range = `${whole(band.from)}% to ${whole(band.to)}%`;
  add(
    "bandCount",
    `Back-tested predictions between ${range}`,
    band.n,
    "predictions",
    ["past predictions"],
    ["beat"],
  );
  add("bandFrom", "Band of the prediction, from", whole(band.from), "%", ["between"]);
  add("bandTo", "Band of the prediction, to", whole(band.to), "%", ["between"]);
  add(
    "bandHitRate",
    `Share of them that beat`,
    round(100 * band.hitRate, 1),
    "%",
    ["past predictions", "turned out"],
    ["beat"],
  );
  add("bandLow", "95% interval of that share, from", round(100 * band.low, 1), "%", [
    "95% interval",
    "interval",
  ]);
  add("bandHigh", "95% interval of that share, to", round(100 * band.high, 1), "%", [
    "95% interval",
    "interval",
  ]);
}

function noteAblation(evidence: EvidenceSet, { ablation }: Forecast, origin: Origin): void {
  for (const [group, [label, about]] of Object.entries(groups)) {
    const effect = ablation[group as keyof typeof groups];
    const key = `effect ${group}`;
    if (effect === null)
      evidence.addMissing({
        key,
        kind: "model",
        label: `Effect of ${label.toLowerCase()}`,
        source: origin.source,
        reason: "The model uses no data of this group, or the source gave none.",
        about: [about],
      });
    else
      evidence.add({
        key,
        kind: "model",
        label: `Effect of ${about} on the prediction`,
        value: round(effect.share, 1),
        unit: "%",
        origin,
        note: `Share of the absolute change in log-odds when the group is set to its average (${round(effect.logOdds, 3)}).`,
        computedBy: "ablate",
        about: [about],
        says: effect.share > 0 ? ["up"] : effect.share < 0 ? ["down"] : ["steady"],
      });
  }
}

function edgeSays({ edge, edgeVerdict }: Forecast): Direction[] {
  const side: Direction[] = edge > 0 ? ["above"] : edge < 0 ? ["below"] : [];
  return edgeVerdict === "no_edge" ? [...side, "no edge"] : [...side, "edge"];
}
