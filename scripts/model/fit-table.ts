import { DAY_MS, isoDay } from "#contract/time.ts";
import { featureNames } from "#model/features.ts";
import { isBeat, LABEL_FAMILIES, type LabelFamily, toCents } from "#model/history.ts";
import { relativeSurprise, surpriseBinOf } from "#model/surprise-bins.ts";
import { VIEWS, type View } from "#model/weights.ts";
import type { EarningsEvent } from "./events.ts";
import { depthOfView, type Examples, examplesAt } from "./examples.ts";
import { type Histories, joinHistories, withSectorsOfOthers } from "./histories.ts";

/** Events before this day are sparse and of another age (half as many beats, estimates rounded to the cent or worse). */
const FIRST_DAY = "2004-01-01";
/** Weight of the small caps' vendor: its labels differ most from those of live sources. */
const SMALL_CAPS_WEIGHT = 0.5;
/** Days of a family's files before which a company's first event is where the file begins, and no first report. */
const BEGINNING_DAYS = 400;

/** Plain arrays of all events, in order of time, which threads share. Row i of each view is event i. */
export type FitTable = {
  n: number;
  width: number;
  /** Row-major features in every view. */
  views: Record<View, Float64Array>;
  /** 1 for a beat. */
  labels: Uint8Array;
  bins: Uint8Array;
  /** Relative to the consensus. */
  surprises: Float64Array;
  /** Milliseconds. */
  days: Float64Array;
  /** Place in LABEL_FAMILIES. */
  families: Uint8Array;
  /** What an event counts in a fit; 0 for one that is only forecast. */
  weights: Float64Array;
};

export type FitData = { table: FitTable; events: EarningsEvent[]; histories: Histories };

/** Reads files' events into a table. Events that count for no fit are in it from `testedFrom` (ISO day) on. */
export function fitDataOf(files: readonly (readonly EarningsEvent[])[], testedFrom: string): FitData {
  const histories = joinHistories(withSectorsOfOthers(files));
  const isWanted = (event: EarningsEvent) =>
    event.reportDate >= FIRST_DAY && (histories.isCounted(event) || event.reportDate >= testedFrom);
  const all = examplesAt(
    histories.events,
    isWanted,
    VIEWS.map((view) => depthOfView[view]),
  );
  const { n, width, labels, events } = all[0] as Examples;
  const starts = beginnings(histories.events);
  const reports = featureNames.indexOf("reports");
  const surprises = Float64Array.from(events, surpriseOf);
  const table: FitTable = {
    n,
    width,
    views: Object.fromEntries(
      VIEWS.map((view, i) => [view, shared(all[i]?.rows ?? [])]),
    ) as FitTable["views"],
    labels: Uint8Array.from(labels),
    bins: Uint8Array.from(surprises, surpriseBinOf),
    surprises,
    days: Float64Array.from(events, (event) => Date.parse(event.reportDate)),
    families: Uint8Array.from(events, (event) => LABEL_FAMILIES.indexOf(event.family)),
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

/** Surprise of a report relative to its consensus; exactly 0 for a meet. */
export function surpriseOf({ epsActual, epsEstimate }: EarningsEvent): number {
  const [actual, estimate] = [toCents(epsActual), toCents(epsEstimate)];
  return actual === estimate && !isBeat(epsActual, epsEstimate) ? 0 : relativeSurprise(actual, estimate);
}

/** The ISO day of each family from which on a company's first event is its first report. */
function beginnings(events: readonly EarningsEvent[]): Map<LabelFamily, string> {
  const starts = new Map<LabelFamily, string>();
  for (const { family, reportDate } of events)
    if (!starts.has(family)) starts.set(family, isoDay(Date.parse(reportDate) + BEGINNING_DAYS * DAY_MS));
  return starts;
}

/** The same numbers in memory that threads share. */
function shared(values: ArrayLike<number>): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(8 * values.length));
  copy.set(values);
  return copy;
}
