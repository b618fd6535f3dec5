import { MIN_WIDTH_REPORTS, WIDTH_REPORTS } from "#model/interval-width.ts";
import type { ModelWeights } from "#model/weights.ts";
import type { FitSettings } from "./train.ts";
import { TREE_SHARE } from "./walk-forward.ts";

export function cardText(weights: ModelWeights, { boosting, treeSeeds, netSeeds, nets }: FitSettings) {
  const [first, second] = nets.hidden;
  return {
    head: [
      `# Model card: ${weights.version}`,
      "",
      "What it gives: the probability that a company's reported EPS lies above the analysts' consensus, both rounded to the cent, and how large the surprise may be. An exact meet is not a beat.",
      "",
      "## Data",
      "Real earnings events (consensus just before the report, EPS then reported), not part of this repository:",
      "",
    ],
    method: [
      "Vendors label differently; a family is a group of sources that agree on beat or not for 97% of shared reports or more. Each company's history comes from one family, each report is learnt once, from the first family that has it in the order yahoo, alphavantage, small_caps, finnhub. Events before 2004 give histories only; those of small_caps weigh half; weights halve every eight years. Family yahoo is Yahoo today (large companies alone), alphavantage is Alpha Vantage and Yahoo of former years, small_caps a vendor of 2012 to 2018, finnhub Finnhub. A company's first row is learnt as a first report only where its file began more than 400 days before.",
      "",
      "## Method",
      `${weights.features.length} features of one function (features.ts), eleven of them the sector, the same code in the fit and in the Worker. The log-odds are ${percent(TREE_SHARE)} those of ${treeSeeds.length * boosting.trees} gradient-boosted trees (depth ${boosting.depth}, rate ${boosting.learningRate}; a clear outcome weighs up to three times an exact meet) and for the rest the mean of ${netSeeds.length} nets (inputs as normal deviates of their ranks with flags of what is missing, hidden layers of ${first} and ${second}, dropout ${nets.dropout}, two heads: the beat and twelve bins of the surprise). Market and sector rates come from all reports of the event's own family in the files.`,
      "",
      "Tiers: full (whole history, days, the market's context); forty_quarters (40 quarters with days, no context); four_quarters_with_context (four quarters with days and context); four_quarters (four quarters, neither days nor context). Trees learn each event in the full feature tier and in one of the others, nets in all in turn. Each feature tier has its own Platt scaling a label family, bands and confidence thresholds, fitted on the walk-forward forecasts (a forecast ten years older than the newest counts half). A sector that a history file lacks comes from `--sectors`.",
      "",
      "The share's trend is an offset: so many log-odds a unit are added to the blend before calibration (trend.ts, from `--closes`). A gap is the log of the close over the mean of the newest 50 or 200 closes, less the median of all companies that day; the trend is half the hyperbolic tangent of the short gap over 0.12 and half that of the long one over 0.25, of the last trading day before the report's, and 0 without a price. The weight is fitted for each feature tier on the walk-forward forecasts that have a price, and is never negative.",
      "",
      `Base rate: that of comparable companies (size, profit, sector) over the last four seasons, from the stored reports, drawn towards the wider classes and, while few are stored, towards the fitting data (reference-class.ts). An evaluation's constant is ${percent(weights.baseRate)}, the newest two years of the data.`,
      "",
      "## Walk-forward test",
      "Each year is forecast by models fitted on the years before it, and calibrated on the forecasts of the tested years before it; the first of them serves calibration alone and stands in no table. Nothing in these tables was seen by what forecast it. All families, full feature tier:",
      "",
    ],
    families: "By family and feature tier, all tested years:",
    yahoo: "Members of today's S&P 500 (family yahoo), by feature tier and year:",
    size: [
      "## How large the surprise is",
      "The nets' bins, brought to the observed frequencies, count as eight past surprises beside the company's own newest twenty (each counts half of one four reports newer and stands for sizes from half to one and a half times its own; all relative to the present consensus). The bins of a beat add up to its probability. Sizes beyond 5% are raised to a power for each family and feature tier: the median of those with which the interval would have held 80.8% in each tested year before.",
      "",
      `The width then follows the season: each day, sizes take the factor with which the fitted interval would have held 80% of the newest ${WIDTH_REPORTS} settled reports of earlier days, as fitted with fewer than ${MIN_WIDTH_REPORTS}; sizes up to 5% stay, those from 10% on take the whole factor, and no quantile lies further from the consensus than three times the company's usual EPS. Bands and P(beat) are the same with any width. Lab and product call the same functions (interval-width.ts); a lock's evidence holds the day's factor.`,
      "",
      "Coverage: outcomes within the 80% interval to the cent. Pinball loss: mean of the quantiles 10, 50 and 90 in units of the company's usual EPS, a surprise of more than three times that counting as three, against quantiles of the company's own last 20 surprises, whatever the feature tier shows of them.",
      "",
      "What was tried, and what it gave without the day's factor and the limit: `docs/decisions/0065-how-wide-the-interval-is.md`.",
      "",
    ],
    calibration: ["## Calibration", "Tenths of the walk-forward forecasts of the full feature tier:", ""],
    confidence: [
      "## Confidence",
      "By the probability of the predicted outcome. The thresholds are those above which the most certain 20%, 50% and 80% of the walk-forward forecasts of a feature tier lie, and never below those of the full feature tier. One level less with under four past quarters, low with none.",
      "",
    ],
    rest: [
      "## Transparency bars",
      "Each group of inputs is replaced by its average in the fitting data, and the change in log-odds taken: past EPS trends (surprises, their scatter, growth), historical accuracy (the company's record of beats, meets and streaks), analyst ratings (what the consensus implies: growth, size, sign), market sentiment (beat rates of the market, the sector and the season's peers, the sector itself, the country, and the calendar: weekday, lateness, regularity of the reports). A group without data is shown as missing.",
      "",
      "## What it cannot know",
      "- Vendors of different families agree on beat or not for 86 to 92% of the events they share; no model measured on another family can be right much more often than that.",
      "- Family yahoo holds today's index members only, which survived: a live company below that size is served with the calibration of alphavantage.",
      "- The base rate drifts (46% in 1993, 81% of the S&P 500 in 2021). Bands carry a standard deviation of 1.5 points a year for it.",
      "- Estimate revisions, the spread of analysts' estimates and news are shown as evidence and do not move the probability: the fitting data has none of them.",
      "- Nothing here forecasts the share price. A beat does not mean that the stock rises.",
      "",
      "## Refit",
      "    npm run tool -- model-fit --history FILE [FILE …] --until YYYY-MM-DD [--sectors FILE] [--closes FILE …]",
      "    npm run -s model:evaluate -- --history FILE [FILE …] --from YYYY-MM-DD --to YYYY-MM-DD [--feature-tier NAME] [--history-depth 4] [--family NAME] [--base-rate class|constant] [--sectors FILE] [--closes FILE …] [--json]",
      "",
      "The same files and date give the same bytes. Which years choose and which judge: `docs/decisions/0055-which-years-judge-the-model.md`; features, networks and sizes that were tried, and what they gave: `docs/decisions/0061-what-was-tried-on-the-model.md`.",
      "",
    ],
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
