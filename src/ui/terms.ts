/** Terms that are explained where they stand, in a sentence or two. */
export const terms = {
  baseRate:
    "How often reports like this one beat the consensus, whatever the company. What a forecast without any skill would say.",
  edge: "The forecast's probability minus the base rate, in percentage points. Within about 3 points there is no edge.",
  impliedMove:
    "How far the share may move until the expiry, in either direction, as the prices of its options have it.",
  brier:
    "The mean squared distance between the probability and what came: 0 is perfect, 0.25 is a coin. Lower is better.",
  confidence:
    "How much the forecast rests on, as a fixed score: very high 95, high 80, medium 65, low 40. It is not a probability.",
} as const;

export type TermName = keyof typeof terms;
