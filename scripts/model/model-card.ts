import { featureTiers } from "#contract/rules.ts";
import { LABEL_FAMILIES } from "#model/history.ts";
import { Z95 } from "#model/statistics.ts";
import study from "#model/versus-study.json" with { type: "json" };
import type { FeatureTier, ModelWeights } from "#model/weights.ts";
import { sizeFigures, type TestedForecast } from "./assess.ts";
import { cardText } from "./card-text.ts";
import { differenceOf } from "./clustered.ts";
import { driftOverMonths } from "./drift.ts";
import { forecastKey } from "./earlier-forecasts.ts";
import type { EarningsEvent } from "./events.ts";
import { figuresOf } from "./figures.ts";
import { type Input, inputLines } from "./inputs.ts";
import { JUDGED_YEARS, judgedFigures, judgmentPart, splitForJudge } from "./judge.ts";
import { calibrationError } from "./metrics.ts";
import { recordedInputs } from "./recorded-inputs.ts";
import { reliabilityBins } from "./reliability-picture.ts";
import { classesBefore } from "./rolling-classes.ts";
import { shiftPart } from "./shift-part.ts";
import type { FitSettings } from "./train.ts";

type CardFacts = {
  weights: ModelWeights;
  tested: Record<FeatureTier, TestedForecast[]>;
  inputs: readonly Input[];
  /** All reports of the histories, each once. */
  counted: readonly EarningsEvent[];
  settings: FitSettings;
  judgments: readonly string[];
};

/** The minimum for a line in a table. */
const MIN_FORECASTS = 20;

/** One page for readers, then data, method and tables. */
export function modelCard(facts: CardFacts): string {
  const { weights, tested: all, inputs, settings, judgments } = facts;
  const text = cardText(weights, settings);
  const tested = Object.fromEntries(
    featureTiers.map((featureTier) => [featureTier, splitForJudge(all[featureTier]).chosenOn]),
  ) as CardFacts["tested"];
  return [
    text.title,
    "",
    ...text.gives,
    ...text.good,
    ...readersTable(tested.full, facts.counted),
    "",
    ...judgedLines(judgments, weights.version),
    ...text.against(tradersLine()),
    ...text.limits,
    ...text.reliability,
    ...text.tables,
    ...text.data,
    ...inputLines(inputs),
    "",
    ...text.method,
    ...tableOf("year", byYear(tested.full)),
    "",
    text.families,
    "",
    ...tableOf(
      "family, feature tier",
      LABEL_FAMILIES.flatMap((family) =>
        featureTiers.map((featureTier) => [
          `${family}, ${featureTier}`,
          tested[featureTier].filter((forecast) => forecast.event.family === family),
        ]),
      ),
    ),
    "",
    text.yahoo,
    "",
    ...featureTiers.flatMap((featureTier) => [
      ...tableOf(
        featureTier,
        byYear(tested[featureTier].filter((forecast) => forecast.event.family === "yahoo")),
      ),
      "",
    ]),
    ...judgmentPart(judgments),
    // The half-years of the judge's year are listed once it was opened.
    ...shiftPart(judgments.length > 0 ? all : tested),
    ...text.size,
    ...sizeTable(tested),
    "",
    ...text.calibration,
    ...calibrationTable(tested),
    "",
    driftLine(tested),
    "",
    ...text.confidence,
    ...confidenceTable(weights),
    "",
    ...recordedInputs([facts.counted]),
    ...text.rest,
  ].join("\n");
}

/** The forecasts beside the rates of similar companies, each report once. */
function readersTable(full: readonly TestedForecast[], counted: readonly EarningsEvent[]): string[] {
  const classes = new Map(
    [...classesBefore(counted)].map(([event, { beatRate }]) => [forecastKey(event), beatRate]),
  );
  const rows = full.flatMap(({ event, isBeat, beatProbability }) => {
    const rate = classes.get(forecastKey(event));
    const { symbol, reportDate: day, family } = event;
    return rate === undefined
      ? []
      : [{ symbol, day, family, event, isBeat, beatProbability, before: rate, after: beatProbability }];
  });
  const years = [rows[0], rows.at(-1)].map((row) => row?.day.slice(0, 4));
  const lines = [
    ["large companies (S&P 500)", rows.filter(({ family }) => family === "yahoo")] as const,
    ["all others", rows.filter(({ family }) => family !== "yahoo")] as const,
    ["all", rows] as const,
  ];
  return [
    `| reports of ${years.join(" to ")} | n | AUC | Brier score | of similar companies | difference, 95% by company and week |`,
    "|---|---|---|---|---|---|",
    ...lines.flatMap(([label, own]) => {
      if (own.length < MIN_FORECASTS) return [];
      const { n, auc, brier } = figuresOf(own);
      const { value, error } = differenceOf(own).brier;
      const range = [value, value - Z95 * error, value + Z95 * error].map((part) => part.toFixed(4));
      const cells = [label, n, percent(auc), brier.toFixed(4), (brier - value).toFixed(4)];
      return [`| ${cells.join(" | ")} | ${range[0]} [${range[1]}, ${range[2]}] |`];
    }),
  ];
}

