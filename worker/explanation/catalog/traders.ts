import { percent, pointsMagnitudeText } from "../figures.ts";
import { statement } from "../statement.ts";

/** From this difference in points on, traders and we are said to differ. */
const LEAST_GAP = 3;

const slots = { chance: "traderPrice", gap: "traderGap" } as const;

/**
 * Statements on the price of a prediction market beside our number. The gap is known only when both answer the same
 * question, and it is no input of the model.
 */
export const traders = [
  statement({
    name: "traders-higher",
    group: "context",
    slots,
    side: "for",
    holds: ({ gap }) => gap >= LEAST_GAP,
    wordings: [
      ({ chance, gap }) =>
        `Traders put the chance at ${percent(chance)}, ${pointsMagnitudeText(gap)} higher than we do.`,
      ({ chance, gap }) =>
        `On a prediction market the chance of a beat is ${percent(chance)}, ${pointsMagnitudeText(gap)} above ours.`,
    ],
    tag: ({ gap }) => `Traders ${pointsMagnitudeText(gap)} higher`,
  }),
  statement({
    name: "traders-lower",
    group: "context",
    slots,
    side: "against",
    holds: ({ gap }) => gap <= -LEAST_GAP,
    wordings: [
      ({ chance, gap }) =>
        `Traders put the chance at ${percent(chance)}, ${pointsMagnitudeText(gap)} lower than we do.`,
      ({ chance, gap }) =>
        `On a prediction market the chance of a beat is ${percent(chance)}, ${pointsMagnitudeText(gap)} below ours.`,
    ],
    tag: ({ gap }) => `Traders ${pointsMagnitudeText(gap)} lower`,
  }),
  statement({
    name: "traders-alike",
    group: "context",
    slots,
    side: "context",
    holds: ({ gap }) => Math.abs(gap) < LEAST_GAP,
    wordings: [
      ({ chance }) => `Traders put the chance at ${percent(chance)}, about where we do.`,
      ({ chance }) => `On a prediction market the chance of a beat is ${percent(chance)}, close to ours.`,
    ],
  }),
];
