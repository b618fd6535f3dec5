import { MIN_WIDTH_REPORTS, WIDTH_CALIBRATION_REPORTS } from "#model/interval-width.ts";
import type { ModelWeights } from "#model/weights.ts";
import type { FitSettings } from "./train.ts";
import { TREE_SHARE } from "./walk-forward.ts";

export function cardText(weights: ModelWeights, { boosting, treeSeeds, netSeeds, nets }: FitSettings) {
  const [first, second] = nets.hidden;
  return {
    title: `# Model card: ${weights.version}`,
    gives: [
      "## What the number gives",
      "The probability that a company's reported EPS is above the analysts' consensus, both rounded to the cent, and how large the surprise may be. Meeting the consensus exactly is not a beat. Of the reports that get 80%, about 80 in 100 should beat.",
      "",
    ],
    good: [
      "## How good it is on years that nobody saw",
      "Each year is forecast by models fitted on the years before it and calibrated on earlier forecasts. AUC is the chance that of two companies, one that beat and one that did not, the one that beat had the higher number (50% is guessing). The Brier score is the mean squared error of the probability (lower is better).",
      "",
    ],
    against: (traders: string) => [
      "## Against whom",
      "- **Similar companies**: how often companies of the same profit and sector beat in the last four seasons. It knows nothing of the company itself.",
      "- **The share of beats**: one number for all reports of a table, known only afterward, so no forecast could have used it. The tables below have it.",
      `- **Traders**: ${traders} The page [beside prediction markets](/track-record/versus-markets) has the details.`,
      "",
    ],
    limits: [
      "## What it cannot know",
      "- Vendors of different families agree on beat or not for 86 to 92% of the events they share; a model that is measured on another family cannot be right much more often than that.",
      "- Family yahoo has only today's index members, which survived. A live company below that size gets the calibration of alphavantage.",
      "- The base rate drifts (46% in 1993, 81% of the S&P 500 in 2021). Bands include a standard deviation of 1.5 points a year for that.",
      "- Estimate revisions, the spread of analysts' estimates and news are shown as evidence and do not move the probability: the fitting data has none of them.",
      "- Nothing here forecasts the share price. A beat does not mean that the stock rises.",
      "",
    ],
    reliability: [
      "## When it says 70%",
      "Ten groups of forecasts of those years, from the least to the most likely to beat. On the dashed line, as many beat as predicted.",
      "",
      "![Predicted share and share that beat, in ten groups](reliability.svg)",
      "",
    ],
    tables: ["---", "", "The rest of this card is for those who check: data, method and all tables.", ""],
    data: [
      "## Data",
      "Real earnings events (consensus just before the report, EPS then reported), not part of this repository:",
      "",
    ],
    method: [
      "Vendors label reports differently. A family is a group of sources that agree on beat or not for at least 97% of the reports they share. Each company's history comes from one family, and each report is used once for fitting, from the first family that has it in the order yahoo, alphavantage, small_caps, finnhub. Events before 2004 serve only as history. Those of small_caps have half weight, and weights halve every eight years. Family yahoo is Yahoo today (large companies only), alphavantage is Alpha Vantage and Yahoo of earlier years, small_caps is a vendor of 2012 to 2018, and finnhub is Finnhub. A company's first row counts as a first report only if its file began more than 400 days before.",
      "",
      "## Method",
      `${weights.features.length} features come from one function (features.ts), which the fit and the Worker share; eleven of them are the sector. The log odds are ${percent(TREE_SHARE)} those of ${treeSeeds.length * boosting.trees} gradient-boosted trees (depth ${boosting.depth}, rate ${boosting.learningRate}; a clear outcome weighs up to three times as much as an exact meet), and for the rest the mean of ${netSeeds.length} nets (inputs as normal scores of their ranks with flags for missing values, hidden layers of ${first} and ${second}, dropout ${nets.dropout}, two heads: the beat, and twelve bins of the surprise). Market and sector rates come from all reports of the event's own family in the files.`,
      "",
      "Tiers: full (whole history, days, the market's context); forty_quarters (40 quarters with days, no context); four_quarters_with_context (four quarters with days and context); four_quarters (four quarters, neither days nor context). Trees see each event in the full feature tier and in one of the others, and nets see it in all of them in turn. Each feature tier has its own Platt scaling for each label family, its own bands and its own confidence thresholds, all fitted on the walk-forward forecasts (a forecast ten years older than the newest counts half). Sectors that a history file lacks come from `--sectors`.",
      "",
      "The stock's trend is an offset: its weight times the trend, in log odds, is added to the blend before calibration (trend.ts, from `--closes`). A gap is the log of the close over the mean of the newest 50 or 200 closes, minus the median of all companies that day. The trend is half the hyperbolic tangent of the short gap divided by 0.12 plus half that of the long gap divided by 0.25, on the last trading day before the report, and 0 without a price. The weight is fitted for each feature tier on the walk-forward forecasts that have a price, and is never negative.",
      "",
      `The base rate is that of comparable companies (size, profit, sector) over the last four seasons, from the stored reports, shrunk toward the wider classes and, while few reports are stored, toward the fitting data (reference-class.ts). The constant in an evaluation is ${percent(weights.baseRate)}, the beat rate of the newest two years of the data.`,
      "",
      "## Walk-forward test",
      "Each year is forecast by models fitted on the years before it and calibrated on the forecasts of the tested years before it. The first tested year serves only for calibration and is in no table. No model saw the reports that it forecasts in these tables. All families, full feature tier:",
      "",
    ],
    families: "By family and feature tier, all tested years:",
    yahoo: "Members of today's S&P 500 (family yahoo), by feature tier and year:",
    size: [
      "## How large the surprise is",
      "The nets' bins, scaled to the observed frequencies, count as eight past surprises beside the company's own newest twenty. Each of those counts half as much as one four reports newer and represents sizes from half to one and a half times its own, all relative to the present consensus. The bins of a beat add up to its probability. Sizes beyond 5% are raised to a power for each family and feature tier: the median of the powers with which the interval would have contained 80.8% in each earlier tested year.",
      "",
      `The width then follows the season. Each day, sizes are multiplied by the factor with which the fitted interval would have contained 80% of the newest ${WIDTH_CALIBRATION_REPORTS} settled reports of earlier days, or by 1 with fewer than ${MIN_WIDTH_REPORTS}. Sizes up to 5% are unchanged, those from 10% on take the whole factor, and no quantile is further from the consensus than three times the company's usual EPS. Bands and P(beat) do not depend on the width. The lab and the product call the same functions (interval-width.ts), and a lock's evidence includes the day's factor.`,
      "",
      "Coverage is the share of outcomes within the 80% interval, to the cent. Pinball loss is the mean over the quantiles 10, 50 and 90 in units of the company's usual EPS, where a surprise of more than three times that counts as three. It is compared with the quantiles of the company's own last 20 surprises, regardless of how many the feature tier sees.",
      "",
      "`docs/decisions/0065-how-wide-the-interval-is.md` has what was tried, and the results without the day's factor and the limit.",
      "",
    ],
    calibration: ["## Calibration", "Deciles of the walk-forward forecasts of the full feature tier:", ""],
    confidence: [
      "## Confidence",
      "Confidence depends on the probability of the predicted outcome. The most certain 20%, 50% and 80% of a feature tier's walk-forward forecasts are above the three thresholds, which are never below those of the full feature tier. With fewer than four past quarters confidence is one level lower, and with none it is low.",
      "",
    ],
    rest: [
      "## Transparency bars",
      "Each group of inputs is replaced by its average in the fitting data, and the bar is the change in log odds: past EPS trends (surprises, their spread, growth), historical accuracy (the company's record of beats, meets and streaks), analyst ratings (what the consensus implies: growth, size, sign), market sentiment (beat rates of the market, the sector and the season's peers, the sector itself, the country, and the calendar: weekday, lateness, regularity of the reports). A group without data is shown as missing.",
      "",
      "## Refit",
      "    npm run tool -- model-refit --family NAME FILE … [--family NAME FILE …] [--store local|remote|FILE] [--until DATE] [--sectors FILE] [--closes FILE …]",
      "    npm run -s model:evaluate -- --history FILE [FILE …] --from YYYY-MM-DD --to YYYY-MM-DD [--feature-tier NAME] [--history-depth 4] [--family NAME] [--base-rate class|constant] [--sectors FILE] [--closes FILE …] [--json]",
      "",
      "The same files and date give the same bytes. When and how to refit: `docs/RUNBOOK.md`. Which years choose and which judge: `docs/decisions/0055-which-years-judge-the-model.md`; features, networks and sizes that were tried, and what they gave: `docs/decisions/0061-what-was-tried-on-the-model.md`.",
      "",
    ],
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
