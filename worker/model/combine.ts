import { logit, sigmoid } from "./statistics.ts";

/** Probabilities closer than this to 0 or 1 are moved there before their log-odds are taken. */
const EDGE = 0.005;

const bounded = (p: number) => Math.min(1 - EDGE, Math.max(EDGE, p));

/**
 * Returns the plain mean of our log-odds and the traders'. Nothing in it is fitted, so it can be sealed beside both
 * from the first day.
 */
export function meanOfLogOdds(ours: number, traders: number): number {
  return sigmoid((logit(bounded(ours)) + logit(bounded(traders))) / 2);
}
