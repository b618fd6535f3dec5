import { createHash } from "node:crypto";
import { featureNames } from "#analysis/model/features.ts";
import { isBeat } from "#analysis/model/history.ts";
import { VIEWS, type View } from "#analysis/model/view.ts";
import type { ModelWeights } from "#analysis/model/weights.ts";
import { DAY_MS, isoDay } from "#worker/time.ts";
import { type TestedForecast, testedForecasts } from "./assess.ts";
import { atLeast, countBands, fitConfidence } from "./calibrate.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";
import { type FitData, fitDataOf } from "./fit-table.ts";
import { modelCard } from "./model-card.ts";
import { sizeCasesOf } from "./size-cases.ts";
import { type FitSettings, type Fitted, SHIPPED_FIT } from "./train.ts";
import { type Calibration, calibrationOf } from "./view-calibration.ts";
import { TREE_SHARE, walkForward } from "./walk-forward.ts";

/** Years before the end of the data that are forecast, each unseen by its fit; the first serves calibration alone. */
const TESTED_YEARS = 6;
const BASE_RATE_YEARS = 2;

type FittedModel = {
  weights: ModelWeights;
  tested: Record<View, TestedForecast[]>;
  /** The card with the lines of the judge's year. */
  cardWith: (judgments: readonly string[]) => string;
};

/**
 * Fits the model on files of events and writes its card. The same files in the same order give the same result to the
 * byte. Throws HistoryError without any event.
 */
export async function fitModel(
  files: readonly (readonly EarningsEvent[])[],
  report: (line: string) => void,
  settings: FitSettings = SHIPPED_FIT,
): Promise<FittedModel> {
  const newest = files
    .flatMap((events) => events.at(-1)?.reportDate ?? [])
    .sort()
    .at(-1);
  if (!newest) throw new HistoryError("the histories have no event until this day");
  const lastYear = Number(newest.slice(0, 4));
  const firstYear = lastYear - TESTED_YEARS + 1;
  const data = fitDataOf(files, `${firstYear}-01-01`);
  const { table } = data;
  report(`${table.n} events, ${table.weights.filter((weight) => weight > 0).length} learnt`);
  const results = await walkForward(table, [firstYear, lastYear], dayAfter(newest), settings, report);
  const isTested = (event: EarningsEvent) => event.reportDate >= `${firstYear}-01-01`;
  const cases = sizeCasesOf(data.histories.events, isTested);
  const tested = testedForecasts(results.walk, { ...data, cases });
  const calibration = calibrationOf(results.walk, { ...data, cases }, results.walk.rows.length);
  const weights = weightsFrom(data, results.fitted, calibration, tested, newest);
  return {
    weights,
    tested,
    cardWith: (judgments) => modelCard({ weights, tested, files, settings, judgments }),
  };
}

/** The weights file of a last fit, calibrated on the walk-forward test before it. */
function weightsFrom(
  { events, histories }: FitData,
  fitted: Fitted,
  { views, tails }: Calibration,
  tested: FittedModel["tested"],
  newest: string,
): ModelWeights {
  const viewWeights = Object.fromEntries(
    VIEWS.map((view) => {
      const probabilities = Float64Array.from(tested[view], ({ beatProbability }) => beatProbability);
      const labels = Uint8Array.from(tested[view], (forecast) => Number(forecast.isBeat));
      const full = fitConfidence(Float64Array.from(tested.full, ({ beatProbability }) => beatProbability));
      return [
        view,
        {
          calibration: views[view].calibration,
          bands: countBands(probabilities, labels),
          confidence: atLeast(fitConfidence(probabilities), full),
          binFactors: views[view].binFactors,
          powers: views[view].powers,
        },
      ];
    }),
  ) as Record<View, ModelWeights["views"][View]>;
  const body = {
    fittedUntil: newest,
    features: [...featureNames],
    featureMeans: fitted.featureMeans,
    treeShare: TREE_SHARE,
    trees: fitted.trees,
    nets: fitted.nets,
    views: viewWeights,
    tails,
    baseRate: recentBaseRate(events.filter(histories.isCounted), newest),
  };
  const digest = createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 8);
  return { version: `${newest}.${digest}`, ...body };
}

function recentBaseRate(events: readonly EarningsEvent[], newest: string): number {
  const from = Date.parse(newest) - BASE_RATE_YEARS * 365 * DAY_MS;
  const recent = events.filter((event) => Date.parse(event.reportDate) > from);
  const beats = recent.filter((event) => isBeat(event.epsActual, event.epsEstimate)).length;
  return Number((beats / recent.length).toFixed(4));
}

function dayAfter(day: string): string {
  return isoDay(Date.parse(day) + DAY_MS);
}
