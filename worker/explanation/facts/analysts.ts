import type { CompanyReport, RatingChange } from "#contract/market-data.ts";
import type { RatingDistribution } from "#contract/social.ts";
import { easternDay } from "#contract/time.ts";
import { changeText, ratingConsensus, ratingCount } from "#model/social/ratings.ts";
import { recentCount } from "#model/social/social.ts";
import { percentChange } from "#model/statistics.ts";
import { type EvidenceSet, originOf } from "../evidence.ts";
import { analystFacts, type FactDefinition, factAdderFor } from "./catalog.ts";

const LISTED_CHANGES = 10;

export function addAnalystsFacts(
  evidence: EvidenceSet,
  company: CompanyReport,
  currency: string | null,
): void {
  addRevisionsFacts(evidence, company, currency);
  addRatingsFacts(evidence, company);
  addChangesFacts(evidence, company);
  addTargetsFacts(evidence, company);
}

const consensusAgo = (days: number): FactDefinition => ({
  key: `consensus ${days}`,
  kind: "revision",
  label: `Consensus EPS ${days} days ago`,
});
const revisionOf = (days: number): FactDefinition => ({
  key: `revision ${days}`,
  kind: "revision",
  label: `Change of the consensus in ${days} days`,
  unit: "%",
  computedBy: "percentChange",
});
const revisers = (key: string, days: number, word: string): FactDefinition => ({
  key: `${key} ${days}`,
  kind: "revision",
  label: `Analysts who ${word} their estimate in ${days} days`,
  unit: "analysts",
});

function addRevisionsFacts(evidence: EvidenceSet, { revisions }: CompanyReport, unit: string | null): void {
  if (revisions.state === "missing")
    return void evidence.addMissing({
      ...analystFacts.revisions,
      source: revisions.source,
      reason: revisions.detail,
    });
  const { data } = revisions;
  const add = factAdderFor(evidence, originOf(revisions));
  for (const [days, value] of [
    [7, data.daysAgo7],
    [30, data.daysAgo30],
    [60, data.daysAgo60],
    [90, data.daysAgo90],
  ] as const) {
    if (value === null) continue;
    add(consensusAgo(days), value, { unit });
    if (data.current === null || value === 0) continue;
    const change = percentChange(value, data.current);
    add(revisionOf(days), change);
  }
  add(revisers("up", 7, "raised"), data.upLast7);
  add(revisers("up", 30, "raised"), data.upLast30);
  add(revisers("down", 7, "lowered"), data.downLast7);
  add(revisers("down", 30, "lowered"), data.downLast30);
}

const ratingNames: Readonly<Record<keyof RatingDistribution, string>> = {
  strongBuy: "strong buy",
  buy: "buy",
  hold: "hold",
  sell: "sell",
  strongSell: "strong sell",
};

const ratingsOf = (name: string): FactDefinition => ({
  key: `rating ${name}`,
  kind: "rating",
  label: `Analysts with a '${name}' rating`,
  unit: "analysts",
});

function addRatingsFacts(evidence: EvidenceSet, { ratings }: CompanyReport): void {
  if (ratings.state === "missing")
    return void evidence.addMissing({
      ...analystFacts.ratings,
      source: ratings.source,
      reason: ratings.detail,
    });
  const add = factAdderFor(evidence, originOf(ratings));
  for (const [grade, name] of Object.entries(ratingNames))
    add(ratingsOf(name), ratings.data[grade as keyof RatingDistribution]);
  add(analystFacts.ratingCount, ratingCount(ratings.data));
  const consensus = ratingConsensus(ratings.data);
  add(analystFacts.ratingConsensus, consensus, {});
}

function addChangesFacts(evidence: EvidenceSet, { ratingChanges }: CompanyReport): void {
  if (ratingChanges.state === "missing") return;
  const origin = originOf(ratingChanges);
  const add = factAdderFor(evidence, origin);
  const recent = (action: RatingChange["action"]) => {
    const dates = ratingChanges.data.filter((change) => change.action === action).map(({ date }) => date);
    return recentCount(dates, new Date(origin.asOf));
  };
  add(analystFacts.ratingsRaised, recent("up"));
  add(analystFacts.ratingsCut, recent("down"));
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
    });
  }
}

const targetOf = (key: string, word: string): FactDefinition => ({
  key: `${key}Target`,
  kind: "price_target",
  label: `${word} price target`,
});

function addTargetsFacts(evidence: EvidenceSet, { priceTargets, identity }: CompanyReport): void {
  if (priceTargets.state === "missing")
    return void evidence.addMissing({
      ...analystFacts.targets,
      source: priceTargets.source,
      reason: priceTargets.detail,
    });
  const add = factAdderFor(evidence, originOf(priceTargets));
  const { mean, high, low, median } = priceTargets.data;
  const unit = identity.currency;
  add(targetOf("mean", "Mean"), mean, { unit });
  add(targetOf("highest", "Highest"), high, { unit });
  add(targetOf("lowest", "Lowest"), low, { unit });
  add(targetOf("median", "Median"), median, { unit });
  if (!identity.price) return;
  const gap = percentChange(identity.price, mean);
  add(analystFacts.targetGap, gap);
}
