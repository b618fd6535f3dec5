import {
  type EpsBasis,
  type PriceObjection,
  priceQualityRule,
  type QuestionPrice,
  type TraderPrice,
} from "#contract/prediction-markets.ts";
import { toCents } from "#model/history.ts";
import { round } from "#model/statistics.ts";

/** A question about one report with its price at one moment, as it is stored. */
export type PricedQuestion = QuestionPrice & {
  venue: string;
  questionId: string;
  title: string;
  url: string | null;
  strike: number;
  basis: EpsBasis | null;
  closesAt: Date | null;
  volumeUsd: number | null;
  dayVolumeUsd: number | null;
  readAt: Date;
};

/** What we predict about the same report. */
type OurQuestion = {
  consensusEps: number;
  /** The basis of the consensus, or null when the source does not say. */
  basis: EpsBasis | null;
  locksAt: Date;
};

/**
 * Returns what keeps a price from being scored against our number, most important first. A consensus without a
 * stated basis is taken as adjusted, as the ledger says of every lock.
 */
function objectionsTo(question: PricedQuestion, ours: OurQuestion): PriceObjection[] {
  const { bid, ask, depthUsd, volumeUsd, dayVolumeUsd, basis, strike, closesAt } = question;
  const { maxSpread, minDepthUsd, minVolumeUsd } = priceQualityRule;
  const spread = bid === null || ask === null ? null : ask - bid;
  const found: Record<PriceObjection, boolean> = {
    strike: toCents(strike) !== toCents(ours.consensusEps),
    basis: basis !== (ours.basis ?? "adjusted"),
    closes_early: closesAt !== null && closesAt < ours.locksAt,
    one_sided: spread === null,
    // A hundredth of a cent keeps a spread of exactly ten cents inside despite binary fractions.
    wide_spread: spread !== null && spread > maxSpread + 1e-4,
    shallow: spread !== null && depthUsd < minDepthUsd,
    little_traded: volumeUsd === null || volumeUsd < minVolumeUsd,
    // Polymarket leaves the field out for a question on which nobody traded for a day.
    not_traded_today: dayVolumeUsd === null || dayVolumeUsd === 0,
  };
  return (Object.keys(found) as PriceObjection[]).filter((objection) => found[objection]);
}

/**
 * Returns the price to show beside our number, or null when there is none. Of several questions about a report it
 * takes the one with the fewest objections, then the nearest strike, then the most traded.
 */
export function traderPriceOf(questions: readonly PricedQuestion[], ours: OurQuestion): TraderPrice | null {
  const judged = questions.map((question) => ({ question, objections: objectionsTo(question, ours) }));
  const gap = ({ strike }: PricedQuestion) => Math.abs(strike - ours.consensusEps);
  const [best] = judged.toSorted(
    (a, b) =>
      a.objections.length - b.objections.length ||
      gap(a.question) - gap(b.question) ||
      (b.question.volumeUsd ?? 0) - (a.question.volumeUsd ?? 0) ||
      (a.question.questionId < b.question.questionId ? -1 : 1),
  );
  if (!best) return null;
  const { question, objections } = best;
  const { bid, ask, venue, title, url, depthUsd, volumeUsd, dayVolumeUsd, strike, basis, readAt } = question;
  const isTwoSided = bid !== null && ask !== null;
  return {
    venue,
    question: title,
    url,
    price: isTwoSided ? round((bid + ask) / 2, 4) : null,
    spread: isTwoSided ? round(ask - bid, 4) : null,
    depthUsd,
    volumeUsd,
    dayVolumeUsd,
    strike,
    basis,
    readAt: readAt.toISOString(),
    objections,
  };
}
