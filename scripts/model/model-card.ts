import type { ModelWeights } from "#analysis/model/weights.ts";
import type { Calibrated } from "./calibrate.ts";
import type { EarningsEvent } from "./events.ts";
import {
  accuracy,
  auc,
  brier,
  calibrationError,
  deciles,
  largeSurpriseAccuracy,
  logLoss,
} from "./metrics.ts";
import type { FitSettings } from "./train.ts";
import type { Contender, TestedYear, WalkForward } from "./walk-forward.ts";

/** A contender's walk-forward forecasts. */
export type ContenderResult = Calibrated & { name: Contender };

export type CardFacts = {
  weights: ModelWeights;
  walk: WalkForward;
  results: ContenderResult[];
  /** The contender that is shipped. */
  best: ContenderResult;
  histories: readonly (readonly EarningsEvent[])[];
  settings: FitSettings;
};

type Rows = Omit<TestedYear, "year"> & { year: number | string };

function yearLine({ year, from, to }: Rows, { walk, results, best }: CardFacts): string {
  const labels = walk.examples.labels.subarray(from, to);
  const events = walk.examples.events.slice(from, to);
  const shipped = best.probabilities.subarray(from, to);
  const cells = [
    year,
    to - from,
    percent(labels.reduce((sum, label) => sum + label, 0) / labels.length),
    ...results.map(({ probabilities }) => auc(probabilities.subarray(from, to), labels).toFixed(4)),
    brier(shipped, labels).toFixed(4),
    logLoss(shipped, labels).toFixed(4),
    percent(accuracy(shipped, labels)),
    percent(largeSurpriseAccuracy(events, shipped, labels)),
  ];
  return `| ${cells.join(" | ")} |`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** The text of the model card: every figure in it comes from this fit. */
export function modelCard(facts: CardFacts): string {
  const { weights, walk, results, best, histories, settings } = facts;
  const { n, labels } = walk.examples;
  const bins = deciles(best.probabilities, labels);
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
    "Events before 2004 give histories only. A company counts from the first file that has it; events of further files weigh half. Weights halve every eight years. Each event is learnt three times: with its whole history; with its last four quarters; and, half as heavy, as a live source alone shows it: four quarters, neither the market's reports nor the days of past ones, for every other event not the day of the coming report either.",
    "",
    "## Method",
    `${weights.features.length} features of one function (features.ts), the same code in the fit and in the Worker. Contenders: a logistic model with an L2 penalty, the mean of ${settings.seeds.length} times ${settings.boosting.trees} gradient-boosted trees of depth ${settings.boosting.depth}, and a blend of their log-odds (${percent(walk.treeShare)} trees, the best of six shares in the newest four tested years). The trees heed an outcome the more, the clearer it is: the weight rises with the surprise, up to three times that of an exact meet from 15% of the consensus on. Log-loss in the walk-forward test below, each calibrated: ${results.map(({ name, loss }) => `${name} ${loss.toFixed(5)}`).join(", ")}. Shipped: ${best.name}.`,
    "",
    `Calibration: Platt's scaling on all tested years, each later than its training data: slope ${weights.calibration.slope}, intercept ${weights.calibration.intercept}. Base rate where no newer one is known: ${percent(weights.baseRate)}, the newest two years of the data.`,
    "",
    "## Walk-forward test",
    `Each year is forecast by models fitted on the years before it; nothing here was seen by the fit that forecasts it, but for the two numbers of the calibration. Brier, log-loss and accuracy are those of what is shipped (${best.name}).`,
    "",
    `| year | n | beats | ${results.map(({ name }) => `${name} AUC`).join(" | ")} | Brier | log-loss | accuracy | on large surprises |`,
    "|---|---|---|---|---|---|---|---|---|---|",
    ...walk.years.map((year) => yearLine(year, facts)),
    yearLine({ year: "all", from: 0, to: n }, facts),
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
    "- How well it does on years nobody has looked at. Features, weights and views were chosen by walk-forward tests up to 2018; the events of 2019 and 2020 were looked at some twenty times on the way, so that only later years are a clean test.",
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
