import { ofKind } from "./definition.ts";

const share = { unit: "%", computedBy: "forecast" } as const;
const ofClass = { unit: "%", computedBy: "classOf" } as const;
const backTested = { computedBy: "forecast", note: "Walk-forward back-test on past reports." } as const;

export const modelFacts = ofKind("model", {
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
  view: { label: "What the model saw", computedBy: "viewOf" },
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
