import { type Compute, clip } from "./frame.ts";
import type { ForecastInput } from "./history.ts";
import { type PastConsensus, REVISION_DAYS } from "./revisions.ts";

/** A source's new rounding moves averages by less. */
const LEAST_CHANGE = 0.005;

/** Wait for the years that choose them: no weights read them before. */
export const revisionFeatures = {
  consensusDrift30: ({ input, level }) => clip(driftOver(input, 30) / level, 1),
  consensusDrift90: ({ input, level }) => clip(driftOver(input, 90) / level, 1),
  revisionsUpShare: ({ input }) => {
    const changes = stepsOf(input).filter(({ change }) => Math.abs(change) >= LEAST_CHANGE);
    return changes.length === 0
      ? Number.NaN
      : changes.filter(({ change }) => change > 0).length / changes.length;
  },
  /** At least: the grid's day after which nothing changed. */
  daysSinceRevision: ({ input }) => {
    const steps = stepsOf(input);
    const last = steps.findIndex(({ change }) => Math.abs(change) >= LEAST_CHANGE);
    if (steps.length === 0) return Number.NaN;
    return last === 0 ? 0 : (steps[last < 0 ? steps.length - 1 : last - 1]?.days ?? Number.NaN);
  },
} as const satisfies Record<string, Compute>;

function driftOver({ upcoming, revisions }: ForecastInput, days: keyof PastConsensus): number {
  return upcoming.epsEstimate - (revisions?.[days] ?? Number.NaN);
}

/** Newest first, as far back as watched. */
function stepsOf({ upcoming, revisions }: ForecastInput): { days: number; change: number }[] {
  const steps: { days: number; change: number }[] = [];
  let later = upcoming.epsEstimate;
  for (const days of REVISION_DAYS) {
    const then = revisions?.[days] ?? null;
    if (then === null) break;
    steps.push({ days, change: later - then });
    later = then;
  }
  return steps;
}
