import {
  addToClasses,
  type BeatCounts,
  type ClassCounts,
  REFERENCE_CLASS_DAYS,
} from "#model/reference-class.ts";
import type { PointInTime } from "./point-in-time.ts";
import { type ReportGroup, readGroups } from "./read-context.ts";
import type { SeasonStore } from "./store.ts";

/**
 * Returns the number of reports and beats in each reference class over the `REFERENCE_CLASS_DAYS` before an ISO day, as
 * known at `moment` (now if null). Reads the database once for all companies.
 */
export async function readReferenceClasses(
  store: SeasonStore,
  day: string,
  moment: PointInTime | null = null,
): Promise<ClassCounts> {
  return classesFrom(await readGroups(store, day, REFERENCE_CLASS_DAYS, moment));
}

/** Returns the counts of `readReferenceClasses` from the counts of `readGroups`. */
export function classesFrom(groups: readonly ReportGroup[]): ClassCounts {
  const counts = new Map<string, BeatCounts>();
  for (const { windows, ...traits } of groups)
    if (windows.classes.n > 0) addToClasses(counts, traits, windows.classes);
  return counts;
}