function judgedLines(judgments: readonly string[], version: string): string[] {
  const judged = judgedFigures(judgments, version);
  if (!judged) return [];
  const { large, all } = judged;
  return [
    `No choice of the model used the newest whole years, which were opened once for this version. Large companies in ${JUDGED_YEARS.yahoo}: ${judgedText(large)}. All families in ${JUDGED_YEARS.all}: ${judgedText(all)}.`,
    "",
  ];
}

/** Writes out the figures of a cell of the judge's table, such as "1988: 0.6933, 0.1756, 0.0286". */
function judgedText(cell: string): string {
  const [n, auc, brier, ece] = cell.split(/[:,] /);
  return `AUC ${percent(Number(auc))}, Brier score ${brier}, calibration error ${ece} (${n} reports)`;
}

/** The study of past questions, which may be of an earlier version. */
function tradersLine(): string {
  const { figures, modelVersion } = study;
  const { ours, traders } = figures.scores;
  return `on ${figures.n} past questions of a prediction market, the Brier score of version ${modelVersion} was ${ours.brier.toFixed(4)} and the traders' ${traders.brier.toFixed(4)}.`;
}

type Line = [string, TestedForecast[]];

function byYear(forecasts: readonly TestedForecast[]): Line[] {
  const years = new Map<string, TestedForecast[]>();
  for (const forecast of forecasts) {
    const year = forecast.event.reportDate.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), forecast]);
  }
  return [...years, ["all", [...forecasts]]];
}

function tableOf(name: string, lines: readonly Line[]): string[] {
  return [
    `| ${name} | n | beats | mean P | AUC | Brier | Brier of the share of beats | log-loss | ECE | accuracy | on large surprises |`,
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...lines.flatMap(([label, forecasts]) =>
      forecasts.length < MIN_FORECASTS ? [] : [figuresLine(label, forecasts)],
    ),
  ];
}

function figuresLine(label: string, forecasts: readonly TestedForecast[]): string {
  const figures = figuresOf(forecasts);
  const cells = [
    label,
    figures.n,
    percent(figures.beatShare),
    percent(figures.meanProbability),
    ...[figures.auc, figures.brier, figures.brierOfShare, figures.logLoss, figures.ece].map((value) =>
      value.toFixed(4),
    ),
    percent(figures.accuracy),
    percent(figures.largeSurpriseAccuracy),
  ];
  return `| ${cells.join(" | ")} |`;
}

function sizeTable(tested: CardFacts["tested"]): string[] {
  const line = (label: string, forecasts: readonly TestedForecast[]) => {
    const { coverage, pinballGain } = sizeFigures(forecasts.map(({ size }) => size));
    const cells = [label, forecasts.length, percent(coverage), percent(pinballGain)];
    return `| ${cells.join(" | ")} |`;
  };
  return [
    "| feature tier, year | n | coverage of the 80% interval | pinball loss below that of past quantiles |",
    "|---|---|---|---|",
    ...featureTiers.flatMap((featureTier) =>
      byYear(tested[featureTier]).map(([year, own]) => line(`${featureTier}, ${year}`, own)),
    ),
    "",
    "| band of the surprise (full feature tier) | mean probability | observed |",
    "|---|---|---|",
    ...bandLines(tested.full),
  ];
}

const bandNames = {
  missBy5OrMore: "miss by 5% or more",
  miss: "miss by less",
  meet: "meet",
  beat: "beat by less than 5%",
  beatBy5OrMore: "beat by 5% or more",
} as const;

function bandLines(forecasts: readonly TestedForecast[]): string[] {
  const observed = { missBy5OrMore: 0, miss: 0, meet: 0, beat: 0, beatBy5OrMore: 0 };
  for (const { band } of forecasts) observed[band]++;
  return Object.entries(bandNames).map(([key, name]) => {
    const band = key as keyof typeof bandNames;
    const mean = forecasts.reduce((sum, { bands }) => sum + bands[band], 0) / forecasts.length;
    return `| ${name} | ${percent(mean)} | ${percent(observed[band] / forecasts.length)} |`;
  });
}

function calibrationTable(tested: CardFacts["tested"]): string[] {
  const bins = reliabilityBins(tested.full);
  return [
    `Expected calibration error ${calibrationError(bins).toFixed(4)}.`,
    "",
    "| predicted | observed | n |",
    "|---|---|---|",
    ...bins.map((bin) => `| ${percent(bin.predicted)} | ${percent(bin.observed)} | ${bin.n} |`),
  ];
}

/** A test compares these ranges with the alarms of recalibration.ts. */
function driftLine({ full }: CardFacts["tested"]): string {
  const { months, slope, slopeRange, share, shareRange } = driftOverMonths(full);
  return `Slope month by month (${months} months of 100 forecasts or more): standard deviation about 1 of ${slope.toFixed(3)} beyond chance, 95% range ±${slopeRange.toFixed(2)}. Share of beats against the mean forecast: standard deviation ${share.toFixed(4)} beyond chance, 95% range ±${shareRange.toFixed(3)}. The monthly watch on settled predictions raises an alarm for a slope or a share further off than these ranges and 3.5 standard errors together.`;
}

function confidenceTable({ tiers }: ModelWeights): string[] {
  return [
    "| feature tier | very high from | high from | medium from |",
    "|---|---|---|---|",
    ...featureTiers.map((featureTier) => {
      const { very_high, high, medium } = tiers[featureTier].confidence;
      return `| ${featureTier} | ${percent(very_high)} | ${percent(high)} | ${percent(medium)} |`;
    }),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
