import { ofKind } from "./definition.ts";

const share = { unit: "%", computedBy: "forecast" } as const;
const ofClass = {
  about: ["interval of the base rate"],
  unit: "%",
  computedBy: "classOf",
  needsFigure: true,
} as const;
const backTested = {
  computedBy: "forecast",
  note: "Walk-forward back-test on past reports.",
  needsFigure: true,
} as const;

export const modelFacts = ofKind("model", {
  prediction: { label: "The model's prediction", about: ["model"], computedBy: "forecast" },
  probability: {
    label: "Probability of a beat",
    about: ["probability of a beat", "chance of a beat", "beat probability"],
    ...share,
  },
  missProbability: {
    label: "Probability of a miss",
    about: ["probability of a miss", "chance of a miss", "miss probability"],
    ...share,
  },
  baseRate: {
    label: "Base rate of beats",
    about: ["base rate", "comparable companies"],
    needsFigure: true,
    ...share,
  },
  classCount: {
    label: "Reports of comparable companies in the last four seasons",
    about: ["reports of comparable companies"],
    unit: "reports",
    needsFigure: true,
    computedBy: "classOf",
  },
  classLow: { label: "95% interval of the base rate, from", ...ofClass },
  classHigh: { label: "95% interval of the base rate, to", ...ofClass },
  view: { label: "What the model saw", about: ["what the model saw"], computedBy: "viewOf" },
  edge: {
    label: "Edge over the base rate",
    about: ["edge of", "difference", "base rate"],
    between: ["probability", "baseRate"],
    unit: "points",
    computedBy: "forecast",
  },
  edgeVerdict: {
    label: "The prediction against the base rate",
    about: ["base rate"],
    computedBy: "edgeVerdictOf",
  },
  startProbability: {
    label: "The model's probability for an average company",
    about: ["average company"],
    note: "Every group of inputs at its average in the fitting data.",
    unit: "%",
    computedBy: "contributionsOf",
  },
  confidence: { label: "Confidence", about: ["confidence"], computedBy: "forecast" },
  bandCount: {
    label: "Back-tested predictions",
    about: ["past predictions"],
    unit: "predictions",
    ...backTested,
  },
  bandFrom: { label: "Band of the prediction, from", about: ["between"], unit: "%", ...backTested },
  bandTo: { label: "Band of the prediction, to", about: ["between"], unit: "%", ...backTested },
  bandHitRate: {
    label: "Share of them that beat",
    about: ["past predictions", "turned out"],
    unit: "%",
    ...backTested,
  },
  bandLow: {
    label: "95% interval of that share, from",
    about: ["95% interval", "interval"],
    unit: "%",
    ...backTested,
  },
  bandHigh: {
    label: "95% interval of that share, to",
    about: ["95% interval", "interval"],
    unit: "%",
    ...backTested,
  },
});
