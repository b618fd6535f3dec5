import { featureTiers } from "#contract/rules.ts";
import { LABEL_FAMILIES } from "#model/history.ts";
import type { FeatureTier, ModelWeights } from "#model/weights.ts";
import { sizeFigures, type TestedForecast } from "./assess.ts";
import { cardText } from "./card-text.ts";
import { driftOverMonths } from "./drift.ts";
import type { EarningsEvent } from "./events.ts";
import { figuresOf } from "./figures.ts";
import { judgmentPart, splitForJudge } from "./judge.ts";
import { calibrationError, deciles } from "./metrics.ts";
import { recordedInputs } from "./recorded-inputs.ts";
import { shiftPart } from "./shift-part.ts";
import type { FitSettings } from "./train.ts";

type CardFacts = {
  weights: ModelWeights;
  tested: Record<FeatureTier, TestedForecast[]>;
  files: readonly (readonly EarningsEvent[])[];
  settings: FitSettings;
  judgments: readonly string[];
};

/** The minimum for a line in a table. */
const MIN_FORECASTS = 20;

export function modelCard({ weights, tested: all, files, settings, judgments }: CardFacts): string {
  const text = cardText(weights, settings);
  const tested = Object.fromEntries(
    featureTiers.map((featureTier) => [featureTier, splitForJudge(all[featureTier]).chosenOn]),
  ) as CardFacts["tested"];
  return [
    ...text.head,
    ...files.map(fileLine),
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
    ...recordedInputs(files),
    ...text.rest,
  ].join("\n");
}

function fileLine(events: readonly EarningsEvent[], i: number): string {
  const family = events[0]?.family ?? "none";
  return `- file ${i + 1}: ${events.length} events from ${events[0]?.reportDate} to ${events.at(-1)?.reportDate}, family ${family}`;
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
  const bins = deciles(
    Float64Array.from(tested.full, ({ beatProbability }) => beatProbability),
    Uint8Array.from(tested.full, ({ isBeat }) => Number(isBeat)),
  );
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
