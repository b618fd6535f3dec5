import type { Claim } from "#contract/analysis.ts";
import type { FactSentences } from "./fact-sentences.ts";

type Claims = (Claim | null)[];

/** From this move in percent on, an implied or past move counts as a risk of its own. */
const LARGE_MOVE_PERCENT = 5;
/** Fewer analysts than this make a thin consensus. */
const THIN_CONSENSUS = 5;

/** The facts that weigh most, each in a few words. */
export function keyFactorClaims(facts: FactSentences): Claims {
  return [
    facts.sentence(["edge"], (edge) =>
      edge.says("no edge")
        ? `No edge: ${edge} points from the base rate`
        : `${edge.size} points ${edge.says("above") ? "above" : "below"} the base rate`,
    ),
    facts.sentence(["beatCount"], (beats) => `${beats} of the ${beats.fact.about[0]} beat`),
    facts.sentence(["revision 30"], (change) =>
      change.says("steady")
        ? "Consensus unchanged in 30 days"
        : `Consensus ${change.says("up") ? "up" : "down"} ${change.size} in 30 days`,
    ),
    facts.sentence(["meanTarget"], (target) => `Mean price target ${target}`),
    facts.sentence(["rsi"], (rsi) => `14-day RSI ${rsi}, ${rsi.fact.says[0] ?? "neutral"}`),
    facts.sentence(["averagesTrend"], (trend) => `Moving averages ${trend}`),
    facts.sentence(["newsScore"], (score) => `Headlines ${score.fact.says[0] ?? "neutral"} at ${score}`),
    facts.sentence(["probability"], (p) => `Probability of a beat ${p}`),
    facts.sentence(["consensus"], (consensus) => `Consensus ${consensus}`),
  ];
}

/** What speaks for caution. The first stands in every analysis. */
export function riskClaims(facts: FactSentences): Claims {
  const rose = facts.sentence(
    ["beatsThatRose"],
    (record) => `A beat does not mean that the stock rises: ${record}.`,
  );
  const plain = facts.sentence(
    ["probability"],
    () =>
      "The probability of a beat is not a forecast of the share price: a beat does not mean that the stock rises.",
  );
  return [
    rose ?? plain,
    facts.sentence(["confidence"], (confidence) =>
      confidence.says("low") ? "The confidence is low, so the outcome is uncertain." : null,
    ),
    facts.sentence(["impliedMove"], (move) =>
      move.number >= LARGE_MOVE_PERCENT
        ? `The options put the implied move at ${move}, in either direction.`
        : null,
    ),
    facts.sentence(["averageMove"], (move) =>
      move.number >= LARGE_MOVE_PERCENT
        ? `The average move over past reports was ${move}, either way.`
        : null,
    ),
    facts.sentence(["analystCount"], (n) =>
      n.number < THIN_CONSENSUS
        ? `The consensus rests on ${n} ${n.number === 1 ? "analyst" : "analysts"}.`
        : null,
    ),
    ...absences(facts),
  ];
}

const absent: readonly (readonly [key: string, sentence: string])[] = [
  ["reportDate", "The report date is not known."],
  ["history", "No reported quarters are available."],
  ["technicals", "Daily prices are not available."],
  ["impliedMove", "An implied move for the report is not available."],
  ["averageMove", "The moves of the share over past reports are not known."],
  ["ratings", "Analyst ratings are not available."],
  ["targets", "Price targets are not available."],
  ["news", "No news of the company is available."],
];

/** What the sources did not give, said as plainly as the rest. */
function absences(facts: FactSentences): Claims {
  return absent.map(([key, text]) => {
    const row = facts.missing(key);
    return row && { text, evidenceIds: [row.id] };
  });
}
