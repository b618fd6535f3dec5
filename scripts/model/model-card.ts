import { writeFileSync } from "node:fs";
import { sigmoid } from "#analysis/model/statistics.ts";
import type { ModelWeights } from "#analysis/model/weights.ts";
import type { EarningsEvent } from "./events.ts";
import { auc, brier, calibrationError, deciles } from "./metrics.ts";
import { BLEND_TREE_SHARE, boosting, SEEDS } from "./train.ts";
import type { Contender, WalkForward } from "./walk-forward.ts";

export type CardFacts = {
  weights: ModelWeights;
  walk: WalkForward;
  best: Contender;
  losses: { name: Contender; loss: number }[];
  /** Calibrated probabilities of the walk-forward forecasts. */
  calibrated: Float64Array;
  histories: readonly (readonly EarningsEvent[])[];
};

/** Writes the model card: every figure in it comes from this fit. */
export function writeModelCard(file: string, facts: CardFacts): void {
  const { weights, walk, best, losses, calibrated, histories } = facts;
  const { examples, logOdds } = walk.forecasts;
  const bins = deciles(calibrated, examples.labels);
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const lines = [
    `# Model card: ${weights.version}`,
    "",
    "What it gives: the probability that a company's reported EPS lies above the analysts' consensus, both rounded to the cent. An exact meet is not a beat.",
    "",
    "## Data",
    "Real earnings events (consensus just before the report, EPS then reported), not part of this repository:",
    "",
    ...histories.map(
      (events, i) =>
        `- file ${i + 1}: ${events.length} events from ${events[0]?.reportDate} to ${events.at(-1)?.reportDate}`,
    ),
    "",
    "Events before 2004 give histories only. A company counts from the first file that has it; events of further files weigh half. Weights halve every eight years. Each event is learnt twice: with its whole history, and with four quarters as a live source shows it, every other one of these without the market's reports.",
    "",
    "## Method",
    `${weights.features.length} features of one function (features.ts), the same code in the fit and in the Worker. Contenders: a logistic model with an L2 penalty, the mean of ${SEEDS.length} times ${boosting.trees} gradient-boosted trees of depth ${boosting.depth}, and a blend of their log-odds (${percent(BLEND_TREE_SHARE)} trees). Log-loss in the walk-forward test below: ${losses.map(({ name, loss }) => `${name} ${loss.toFixed(5)}`).join(", ")}. Shipped: ${best}.`,
    "",
    `Calibration: Platt's scaling on the newest four tested years, each later than its training data: slope ${weights.calibration.slope}, intercept ${weights.calibration.intercept}. Base rate where no newer one is known: ${percent(weights.baseRate)}, the newest two years of the data.`,
    "",
    "## Walk-forward test",
    "Each year is forecast by models fitted on the years before it; nothing here was seen by the fit that forecasts it.",
    "",
    "| year | n | beats | logistic AUC | trees AUC | blend AUC | trees Brier | trees log-loss |",
    "|---|---|---|---|---|---|---|---|",
    ...walk.years.map(
      (year) =>
        `| ${year.year} | ${year.n} | ${percent(year.beatRate)} | ${year.logistic.auc.toFixed(4)} | ${year.trees.auc.toFixed(4)} | ${year.blend.auc.toFixed(4)} | ${year.trees.brier.toFixed(4)} | ${year.trees.logLoss.toFixed(4)} |`,
    ),
    "",
    `All years together (${examples.n} events): AUC ${auc(logOdds[best].map(sigmoid), examples.labels).toFixed(4)}, Brier ${brier(calibrated, examples.labels).toFixed(4)} after calibration.`,
    "",
    "## Calibration",
    `Tenths of the walk-forward forecasts, after calibration; expected calibration error ${calibrationError(bins).toFixed(4)}.`,
    "",
    "| predicted | observed | n |",
    "|---|---|---|",
    ...bins.map((bin) => `| ${percent(bin.predicted)} | ${percent(bin.observed)} | ${bin.n} |`),
    "",
    "## Confidence",
    `By the probability of the called outcome: very high from ${percent(weights.confidence.very_high)}, high from ${percent(weights.confidence.high)}, medium from ${percent(weights.confidence.medium)}, else low. One level less with under four past quarters, low with none. The thresholds are those above which the most certain 20%, 50% and 80% of the walk-forward calls lie.`,
    "",
    "## Transparency bars",
    "Each group of inputs is replaced by its average in the fitting data, and the change in log-odds taken: past EPS trends (surprises, their scatter, growth), historical accuracy (the company's record of beats, meets and streaks), analyst ratings (what the consensus implies: growth, size, sign), market sentiment (beat rates of the market, the industry and the season's peers, and the calendar). A group without data is shown as missing.",
    "",
    "## What it cannot know",
    "- The two vendors of the fitting data agree on beat or not for 86% of the events they share; no model measured on one can be right much more often than that.",
    "- The base rate drifts (46% in 1993, 68% in 2020). Where no current market-wide rate is known, the newest of the fitting data is used.",
    "- Estimate revisions, the spread of analysts' estimates, price momentum and news are shown as evidence and do not move the probability: the fitting data has none of them. A fit needs them as of the day before each report, for some 5,000 reports.",
    "- Nothing here forecasts the share price. A beat does not mean that the stock rises.",
    "",
    "## Refit",
    "    npm run model:fit -- --history FILE [FILE …] --until YYYY-MM-DD",
    "    npm run -s model:evaluate -- --history FILE --from YYYY-MM-DD --to YYYY-MM-DD [--history-depth 4] [--json]",
    "",
    "The same files and date give the same bytes.",
    "",
  ];
  writeFileSync(file, lines.join("\n"));
}
