import { percent } from "../figures.ts";
import { statement } from "../statement.ts";

/** From this size on a move is a risk of its own, in percent. */
const LARGE_MOVE = 5;

/** What speaks for caution. */
export const risks = [
  statement({
    name: "beat-is-no-rise",
    group: "risk",
    slots: { prediction: "prediction" },
    side: "context",
    holds: () => true,
    wordings: [
      () => "We predict the report, not the share price: a beat does not mean that the stock rises.",
      () => "A beat does not mean that the stock rises; this is no forecast of its price.",
    ],
  }),
  statement({
    name: "confidence-low",
    group: "risk",
    slots: { confidence: "confidence" },
    side: "context",
    holds: ({ confidence }) => confidence === "low",
    wordings: [
      () => "Our confidence in this prediction is low, so the outcome is uncertain.",
      () => "Treat this prediction with care: our confidence in it is low.",
    ],
  }),
  statement({
    name: "large-implied-move",
    group: "risk",
    slots: { move: "impliedMove" },
    side: "context",
    holds: ({ move }) => move >= LARGE_MOVE,
    wordings: [
      ({ move }) => `Options price in a move of ${percent(move)} in either direction.`,
      ({ move }) => `The share may move a lot: options price in ${percent(move)} either way.`,
    ],
  }),
];
