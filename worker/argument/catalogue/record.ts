import { percent } from "../figures.ts";
import { statement } from "../statement.ts";

/** Fewer back-tested predictions say nothing. */
const LEAST_PREDICTIONS = 20;

/** How such predictions ended. */
export const record = [
  statement({
    name: "such-predictions-ended",
    group: "record",
    slots: {
      predictions: "bandCount",
      from: "bandFrom",
      to: "bandTo",
      share: "bandHitRate",
      low: "bandLow",
      high: "bandHigh",
    },
    side: "context",
    holds: ({ predictions, low, high, share }) =>
      predictions >= LEAST_PREDICTIONS && low <= share && share <= high,
    wordings: [
      ({ predictions, from, to, share }) =>
        `Tested on the past, ${predictions.toLocaleString("en-US")} predictions lay between ${percent(from)} and ${percent(to)}; ${percent(share)} of them ended in a beat.`,
      ({ predictions, from, to, share, low, high }) =>
        `Of ${predictions.toLocaleString("en-US")} back-tested predictions between ${percent(from)} and ${percent(to)}, ${percent(share)} ended in a beat (95% interval: ${percent(low)} to ${percent(high)}).`,
    ],
  }),
];
