import { featureTiers } from "#contract/rules.ts";
import { frameOf } from "#model/frame.ts";
import { type CompanySurprises, companySurprises } from "#model/surprise-bins.ts";
import type { FeatureTier } from "#model/weights.ts";
import type { EarningsEvent } from "./events.ts";
import { depthOfTier, occasionsOf, seenAt } from "./examples.ts";
import { type PastQuantiles, pastQuantilesIn } from "./past-quantiles.ts";

/** The past as each feature tier and a rival model see it. */
export type SizeCase = { companies: Record<FeatureTier, CompanySurprises>; past: PastQuantiles };

export function sizeCasesOf(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean,
): Map<EarningsEvent, SizeCase> {
  const cases = new Map<EarningsEvent, SizeCase>();
  for (const { event, input } of occasionsOf(events, isWanted)) {
    const companies = featureTiers.map((featureTier) => {
      const depth = depthOfTier[featureTier];
      const seen = seenAt(input, typeof depth === "function" ? depth(cases.size) : depth);
      return [featureTier, companySurprises(frameOf(seen))];
    });
    cases.set(event, {
      companies: Object.fromEntries(companies) as SizeCase["companies"],
      past: pastQuantilesIn(frameOf(input)),
    });
  }
  return cases;
}
