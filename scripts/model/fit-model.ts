import { createHash } from "node:crypto";
import { featureNames } from "#analysis/model/features.ts";
import { isBeat } from "#analysis/model/history.ts";
import type { ModelWeights } from "#analysis/model/weights.ts";
import { DAY_MS, isoDay } from "#worker/time.ts";
import { calibrate, countBands, fitConfidence } from "./calibrate.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";
import { modelCard } from "./model-card.ts";
import { type FitSettings, fitUntil, SHIPPED_FIT, trainingSet } from "./train.ts";
import { contenders, walkForward } from "./walk-forward.ts";

/** Years before the end of the data that the models are compared and calibrated on, each unseen by its fit. */
const TESTED_YEARS = 8;
const BASE_RATE_YEARS = 2;

/**
 * Fits the model on histories (sorted by day; the first is the one tested on) and writes its card. The same histories
 * give the same result to the byte. Throws HistoryError without any event.
 */
export function fitModel(
  histories: readonly (readonly EarningsEvent[])[],
  report: (line: string) => void,
  settings: FitSettings = SHIPPED_FIT,
): { weights: ModelWeights; card: string } {
  const [first = []] = histories;
  const newest = first.at(-1)?.reportDate;
  if (!newest) throw new HistoryError("the first history has no event until this day");
  const lastYear = Number(newest.slice(0, 4));
  const set = trainingSet(histories);
  const walk = walkForward(set, first, [lastYear - TESTED_YEARS + 1, lastYear], settings, report);

  const { examples, logOdds } = walk;
  const { labels } = examples;
  const results = contenders.map((name) => ({ name, ...calibrate(logOdds[name], labels) }));
  const best = results.reduce((a, b) => (b.loss < a.loss ? b : a));

  const fitted = fitUntil(set, dayAfter(newest), settings);
  const body = {
    fittedUntil: newest,
    features: [...featureNames],
    featureMeans: fitted.logistic.means,
    treeShare: { logistic: 0, trees: 1, blend: walk.treeShare }[best.name],
    logistic: fitted.logistic,
    trees: fitted.trees,
    calibration: best.calibration,
    baseRate: recentBaseRate(first, newest),
    bands: countBands(best.probabilities, labels),
    confidence: fitConfidence(best.probabilities),
  };
  const digest = createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 8);
  const weights: ModelWeights = { version: `${newest}.${digest}`, ...body };
  return { weights, card: modelCard({ weights, walk, results, best, histories, settings }) };
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
