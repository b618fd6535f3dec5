import type { Claim } from "#contract/analysis.ts";
import type { Told } from "./told.ts";

type Claims = (Claim | null)[];

/** From this move in percent on, an implied or past move counts as a risk of its own. */
const LARGE_MOVE_PERCENT = 5;
/** Fewer analysts than this make a thin consensus. */
const THIN_CONSENSUS = 5;

/** The facts that weigh most, each in a few words. */
export function keyFactorClaims(told: Told): Claims {
  return [
    told.say(["edge"], (edge) =>
      edge.says("no edge")
        ? `No edge: ${edge} points from the base rate`
        : `${edge.size} points ${edge.says("above") ? "above" : "below"} the base rate`,
    ),
    told.say(["beatCount"], (beats) => `${beats} of the ${beats.fact.about[0]} beat`),
    told.say(["revision 30"], (change) =>
      change.says("steady")
        ? "Consensus unchanged in 30 days"
        : `Consensus ${change.says("up") ? "up" : "down"} ${change.size} in 30 days`,
    ),
    told.say(["meanTarget"], (target) => `Mean price target ${target}`),
    told.say(["rsi"], (rsi) => `14-day RSI ${rsi}, ${rsi.fact.says[0] ?? "neutral"}`),
    told.say(["averagesTrend"], (trend) => `Moving averages ${trend}`),
    told.say(["newsScore"], (score) => `Headlines ${score.fact.says[0] ?? "neutral"} at ${score}`),
    told.say(["probability"], (p) => `Probability of a beat ${p}`),
    told.say(["consensus"], (consensus) => `Consensus ${consensus}`),
  ];
}

/** What speaks for caution. The first stands in every analysis. */
export function riskClaims(told: Told): Claims {
  const rose = told.say(
    ["beatsThatRose"],
    (record) => `A beat does not mean that the stock rises: ${record}.`,
  );
  const plain = told.say(
    ["probability"],
    () =>
      "The probability of a beat is not a forecast of the share price: a beat does not mean that the stock rises.",
  );
  return [
    rose ?? plain,
    told.say(["confidence"], (confidence) =>
      confidence.says("low") ? "The confidence is low, so the outcome is uncertain." : null,
    ),
    told.say(["impliedMove"], (move) =>
      move.number >= LARGE_MOVE_PERCENT
        ? `The options put the implied move at ${move}, in either direction.`
        : null,
    ),
    told.say(["averageMove"], (move) =>
      move.number >= LARGE_MOVE_PERCENT
        ? `The average move over past reports was ${move}, either way.`
        : null,
    ),
    told.say(["analystCount"], (n) =>
      n.number < THIN_CONSENSUS
        ? `The consensus rests on ${n} ${n.number === 1 ? "analyst" : "analysts"}.`
        : null,
    ),
    ...absences(told),
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
function absences(told: Told): Claims {
  return absent.map(([key, text]) => {
    const row = told.missing(key);
    return row && { text, evidenceIds: [row.id] };
  });
}
