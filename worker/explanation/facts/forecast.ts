import { number } from "#contract/format.ts";
import type { Prediction } from "#contract/prediction.ts";
import { confidenceNames, featureTierNames, NO_EDGE_POINTS } from "#contract/rules.ts";
import type { Contributions } from "#model/contributions.ts";
import type { Forecast } from "#model/predict.ts";
import { classLabel, earningsLabel, type ReferenceClass } from "#model/reference-class.ts";
import type { Ablation } from "#model/score.ts";
import { round } from "#model/statistics.ts";
import type { EvidenceOrigin, EvidenceSet } from "../evidence.ts";
import { type FactDefinition, factDefinitionsOfKind } from "./catalog.ts";

const share = { unit: "%", computedBy: "forecast" } as const;
const ofClass = { unit: "%", computedBy: "classOf" } as const;
const backTested = { computedBy: "forecast", note: "Walk-forward back-test on past reports." } as const;

export const modelFacts = factDefinitionsOfKind("model", {
  prediction: { label: "The model's prediction", computedBy: "forecast" },
  probability: { label: "Probability of a beat", ...share },
  missProbability: { label: "Probability of a miss", ...share },
  baseRate: { label: "Base rate of beats", ...share },
  classCount: {
    label: "Reports of comparable companies in the last four seasons",
    unit: "reports",
    computedBy: "classOf",
  },
  classLow: { label: "95% interval of the base rate, from", ...ofClass },
  classHigh: { label: "95% interval of the base rate, to", ...ofClass },
  classSize: { label: "Size of comparable companies", computedBy: "classOf" },
  classEarnings: { label: "Earnings of comparable companies", computedBy: "classOf" },
  classSector: { label: "Sector of comparable companies", computedBy: "classOf" },
  featureTier: { label: "What the model saw", computedBy: "featureTierOf" },
  edge: { label: "Edge over the base rate", unit: "points", computedBy: "forecast" },
  edgeVerdict: { label: "The prediction against the base rate", computedBy: "edgeVerdictOf" },
  startProbability: {
    label: "The model's probability for an average company",
    note: "Every group of inputs at its average in the fitting data.",
    unit: "%",
    computedBy: "contributionsOf",
  },
  confidence: { label: "Confidence", computedBy: "forecast" },
  bandCount: { label: "Back-tested predictions", unit: "predictions", ...backTested },
  bandFrom: { label: "Band of the prediction, from", unit: "%", ...backTested },
  bandTo: { label: "Band of the prediction, to", unit: "%", ...backTested },
  bandHitRate: { label: "Share of them that beat", unit: "%", ...backTested },
  bandLow: { label: "95% interval of that share, from", unit: "%", ...backTested },
  bandHigh: { label: "95% interval of that share, to", unit: "%", ...backTested },
});

const percent = (share: number) => round(100 * share, 1);
const whole = (share: number) => Math.round(100 * share);

type AddFact = (fact: FactDefinition, value: number | string, rest?: object) => unknown;

export function addForecastFacts(
  evidence: EvidenceSet,
  forecast: Forecast,
  { predictionType, probability, confidence }: Prediction,
  computedAt: Pick<EvidenceOrigin, "asOf" | "state">,
  { ablation, contributions }: { ablation: Ablation; contributions: Contributions | null },
): void {
  const origin: EvidenceOrigin = { source: "Beatcast model", url: null, ...computedAt };
  const add: AddFact = (fact, value, rest = {}) =>
    evidence.add({
      origin,
      note: `Model ${forecast.modelVersion}`,
      ...fact,
      value,
      ...rest,
    });
  add(modelFacts.prediction, predictionType);
  add(modelFacts.probability, percent(forecast.beatProbability));
  if (predictionType === "miss") add(modelFacts.missProbability, Number(probability));
  addClassFacts(add, forecast.referenceClass);
  add(modelFacts.edge, percent(forecast.edge), {
    note: `Within ${NO_EDGE_POINTS} points of the base rate there is no edge.`,
  });
  add(modelFacts.edgeVerdict, verdictNames[forecast.edgeVerdict]);
  add(modelFacts.confidence, confidenceNames[confidence]);
  add(modelFacts.featureTier, featureTierNames[forecast.featureTier], {
    note: "The confidence and the back-tested record are those of predictions made with as much data.",
  });
  const { band } = forecast;
  if (band) {
    const label = `${modelFacts.bandCount.label} between ${whole(band.from)}% and ${whole(band.to)}%`;
    add(modelFacts.bandCount, band.n, { label });
    add(modelFacts.bandFrom, whole(band.from));
    add(modelFacts.bandTo, whole(band.to));
    add(modelFacts.bandHitRate, percent(band.hitRate));
    add(modelFacts.bandLow, percent(band.low));
    add(modelFacts.bandHigh, percent(band.high));
  }
  addAblationFacts(evidence, ablation, origin);
  if (contributions) addContributionsFacts(evidence, add, contributions);
}

