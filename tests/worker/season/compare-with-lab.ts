import { expect } from "vitest";
import type { LockEvidence } from "#contract/lock-evidence.ts";
import { featureNames, featuresOf } from "#model/features.ts";
import { type ForecastRequest, forecast } from "#model/predict.ts";
import type { ModelWeights } from "#model/weights.ts";
import type { ForecastEvent } from "../../../scripts/model/forecast-row.ts";

/** The features, probability and base rate of a lock may differ from the lab's by this much. */
const TOLERANCE = 1e-9;

/**
 * Expects each lock to have the lab's numbers for the same report. Returns how many locks lack each feature,
 * without leaving one out.
 */
export function expectLabNumbers(
  locks: readonly LockEvidence[],
  rows: readonly ForecastEvent[],
  weights: ModelWeights,
): Record<string, number> {
  const lab = new Map(rows.map((row) => [`${row.event.symbol} ${row.event.reportDate}`, row]));
  const missing: Record<string, number> = {};
  for (const { symbol, reportDate, input, features: stored } of locks) {
    const name = `${symbol} ${reportDate}`;
    const row = lab.get(name);
    if (!row) throw new Error(`${name} is not in the lab`);
    const request = input as unknown as ForecastRequest;
    const features = featuresOf(request);
    for (const [i, feature] of featureNames.entries()) {
      const [live, evaluated] = [features[i] as number, row.features[i] as number];
      expect(Number.isNaN(live) ? null : live, `${name} ${feature}`).toBe(stored[feature]);
      expect(Number.isNaN(live), `${name} lacks ${feature}`).toBe(Number.isNaN(evaluated));
      if (Number.isNaN(live)) missing[feature] = (missing[feature] ?? 0) + 1;
      else expect(Math.abs(live - evaluated), `${name} ${feature}`).toBeLessThanOrEqual(TOLERANCE);
    }
    const { beatProbability, baseRate } = forecast(request, weights);
    expect(Math.abs(beatProbability - row.probability), name).toBeLessThanOrEqual(TOLERANCE);
    expect(Math.abs(baseRate - row.classRate), name).toBeLessThanOrEqual(TOLERANCE);
  }
  return missing;
}
