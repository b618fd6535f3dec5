import { createHash } from "node:crypto";
import { featureTiers } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { allFeatureNames } from "#model/features.ts";
import { isBeat } from "#model/history.ts";
import type { FeatureTier, ModelWeights } from "#model/weights.ts";
import { type TestedForecast, testedForecasts } from "./assess.ts";
import { atLeast, countBands, fitConfidence } from "./calibrate.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";
import { type FitData, fitDataOf } from "./fit-table.ts";
import type { Input } from "./inputs.ts";
import { modelCard } from "./model-card.ts";
import { sizeCasesOf } from "./size-cases.ts";
import { type Calibration, calibrationOf, type Tested } from "./tier-calibration.ts";
import { type FitSettings, type Fitted, SHIPPED_FIT } from "./train.ts";
import { TREE_SHARE, type WalkForward, walkForward } from "./walk-forward.ts";

/** Years that their own fit has not seen; the first serves calibration only. */
const TESTED_YEARS = 6;
/** Calendar years, the first perhaps a part, that come before the first tested one. */
const EARLIER_YEARS = 2;
const BASE_RATE_YEARS = 2;

type FittedModel = {
  weights: ModelWeights;
  tested: Record<FeatureTier, TestedForecast[]>;
  /** One for each requested day, with data that ends before it. */
  earlier: ModelWeights[];
  cardWith: (judgments: readonly string[]) => string;
};

/** The first tested year, whose forecasts only calibrate later ones, and the last. Throws HistoryError without an event. */
export function testedYears(files: readonly (readonly EarningsEvent[])[]): [number, number] {
  const days = files.flatMap((events) => events.map(({ reportDate }) => reportDate)).sort();
  const [oldest, newest] = [days[0], days.at(-1)];
  if (!oldest || !newest) throw new HistoryError("the histories have no event until this day");
  const last = Number(newest.slice(0, 4));
  return [Math.max(last - TESTED_YEARS + 1, Number(oldest.slice(0, 4)) + EARLIER_YEARS), last];
}

/**
 * Deterministic to the byte. Each of `befores` (ISO days) adds weights that end before it. Throws HistoryError
 * without any event.
 */
export async function fitModel(
  files: readonly (readonly EarningsEvent[])[],
  report: (line: string) => void,
  settings: FitSettings = SHIPPED_FIT,
  befores: readonly string[] = [],
  inputs: readonly Input[] = [],
): Promise<FittedModel> {
  const [firstYear, lastYear] = testedYears(files);
  const newest = files
    .flatMap((events) => events.at(-1)?.reportDate ?? [])
    .sort()
    .at(-1) as string;
  const data = fitDataOf(files, `${firstYear}-01-01`);
  const { table } = data;
  report(`${table.n} events, ${table.weights.filter((weight) => weight > 0).length} used for fitting`);
  const end = dayAfter(newest);
  const untils = [...befores, end];
  const { walk, fitted } = await walkForward(table, [firstYear, lastYear], { end, untils }, settings, report);
  report("calibrating the tested years");
  const isTested = (event: EarningsEvent) => event.reportDate >= `${firstYear}-01-01`;
  const cases = sizeCasesOf(data.histories.events, isTested);
  const all = { ...data, cases };
  const tested = testedForecasts(walk, all);
  const weights = weightsFrom(
    data,
    fitted.at(-1) as Fitted,
    calibrationOf(walk, all, walk.rows.length),
    tested,
    newest,
  );
  const earlier = befores.map((day, i) =>
    weightsBefore(day, all, { walk, tested, fitted: fitted[i] as Fitted }),
  );
  const counted = data.histories.events.filter(data.histories.isCounted);
  return {
    weights,
    tested,
    earlier,
    cardWith: (judgments) => modelCard({ weights, tested, inputs, counted, settings, judgments }),
  };
}

type Walked = { walk: WalkForward; tested: FittedModel["tested"]; fitted: Fitted };

/** The day itself is excluded. */
function weightsBefore(day: string, all: FitData & Tested, { walk, tested, fitted }: Walked): ModelWeights {
  const isBefore = (event: EarningsEvent) => event.reportDate < day;
  // In the table, a report of the day may precede one of the previous day.
  const first = walk.rows.findIndex((row) => !isBefore(all.events[row] as EarningsEvent));
  const calibration = calibrationOf(walk, all, first < 0 ? walk.rows.length : first);
  const testedBefore = Object.fromEntries(
    featureTiers.map((featureTier) => [
      featureTier,
      tested[featureTier].filter(({ event }) => isBefore(event)),
    ]),
  ) as FittedModel["tested"];
  const events = all.events.filter(isBefore);
  const days = events.map(({ reportDate }) => reportDate).sort();
  const newest = days.at(-1) ?? "";
  return weightsFrom({ ...all, events }, fitted, calibration, testedBefore, newest);
}

function weightsFrom(
  { events, histories, table }: FitData,
  fitted: Fitted,
  { tiers, tails }: Calibration,
  tested: FittedModel["tested"],
  newest: string,
): ModelWeights {
  const tierWeights = Object.fromEntries(
    featureTiers.map((featureTier) => {
      const probabilities = Float64Array.from(tested[featureTier], ({ beatProbability }) => beatProbability);
      const labels = Uint8Array.from(tested[featureTier], (forecast) => Number(forecast.isBeat));
      const full = fitConfidence(Float64Array.from(tested.full, ({ beatProbability }) => beatProbability));
      return [
        featureTier,
        {
          calibration: tiers[featureTier].calibration,
          trendWeight: tiers[featureTier].trendWeight,
          bands: countBands(probabilities, labels),
          confidence: atLeast(fitConfidence(probabilities), full),
          binFactors: tiers[featureTier].binFactors,
          powers: tiers[featureTier].powers,
        },
      ];
    }),
  ) as Record<FeatureTier, ModelWeights["tiers"][FeatureTier]>;
  const body = {
    fittedUntil: newest,
    features: allFeatureNames.slice(0, table.width),
    featureMeans: fitted.featureMeans,
    treeShare: TREE_SHARE,
    trees: fitted.trees,
    nets: fitted.nets,
    tiers: tierWeights,
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
