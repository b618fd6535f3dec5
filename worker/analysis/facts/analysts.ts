import type { RatingDistribution } from "#contract/social.ts";
import type { CompanyReport } from "#market/port.ts";
import { easternDay } from "#worker/time.ts";
import { computedFrom, type EvidenceSet, originOf } from "../evidence.ts";
import { percentChange } from "../numbers.ts";
import { changeText, ratingConsensus, ratingCount } from "../social/ratings.ts";
import { noteRevisions } from "./revisions.ts";

const LISTED_CHANGES = 10;

/** Notes how the consensus moved, how analysts rate the share, what they changed and where they see its price. */
export function noteAnalysts(evidence: EvidenceSet, company: CompanyReport, currency: string | null): void {
  noteRevisions(evidence, company, currency);
  noteRatings(evidence, company);
  noteChanges(evidence, company);
  noteTargets(evidence, company);
}

const ratingNames: Readonly<Record<keyof RatingDistribution, string>> = {
  strongBuy: "strong buy",
  buy: "buy",
  hold: "hold",
  sell: "sell",
  strongSell: "strong sell",
};

function noteRatings(evidence: EvidenceSet, { ratings }: CompanyReport): void {
  if (ratings.state === "missing") {
    const { source, detail } = ratings;
    evidence.addMissing({
      key: "ratings",
      kind: "rating",
      label: "Analyst ratings",
      source,
      reason: detail,
      about: ["analyst ratings"],
    });
    return;
  }
  const origin = originOf(ratings);
  for (const [grade, name] of Object.entries(ratingNames))
    evidence.add({
      key: `rating ${name}`,
      kind: "rating",
      label: `Analysts with a '${name}' rating`,
      value: ratings.data[grade as keyof RatingDistribution],
      unit: "analysts",
      origin,
      about: [`${name} ratings`, `${name} rating`],
      needsFigure: true,
    });
  evidence.add({
    key: "ratingCount",
    kind: "rating",
    label: "Analyst ratings in all",
    value: ratingCount(ratings.data),
    unit: "analysts",
    origin: computedFrom(origin),
    computedBy: "ratingCount",
    about: ["ratings in all"],
  });
  const consensus = ratingConsensus(ratings.data);
  if (consensus)
    evidence.add({
      key: "ratingConsensus",
      kind: "rating",
      label: "Mean rating",
      value: consensus,
      origin: computedFrom(origin),
      computedBy: "ratingConsensus",
      about: [`mean rating is '${consensus}'`, `mean rating of '${consensus}'`],
    });
}

function noteChanges(evidence: EvidenceSet, { ratingChanges }: CompanyReport): void {
  if (ratingChanges.state === "missing") return;
  const origin = originOf(ratingChanges);
  for (const change of ratingChanges.data.slice(0, LISTED_CHANGES)) {
    const day = easternDay(change.date);
    const text = changeText(change);
    evidence.add({
      key: `change ${day} ${change.firm}`,
      kind: "rating",
      label: `Rating change of ${day}`,
      value: text,
      origin,
      asOf: new Date(change.date).toISOString(),
      computedBy: "changeText",
      about: [text],
      dates: [day],
    });
  }
}

function noteTargets(evidence: EvidenceSet, { priceTargets, identity }: CompanyReport): void {
  if (priceTargets.state === "missing") {
    const { source, detail } = priceTargets;
    evidence.addMissing({
      key: "targets",
      kind: "price_target",
      label: "Price targets",
      source,
      reason: detail,
      about: ["price targets"],
    });
    return;
  }
  const origin = originOf(priceTargets);
  const { mean, high, low, median } = priceTargets.data;
  const add = (key: string, word: string, value: number | null) => {
    if (value !== null)
      evidence.add({
        key: `${key}Target`,
        kind: "price_target",
        label: `${word} price target`,
        value,
        unit: identity.currency,
        origin,
        about: [`${word.toLowerCase()} price target`, `${word.toLowerCase()} target`],
      });
  };
  add("mean", "Mean", mean);
  add("highest", "Highest", high);
  add("lowest", "Lowest", low);
  add("median", "Median", median);
  if (!identity.price) return;
  const gap = percentChange(identity.price, mean);
  evidence.add({
    key: "targetGap",
    kind: "price_target",
    label: "Mean price target against the share price",
    value: gap,
    unit: "%",
    origin: computedFrom(origin),
    computedBy: "percentChange",
    about: ["share price"],
    says: gap > 0 ? ["above"] : gap < 0 ? ["below"] : ["steady"],
    between: ["meanTarget", "price"],
  });
}
