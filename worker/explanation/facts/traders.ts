import { isComparable, isThin, type TraderPrice } from "#contract/prediction-markets.ts";
import { round } from "#model/statistics.ts";
import type { EvidenceOrigin, EvidenceSet } from "../evidence.ts";
import { factAdderFor, factDefinitionsOfKind } from "./catalog.ts";

const traderFacts = factDefinitionsOfKind("prediction_market", {
  traderPrice: {
    label: "Chance of a beat by the price of a prediction market",
    unit: "%",
    note: "The middle of the best bid and the best ask. Nothing here moves our number.",
  },
  traderStanding: { label: "Whether that price answers our question", computedBy: "objectionsTo" },
  traderGap: { label: "That chance minus our probability", unit: "points", computedBy: "traderGapOf" },
  traderSpread: { label: "Spread between its best bid and ask", unit: "points" },
  traderVolume: { label: "Traded on its question", unit: "USD" },
  traderStrike: { label: "EPS that its question asks to exceed" },
});

/** `percent` is our probability of a beat in whole percent, as the analysis shows it. */
type OurNumber = { percent: number; currency: string | null };

/** Returns the traders' chance minus ours, both in whole percent as they are shown. */
function traderGapOf(price: number, { percent }: OurNumber): number {
  return Math.round(100 * price) - percent;
}

/** Adds the price of a prediction market, with its source and the time at which it was read. */
export function addTraderFacts(
  evidence: EvidenceSet,
  traders: TraderPrice | null,
  ours: OurNumber,
  state: EvidenceOrigin["state"],
): void {
  if (!traders || traders.price === null || traders.spread === null) return;
  const { venue: source, url, readAt: asOf, price, spread, volumeUsd, strike } = traders;
  const add = factAdderFor(evidence, { source, url, asOf, state });
  add(traderFacts.traderPrice, Math.round(100 * price));
  add(traderFacts.traderStanding, standingOf(traders));
  if (isComparable(traders)) add(traderFacts.traderGap, traderGapOf(price, ours));
  add(traderFacts.traderSpread, round(100 * spread, 2));
  add(traderFacts.traderVolume, volumeUsd === null ? null : round(volumeUsd, 0));
  add(traderFacts.traderStrike, strike, { unit: ours.currency });
}

function standingOf(traders: TraderPrice): string {
  if (isComparable(traders)) return "the same question";
  return isThin(traders) ? "too thin to compare" : "another question";
}
