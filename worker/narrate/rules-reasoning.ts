import type { Claim } from "#contract/analysis.ts";
import type { FactSentences } from "./fact-sentences.ts";

type Claims = (Claim | null)[];

/** What the model says, how far that is from what everyone knows, and how such predictions turned out. */
export function forecastClaims(facts: FactSentences): Claims {
  return [
    facts.sentence(
      ["probability"],
      (p) => `The probability of a beat for ${facts.companyName} stands at ${p}.`,
    ),
    facts.sentence(["baseRate", "edge"], (base, edge) => {
      if (edge.says("no edge"))
        return `The base rate of comparable companies is ${base}, so a difference of ${edge} points is no edge.`;
      const side = edge.says("above") ? "above" : "below";
      return `That is ${edge.size} points ${side} the base rate of comparable companies, ${base}.`;
    }),
    facts.sentence(["confidence"], (confidence) => `The confidence in this prediction is ${confidence}.`),
    facts.sentence(
      ["bandCount", "bandFrom", "bandTo", "bandHitRate", "bandLow", "bandHigh"],
      (n, from, to, rate, low, high) =>
        `Of ${n} past predictions between ${from} and ${to}, ${rate} turned out a beat, with a 95% interval from ${low} to ${high}.`,
    ),
  ];
}

/** The consensus, our own expectation and what the company did before. */
export function earningsClaims(facts: FactSentences): Claims {
  return [
    facts.sentence(
      ["analystCount", "consensus"],
      (n, consensus) =>
        `The consensus of ${consensus} a share rests on ${n} ${n.number === 1 ? "analyst" : "analysts"}.`,
    ),
    facts.fact("analystCount")
      ? null
      : facts.sentence(["consensus"], (consensus) => `The consensus is ${consensus} a share.`),
    facts.sentence(["lowestEstimate", "highestEstimate"], (low, high) =>
      low.number === high.number
        ? null
        : `Their estimates run from a lowest of ${low} to a highest of ${high}.`,
    ),
    facts.sentence(["growth", "yearAgoEps"], (growth, yearAgo) => {
      if (growth.says("steady")) return null;
      return `That lies ${growth.size} ${growth.says("above") ? "above" : "below"} the figure of a year ago, ${yearAgo}.`;
    }),
    facts.sentence(["beatCount"], (beats) => {
      const [span] = beats.fact.about;
      return beats.number === 0 ? null : `The company beat the consensus in ${beats} of the ${span}.`;
    }),
    facts.sentence(["missCount"], (misses) => {
      const [span] = misses.fact.about;
      return misses.number === 0 ? null : `It missed the consensus in ${misses} of the ${span}.`;
    }),
    facts.sentence(["lastSurprise"], (surprise) => {
      if (surprise.says("met")) return "The last report met the consensus to the cent.";
      return `The last report came in ${surprise.size} ${surprise.says("above") ? "above" : "below"} the consensus.`;
    }),
    facts.sentence(["expectedEps"], (expected) => {
      if (expected.says("steady")) return null;
      const side = expected.says("above") ? "above" : "below";
      return `Our expectation is ${expected}, ${side} the consensus.`;
    }),
  ];
}

/** Where estimates, ratings, targets and headlines stand. */
export function opinionClaims(facts: FactSentences): Claims {
  return [
    facts.sentence(["revision 30"], (change) => {
      if (change.says("steady")) return "Over the last 30 days the consensus stayed unchanged.";
      return `Over the last 30 days the consensus ${change.says("up") ? "rose" : "fell"} by ${change.size}.`;
    }),
    revisionCounts(facts),
    facts.sentence(
      ["ratingConsensus", "ratingCount"],
      (consensus, count) => `The mean rating is '${consensus}' among ${count} ratings in all.`,
    ),
    facts.sentence(["meanTarget", "targetGap", "price"], (target, gap, price) => {
      if (gap.says("steady")) return null;
      const side = gap.says("above") ? "above" : "below";
      return `The mean price target of ${target} lies ${gap.size} ${side} the share price of ${price}.`;
    }),
    facts.sentence(["newsScore"], (score) => {
      const direction = score.fact.says[0] ?? "neutral";
      return `The headlines score ${score} on a scale from -100 to 100, which is ${direction}.`;
    }),
  ];
}

/** What prices and options show. */
export function marketClaims(facts: FactSentences): Claims {
  return [
    facts.sentence(["rsi", "averagesTrend"], (rsi, averages) => {
      const signal = rsi.fact.says[0] ?? "neutral";
      return `The 14-day RSI of ${rsi} is ${signal}, and the moving averages are ${averages}.`;
    }),
    facts.sentence(
      ["impliedMove"],
      (move) => `The options put the implied move at ${move} in either direction.`,
    ),
    facts.sentence(["averageMove"], (move) => `The average move over past reports was ${move}.`),
  ];
}

/** How many analysts went which way; a side on which nobody stands is left out. */
function revisionCounts(facts: FactSentences): Claim | null {
  return (
    facts.sentence(["up 30", "down 30"], (up, down) =>
      up.number > 0 && down.number > 0
        ? `In that time ${up} raised their estimate and ${down} lowered theirs.`
        : null,
    ) ??
    facts.sentence(["up 30"], (up) => (up.number > 0 ? `In that time ${up} raised their estimate.` : null)) ??
    facts.sentence(["down 30"], (down) =>
      down.number > 0 ? `In that time ${down} lowered their estimate.` : null,
    )
  );
}
