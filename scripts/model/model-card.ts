import { sigmoid } from "#analysis/model/statistics.ts";
import type { ModelWeights } from "#analysis/model/weights.ts";
import type { EarningsEvent } from "./events.ts";
import { auc, brier, calibrationError, deciles } from "./metrics.ts";
import type { FitSettings } from "./train.ts";
import type { Contender, WalkForward } from "./walk-forward.ts";

export type CardFacts = {
  weights: ModelWeights;
  walk: WalkForward;
  best: Contender;
  losses: { name: Contender; loss: number }[];
  /** Calibrated probabilities of the walk-forward forecasts. */
  calibrated: Float64Array;
  histories: readonly (readonly EarningsEvent[])[];
  settings: FitSettings;
};

/** The text of the model card: every figure in it comes from this fit. */
export function modelCard(facts: CardFacts): string {
  const { weights, walk, best, losses, calibrated, histories, settings } = facts;
  const { examples, logOdds } = walk;
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
    "Events before 2004 give histories only. A company counts from the first file that has it; events of further files weigh half. Weights halve every eight years. Each event is learnt twice: with its whole history, and as a live source shows it: four quarters, for every other event neither the market's reports nor the days of past ones, for every fourth not the day of the coming report either.",
    "",
    "## Method",
    `${weights.features.length} features of one function (features.ts), the same code in the fit and in the Worker. Contenders: a logistic model with an L2 penalty, the mean of ${settings.seeds.length} times ${settings.boosting.trees} gradient-boosted trees of depth ${settings.boosting.depth}, and a blend of their log-odds (${percent(walk.treeShare)} trees, the best of six shares in the newest four tested years). Log-loss in the walk-forward test below: ${losses.map(({ name, loss }) => `${name} ${loss.toFixed(5)}`).join(", ")}. Shipped: ${best}.`,
    "",
    `Calibration: Platt's scaling on all tested years, each later than its training data: slope ${weights.calibration.slope}, intercept ${weights.calibration.intercept}. Base rate where no newer one is known: ${percent(weights.baseRate)}, the newest two years of the data.`,
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
    "Each group of inputs is replaced by its average in the fitting data, and the change in log-odds taken: past EPS trends (surprises, their scatter, growth), historical accuracy (the company's record of beats, meets and streaks), analyst ratings (what the consensus implies: growth, size, sign), market sentiment (beat rates of the market, the industry and the season's peers, the country, and the calendar: weekday, lateness, regularity of the reports). A group without data is shown as missing.",
    "",
    "## What it cannot know",
    "- The two vendors of the fitting data agree on beat or not for 86% of the events they share; no model measured on one can be right much more often than that.",
    "- The base rate drifts (46% in 1993, 68% in 2020). Where no current market-wide rate is known, the newest of the fitting data is used.",
    "- Estimate revisions, the spread of analysts' estimates, price momentum and news are shown as evidence and do not move the probability: the fitting data has none of them.",
    "- A source that gives the quarters' ends and not the days of past reports leaves the features of lateness and regularity missing.",
    "- Nothing here forecasts the share price. A beat does not mean that the stock rises.",
    "",
    "## Refit",
    "    npm run model:fit -- --history FILE [FILE …] --until YYYY-MM-DD",
    "    npm run -s model:evaluate -- --history FILE --from YYYY-MM-DD --to YYYY-MM-DD [--history-depth 4] [--json]",
    "",
    "The same files and date give the same bytes.",
    "",
    "## What a fit of the other signals would need",
    "Every analysis and a daily job keep consensus, its revisions, the spread of the estimates, the number of analysts and the momentum of the price as of that day (table `archived_signals`); settled reports give the outcomes. A first fit needs the last row before the report of some 5,000 reports, about two seasons of 2,500 companies, with at least one whole season later than the training data to test on. The new signals would join features.ts as inputs that may be missing, be learnt with and without, and stay out of the weights unless the walk-forward log-loss falls.",
    "",
  ];
  return lines.join("\n");
}
