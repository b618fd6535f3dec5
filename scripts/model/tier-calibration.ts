import { featureTiers } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { LABEL_FAMILIES, type LabelFamily } from "#model/history.ts";
import { softmax } from "#model/nets.ts";
import { sigmoid } from "#model/statistics.ts";
import { BEAT_EDGES, MEET_BIN, MISS_EDGES, SURPRISE_BINS } from "#model/surprise-bins.ts";
import { surpriseDistribution } from "#model/surprise-distribution.ts";
import type { FeatureTier, ModelWeights, Platt, TierWeights } from "#model/weights.ts";
import { fitPlatt } from "./calibrate.ts";
import type { EarningsEvent } from "./events.ts";
import type { FitTable } from "./fit-table.ts";
import { powersOf, type Sized } from "./interval-powers.ts";
import type { SizeCase } from "./size-cases.ts";
import { trendWeightOf } from "./trend-weight.ts";
import { blended, type WalkForward } from "./walk-forward.ts";

/** With three years, the drift of one year would be taken for a lasting one. */
const HALF_LIFE_YEARS = 10;
/** A family with fewer forecasts takes the calibration of all families. */
const MIN_FORECASTS = 400;
const ROUNDS = 8;
const YEAR_MS = 365.25 * DAY_MS;
/** Bounds keep a handful of outliers from deciding. */
const [LEAST_EXPONENT, GREATEST_EXPONENT] = [0.8, 5];

type TierCalibration = Pick<TierWeights, "calibration" | "trendWeight" | "binFactors" | "powers">;
export type Calibration = { tiers: Record<FeatureTier, TierCalibration>; tails: ModelWeights["tails"] };

export type Tested = {
  table: FitTable;
  events: readonly EarningsEvent[];
  cases: ReadonlyMap<EarningsEvent, SizeCase>;
};

/** Uses only the first forecasts. */
export function calibrationOf(walk: WalkForward, tested: Tested, count: number): Calibration {
  const { table } = tested;
  const rows = walk.rows.slice(0, count);
  const newest = table.days[rows.at(-1) ?? 0] as number;
  const weights = Float64Array.from(
    rows,
    (i) => 0.5 ** ((newest - (table.days[i] as number)) / YEAR_MS / HALF_LIFE_YEARS),
  );
  const tails = tailsOf(table, rows);
  const tiers = featureTiers.map((featureTier) => [
    featureTier,
    calibrateTier(walk, tested, { featureTier, rows, weights, tails }),
  ]);
  return { tiers: Object.fromEntries(tiers) as Calibration["tiers"], tails };
}

type TierTask = {
  featureTier: FeatureTier;
  rows: readonly number[];
  weights: Float64Array;
  tails: Calibration["tails"];
};

function calibrateTier(
  walk: WalkForward,
  { table, events, cases }: Tested,
  { featureTier, rows, weights, tails }: TierTask,
): TierCalibration {
  const blend = blended(walk.scores[featureTier]);
  const trends = Float64Array.from(rows, (i) => table.trends[i] as number);
  const labels = Uint8Array.from(rows, (i) => table.labels[i] as number);
  const trendWeight = trendWeightOf({ blend, trends, labels, weights });
  const logOdds = blend
    .subarray(0, rows.length)
    .map((value, k) => value + trendWeight * (trends[k] as number));
  const plattOf = (members: readonly number[]) =>
    fitPlatt(
      Float64Array.from(members, (k) => logOdds[k] as number),
      Uint8Array.from(members, (k) => table.labels[rows[k] as number] as number),
      Float64Array.from(members, (k) => weights[k] as number),
    );
  const all = rows.map((_, k) => k);
  const pooled = plattOf(all);
  const calibration = Object.fromEntries(
    LABEL_FAMILIES.map((family, number) => {
      const members = all.filter((k) => table.families[rows[k] as number] === number);
      return [family, members.length < MIN_FORECASTS ? pooled : plattOf(members)];
    }),
  ) as Record<LabelFamily, Platt>;
  const probabilities = Float64Array.from(rows, (i, k) => {
    const { slope, intercept } = calibration[LABEL_FAMILIES[table.families[i] as number] as LabelFamily];
    return sigmoid(intercept + slope * (logOdds[k] as number));
  });
  const { bins } = walk.scores[featureTier];
  const binFactors = binFactorsOf(bins, probabilities, table, rows, weights);
  const years = walk.years.filter(({ from }) => from < rows.length);
  const sized = years.map(({ from, to }) =>
    rows.slice(from, to).map((row, k): Sized => {
      const event = events[row] as EarningsEvent;
      const binScores = bins.slice((from + k) * SURPRISE_BINS, (from + k + 1) * SURPRISE_BINS);
      const scored = { binScores, beatProbability: probabilities[from + k] as number };
      const { companies } = cases.get(event) as SizeCase;
      const distribution = surpriseDistribution(
        scored,
        { binFactors, tails, power: 1 },
        companies[featureTier],
      );
      return { distribution, event };
    }),
  );
  return { calibration, trendWeight, binFactors, powers: powersOf(sized) };
}

/** Makes the bins as frequent on average as observed, given a beat or no beat. */
function binFactorsOf(
  scores: Float64Array,
  probabilities: Float64Array,
  table: FitTable,
  rows: readonly number[],
  weights: Float64Array,
): number[] {
  const factors = new Float64Array(SURPRISE_BINS).fill(1);
  const shares = rows.map((_, k) => softmax(scores.slice(k * SURPRISE_BINS, (k + 1) * SURPRISE_BINS)));
  for (let round = 0; round < ROUNDS; round++) {
    const expected = new Float64Array(SURPRISE_BINS).fill(1e-6);
    const observed = new Float64Array(SURPRISE_BINS).fill(1e-6);
    rows.forEach((event, k) => {
      const own = shares[k] as Float64Array;
      const weight = weights[k] as number;
      const p = probabilities[k] as number;
      let [beat, other] = [0, 0];
      for (let b = 0; b < SURPRISE_BINS; b++) {
        const value = (own[b] as number) * (factors[b] as number);
        if (b > MEET_BIN) beat += value;
        else other += value;
      }
      for (let b = 0; b < SURPRISE_BINS; b++) {
        const scale = b > MEET_BIN ? p / beat : (1 - p) / other;
        expected[b] = (expected[b] as number) + weight * scale * (own[b] as number) * (factors[b] as number);
      }
      const bin = table.bins[event] as number;
      observed[bin] = (observed[bin] as number) + weight;
    });
    for (let b = 0; b < SURPRISE_BINS; b++)
      factors[b] = ((factors[b] as number) * (observed[b] as number)) / (expected[b] as number);
  }
  return Array.from(factors, (factor) => Number(factor.toPrecision(5)));
}

/** Hill's estimate (1975) beyond the outermost edges. */
function tailsOf(table: FitTable, rows: readonly number[]): ModelWeights["tails"] {
  const exponentOf = (edge: number, sign: 1 | -1) => {
    const sizes = rows.map((i) => sign * (table.surprises[i] as number)).filter((size) => size >= edge);
    const sum = sizes.reduce((total, size) => total + Math.log(size / edge), 0);
    const exponent = sizes.length > 0 && sum > 0 ? sizes.length / sum : 1;
    return Number(Math.min(GREATEST_EXPONENT, Math.max(LEAST_EXPONENT, exponent)).toFixed(4));
  };
  return { miss: exponentOf(-MISS_EDGES[0], -1), beat: exponentOf(BEAT_EDGES.at(-1) ?? 1, 1) };
}
