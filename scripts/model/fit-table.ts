import { featureTiers } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { allFeatureNames, featureNames } from "#model/features.ts";
import { isBeat, LABEL_FAMILIES, type LabelFamily, toCents } from "#model/history.ts";
import { relativeSurprise, surpriseBinOf } from "#model/surprise-bins.ts";
import type { FeatureTier } from "#model/weights.ts";
import type { EarningsEvent } from "./events.ts";
import { depthOfTier, type Examples, examplesAt } from "./examples.ts";
import { type Histories, joinHistories, withSectorsOfOthers } from "./histories.ts";

/** Earlier events are sparse, have half as many beats, and have coarse estimates. */
const FIRST_DAY = "2004-01-01";
/** The labels of small caps differ most from those of live sources. */
const SMALL_CAPS_WEIGHT = 0.5;
/** Until then, a first event is the beginning of the file rather than of the company. */
const BEGINNING_DAYS = 400;

/** Events in order of time, in arrays that threads share. Row i of each feature tier is event i. */
export type FitTable = {
  n: number;
  width: number;
  /** Row by row. */
  tiers: Record<FeatureTier, Float64Array>;
  /** 1 for a beat. */
  labels: Uint8Array;
  bins: Uint8Array;
  /** Relative to the consensus. */
  surprises: Float64Array;
  /** Milliseconds. */
  days: Float64Array;
  /** Indexes into LABEL_FAMILIES. */
  families: Uint8Array;
  /** 0 without a price. */
  trends: Float64Array;
  /** An event with weight 0 is only forecast. */
  weights: Float64Array;
};

export type FitData = { table: FitTable; events: EarningsEvent[]; histories: Histories };

/** Adds events without weight from the ISO day `testedFrom` on. */
export function fitDataOf(files: readonly (readonly EarningsEvent[])[], testedFrom: string): FitData {
  const histories = joinHistories(withSectorsOfOthers(files));
  const isWanted = (event: EarningsEvent) =>
    event.reportDate >= FIRST_DAY && (histories.isCounted(event) || event.reportDate >= testedFrom);
  const all = examplesAt(
    histories.events,
    isWanted,
    featureTiers.map((featureTier) => depthOfTier[featureTier]),
    (hasRevisionYears(histories.events) ? allFeatureNames : featureNames).length,
  );
  const { n, width, labels, events } = all[0] as Examples;
  const starts = beginnings(histories.events);
  const reports = featureNames.indexOf("reports");
  const surprises = Float64Array.from(events, surpriseOf);
  const table: FitTable = {
    n,
    width,
    tiers: Object.fromEntries(
      featureTiers.map((featureTier, i) => [featureTier, shared(all[i]?.rows ?? [])]),
    ) as FitTable["tiers"],
    labels: Uint8Array.from(labels),
    bins: Uint8Array.from(surprises, surpriseBinOf),
    surprises,
    days: Float64Array.from(events, (event) => Date.parse(event.reportDate)),
    families: Uint8Array.from(events, (event) => LABEL_FAMILIES.indexOf(event.family)),
    trends: Float64Array.from(events, (event) => event.trend),
    weights: Float64Array.from(events, (event, i) => {
      if (!histories.isCounted(event)) return 0;
      const isFirst = all[0]?.rows[i * width + reports] === 0;
      if (isFirst && (event.coverage === "seasons" || event.reportDate < (starts.get(event.family) ?? "")))
        return 0;
      return event.family === "small_caps" ? SMALL_CAPS_WEIGHT : 1;
    }),
  };
  return { table, events, histories };
}

/** Decision 0055: two years choose and one judges. */
const REVISION_YEARS = 3;
const REVISIONS_A_YEAR = 2_000;

/** A report counts when the consensus of a month before is known. */
export function hasRevisionYears(events: readonly EarningsEvent[], aYear = REVISIONS_A_YEAR): boolean {
  const watched = events.filter(({ revisions }) => revisions?.[30] != null);
  const years = Map.groupBy(watched, ({ reportDate }) => reportDate.slice(0, 4));
  return [...years.values()].filter((own) => own.length >= aYear).length >= REVISION_YEARS;
}

/** Relative to the consensus; exactly 0 for a meet. */
export function surpriseOf({ epsActual, epsEstimate }: EarningsEvent): number {
  const [actual, estimate] = [toCents(epsActual), toCents(epsEstimate)];
  return actual === estimate && !isBeat(epsActual, epsEstimate) ? 0 : relativeSurprise(actual, estimate);
}

/** ISO days. */
function beginnings(events: readonly EarningsEvent[]): Map<LabelFamily, string> {
  const starts = new Map<LabelFamily, string>();
  for (const { family, reportDate } of events)
    if (!starts.has(family)) starts.set(family, isoDay(Date.parse(reportDate) + BEGINNING_DAYS * DAY_MS));
  return starts;
}

function shared(values: ArrayLike<number>): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(8 * values.length));
  copy.set(values);
  return copy;
}