function addClassFacts(
  add: AddFact,
  { traits, beatRate, n, low, high, fittedReports }: ReferenceClass,
): void {
  const companies = `Comparable companies: ${classLabel(traits)}.`;
  const note =
    fittedReports === null
      ? companies
      : `${companies} Few of their reports are stored, so the base rate also uses ${number(fittedReports)} that the model was fitted on.`;
  add(modelFacts.baseRate, percent(beatRate), { note });
  add(modelFacts.classCount, n, { note });
  add(modelFacts.classLow, percent(low), { note });
  add(modelFacts.classHigh, percent(high), { note });
  if (traits.size) add(modelFacts.classSize, traits.size, { note });
  add(modelFacts.classEarnings, earningsLabel(traits), { note });
  if (traits.sector) add(modelFacts.classSector, traits.sector, { note });
}

const verdictNames = { edge_up: "above", edge_down: "below", no_edge: "no edge" } as const;

const groups = {
  pastEpsTrends: "past EPS trends add",
  marketSentiment: "market sentiment adds",
  analystRatings: "analyst ratings add",
  historicalAccuracy: "historical accuracy adds",
} as const;

/** The names of the model's feature groups and of the trend, as labels of contributions use them. */
const contributors = { ...groups, trend: "the share's run against the market adds" } as const;

function addContributionsFacts(
  evidence: EvidenceSet,
  add: AddFact,
  { start, groups: added }: Contributions,
): void {
  add(modelFacts.startProbability, percent(start));
  for (const [group, name] of Object.entries(contributors)) {
    const share = added[group as keyof typeof contributors];
    if (share === null) continue;
    const fact = {
      key: `points ${group}`,
      kind: "model",
      label: `What ${name} to the probability`,
      unit: "points",
      computedBy: "contributionsOf",
      note: "Mean over all orders in which the groups of inputs can be added (Shapley value).",
    } as const;
    add(fact, percent(share));
  }
  if (added.trend === null)
    evidence.addMissing({
      key: "points trend",
      kind: "model",
      label: `What ${contributors.trend} to the probability`,
      source: "Beatcast model",
      reason: "No price of the share's last session is known, so the probability leaves it out.",
    });
}

function addAblationFacts(evidence: EvidenceSet, ablation: Ablation, origin: EvidenceOrigin): void {
  for (const [group, name] of Object.entries(groups)) {
    const effect = ablation[group as keyof typeof groups];
    const fact = { key: `effect ${group}`, kind: "model" } as const;
    if (effect === null)
      evidence.addMissing({
        ...fact,
        label: `Effect of ${name}`,
        source: origin.source,
        reason: "The model uses no data from this group, or the source gave none.",
      });
    else
      evidence.add({
        ...fact,
        label: `Effect of ${name} on the prediction`,
        value: round(effect.share, 1),
        unit: "%",
        origin,
        note: `Share of the absolute change in log-odds when the group is set to its average (${round(effect.logOdds, 3)}).`,
        computedBy: "ablate",
      });
  }
}
