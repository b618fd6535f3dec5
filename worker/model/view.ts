import { modelViews } from "#contract/rules.ts";
import type { ForecastInput } from "./history.ts";

/** What a source shows. Each view has its own calibration. */
export const VIEWS = modelViews;
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
