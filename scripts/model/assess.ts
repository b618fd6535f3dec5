import { featureTiers } from "#contract/rules.ts";
import { LABEL_FAMILIES, type LabelFamily, toCents } from "#model/history.ts";
import { coveringFactorOf } from "#model/interval-width.ts";
import { type ScoringContext, sizeWeightsOf } from "#model/score.ts";
import { sigmoid } from "#model/statistics.ts";
import { type CompanySurprises, SURPRISE_BINS } from "#model/surprise-bins.ts";
import {
  bandOfBin,
  bandsOf,
  expectedEpsFrom,
  fittedInterval,
  type SurpriseBands,
  type SurpriseDistribution,
  surpriseDistribution,
} from "#model/surprise-distribution.ts";
import type { FeatureTier } from "#model/weights.ts";
import { lockDayOf } from "#season/upcoming/lock-times.ts";
import type { EarningsEvent } from "./events.ts";
import { type PastQuantiles, pinballOf, type Quantiles } from "./past-quantiles.ts";
import { RollingShift } from "./rolling-shift.ts";
import { RollingWidth } from "./rolling-width.ts";
import type { SizeCase } from "./size-cases.ts";
import { type Calibration, calibrationOf, type Tested } from "./tier-calibration.ts";
import { blendOf, type WalkForward } from "./walk-forward.ts";

export type TestedForecast = {
  event: EarningsEvent;
  isBeat: boolean;
  beatProbability: number;
  /** What the day added to the log-odds: 0 in a feature tier with the market's context. */
  shift: number;
  bands: SurpriseBands;
  band: keyof SurpriseBands;
  size: SizeOutcome;
};

export type SizeOutcome = {
  isCovered: boolean;
  /** Null with too few past surprises. */
  pinball: { own: number; pastQuantiles: number } | null;
};

export const tiersWithoutContext: readonly FeatureTier[] = ["forty_quarters", "four_quarters"];

/** Years that only serve calibration. */
const BURN_IN_YEARS = 1;

/** Each tested year is calibrated on earlier tested years. */
export function testedForecasts(walk: WalkForward, tested: Tested): Record<FeatureTier, TestedForecast[]> {
  const { table, events, cases } = tested;
  const all = new Map<FeatureTier, TestedForecast[]>(featureTiers.map((featureTier) => [featureTier, []]));
  const widths = new Map(featureTiers.map((featureTier) => [featureTier, new RollingWidth()]));
  const shifts = new Map(tiersWithoutContext.map((featureTier) => [featureTier, new RollingShift()]));
  for (const { from, to } of walk.years.slice(BURN_IN_YEARS)) {
    const calibration = calibrationOf(walk, tested, from);
    for (const featureTier of featureTiers)
      for (let k = from; k < to; k++) {
        const number = walk.rows[k] as number;
        const family = LABEL_FAMILIES[table.families[number] as number] as LabelFamily;
        const event = events[number] as EarningsEvent;
        const { companies, past } = cases.get(event) as SizeCase;
        const shiftOf = shifts.get(featureTier);
        const shift = shiftOf?.on(lockDayOf(event)).logOdds ?? 0;
        const serving = { featureTier, family, trend: table.trends[number] as number, shift };
        const found = calibrated(walk, serving, k, calibration, companies[featureTier]);
        const { beatProbability } = found;
        const isBeat = table.labels[number] === 1;
        shiftOf?.add({ reportDate: event.reportDate, isBeat, beatProbability, shift });
        const distribution = widenedByDay(found.distribution, event, widths.get(featureTier) as RollingWidth);
        all.get(featureTier)?.push({
          event,
          isBeat,
          beatProbability,
          shift,
          bands: bandsOf(distribution),
          band: bandOfBin(table.bins[number] as number),
          size: sizeOutcome(distribution, event, past),
        });
      }
  }
  return Object.fromEntries(all) as Record<FeatureTier, TestedForecast[]>;
}

/** `k` indexes the walk-forward test. */
function calibrated(
  walk: WalkForward,
  serving: ScoringContext,
  k: number,
  calibration: Calibration,
  company: CompanySurprises,
): { beatProbability: number; distribution: SurpriseDistribution } {
  const { featureTier, family, trend, shift } = serving;
  const { trees, nets, bins } = walk.scores[featureTier];
  const { calibration: scalings, trendWeight } = calibration.tiers[featureTier];
  const { slope, intercept } = scalings[family];
  const logOdds = blendOf(trees[k] as number, nets[k] as number) + trendWeight * trend;
  const beatProbability = sigmoid(intercept + slope * logOdds + shift);
  const binScores = bins.slice(k * SURPRISE_BINS, (k + 1) * SURPRISE_BINS);
  const sizes = sizeWeightsOf(calibration, serving);
  return {
    beatProbability,
    distribution: surpriseDistribution({ binScores, beatProbability }, sizes, company),
  };
}

/** Each outcome counts toward the widths of later days. */
export function widenedByDay(
  distribution: SurpriseDistribution,
  event: EarningsEvent,
  widths: RollingWidth,
): SurpriseDistribution {
  const { factor } = widths.on(lockDayOf(event));
  const { epsEstimate, epsActual } = event;
  const figures = { consensusEps: epsEstimate, reportedEps: epsActual };
  widths.add(event, coveringFactorOf(fittedInterval(distribution), figures));
  return { ...distribution, width: factor };
}

export function sizeOutcome(
  distribution: SurpriseDistribution,
  event: EarningsEvent,
  past: PastQuantiles,
): SizeOutcome {
  const { eps, low, high } = expectedEpsFrom(distribution, toCents(event.epsEstimate));
  const actual = toCents(event.epsActual);
  const own = [low, eps, high].map((value) => value - toCents(event.epsEstimate)) as unknown as Quantiles;
  return {
    isCovered: actual >= low && actual <= high,
    pinball: past.quantiles
      ? {
          own: pinballOf(own, event, past.level),
          pastQuantiles: pinballOf(past.quantiles, event, past.level),
        }
      : null,
  };
}

export function sizeFigures(outcomes: readonly SizeOutcome[]): { coverage: number; pinballGain: number } {
  const compared = outcomes.flatMap(({ pinball }) => pinball ?? []);
  const own = compared.reduce((sum, pinball) => sum + pinball.own, 0);
  const before = compared.reduce((sum, pinball) => sum + pinball.pastQuantiles, 0);
  const covered = outcomes.filter((outcome) => outcome.isCovered).length;
  return { coverage: covered / outcomes.length, pinballGain: 1 - own / before };
}
