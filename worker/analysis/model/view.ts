import type { ForecastInput } from "./history.ts";

/**
 * What a source shows: `full` all quarters, days and context; `forty` at most 40 quarters with days; `four_context` four
 * with context; `four` four alone. Each has its own calibration.
 */
export const VIEWS = ["full", "forty", "four_context", "four"] as const;
export type View = (typeof VIEWS)[number];

/** Quarters that a plain live source gives. */
export const FOUR_QUARTERS = 4;
/** Quarters that a paid live source gives. */
export const FORTY_QUARTERS = 40;

/** The view that an input belongs to, from what is present in it. Only quarters reported before `asOf` count. */
export function viewOf({ past, context, asOf }: ForecastInput): View {
  const quarters = past.reduce((n, quarter) => n + Number(quarter.reportDate < asOf), 0);
  const hasContext = context.marketBeatRate !== null;
  if (quarters > FOUR_QUARTERS) return hasContext ? "full" : "forty";
  return hasContext ? "four_context" : "four";
}
