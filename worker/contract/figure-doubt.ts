/**
 * Why a past quarter's figures are doubtful. `two_estimates`: the source gives two, so the estimate is unknown.
 * The others concern the reported figure too: the source gives two results, or its result and its estimate are
 * on different bases (another currency, other accounting) or in different shares (one side of a split).
 */
export const figureDoubts = ["two_estimates", "two_results", "other_basis", "other_shares"] as const;
export type FigureDoubt = (typeof figureDoubts)[number];

/**
 * Returns true when the doubt concerns the reported figure. Such a figure is shown, but it is no input of the
 * model and settles nothing by itself.
 */
export function isResultDoubtful(doubt: FigureDoubt | null | undefined): boolean {
  return doubt !== null && doubt !== undefined && doubt !== "two_estimates";
}

/** Why figures are doubtful, as people read it. */
export const doubtTexts: Readonly<Record<FigureDoubt, string>> = {
  two_estimates: "the source gives two estimates, so none is used",
  two_results: "the source gives two results",
  other_basis: "the result and the estimate seem to be on different bases or in different currencies",
  other_shares: "the result and the estimate seem to be in shares of before and after a split",
};

export const rowFaultReasons = [
  "listed_twice",
  "dated_on_quarter_end",
  "superseded_day",
  "impossible_day",
  "other_ticker",
  "unreadable",
  "placeholder_result",
  "placeholder_estimate",
  "next_quarters_estimate",
  "sudden_estimate",
  ...figureDoubts,
] as const;
export type RowFaultReason = (typeof rowFaultReasons)[number];

/** A row of a source that was not taken as it came. `day` is the row's report date or quarter end. */
export type RowFault = { reason: RowFaultReason; symbol: string; day: string };
