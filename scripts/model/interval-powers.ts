import { LABEL_FAMILIES, type LabelFamily, toCents } from "#model/history.ts";
import { INTERVAL_COVERAGE } from "#model/interval-width.ts";
import { median } from "#model/statistics.ts";
import { MIN_SURPRISE_DENOMINATOR } from "#model/surprise-bins.ts";
import {
  fittedInterval,
  type SurpriseDistribution,
  stretchedSurprise,
} from "#model/surprise-distribution.ts";
import type { EarningsEvent } from "./events.ts";

/** The power of this distribution is 1. */
export type Sized = { distribution: SurpriseDistribution; event: EarningsEvent };

/** The minimum in a year or family. */
const MIN_EVENTS = 200;
/** Above the stated share, because a year of crisis covers far less. */
const MEDIAN_YEAR_SHARE = INTERVAL_COVERAGE + 0.008;
/** From 0.5 to 1.5. */
const TRIED = Array.from({ length: 201 }, (_, i) => 0.5 + i / 200);

/** Uses medians, because 2020 must not widen other intervals. */
export function powersOf(years: readonly (readonly Sized[])[]): Record<LabelFamily, number> {
  const pooled = median(years.map(powerOfYear));
  const entries = LABEL_FAMILIES.map((family) => {
    const own = years
      .map((sized) => sized.filter(({ event }) => event.family === family))
      .filter((sized) => sized.length >= MIN_EVENTS);
    const power = own.length === 0 ? pooled : median(own.map(powerOfYear));
    return [family, Number(power.toPrecision(4))];
  });
  return Object.fromEntries(entries) as Record<LabelFamily, number>;
}

/** Returns the power whose coverage, compared to the cent, is nearest to the interval's share. */
function powerOfYear(sized: readonly Sized[]): number {
  const cases = sized.map(({ distribution, event }) => {
    const consensus = toCents(event.epsEstimate);
    return {
      consensus,
      size: Math.max(MIN_SURPRISE_DENOMINATOR, Math.abs(consensus)),
      actual: toCents(event.epsActual),
      ...fittedInterval(distribution),
    };
  });
  let best = { power: 1, distance: Number.POSITIVE_INFINITY };
  for (const power of TRIED) {
    const at = (quantile: number) => Math.sign(quantile) * stretchedSurprise(Math.abs(quantile), power);
    const covered = cases.filter(
      ({ consensus, size, actual, low, high }) =>
        actual >= toCents(consensus + size * at(low)) && actual <= toCents(consensus + size * at(high)),
    ).length;
    const distance = Math.abs(covered / cases.length - MEDIAN_YEAR_SHARE);
    if (distance < best.distance) best = { power, distance };
  }
  return best.power;
}
