import type { FigureDoubt } from "#contract/figure-doubt.ts";
import { type KnownFigures, reportsBefore } from "#market/rows/source-row.ts";
import { isOnOtherBasis, isZeroForNone } from "#market/rows/unlikely-figures.ts";
import type { EarningsEvent } from "../model/events.ts";

type JudgedEvent = { event: EarningsEvent; doubt: FigureDoubt | null };

/**
 * Judges the figures of files by the rule of the store, so that both have the same history: results of zero that stand
 * for none are left out, and those on another basis are doubtful. No company has a report twice (`distinctReports`).
 */
export function judgedEvents(events: readonly EarningsEvent[]): JudgedEvent[] {
  return [...Map.groupBy(events, ({ symbol }) => symbol).values()].flatMap(judgedOfCompany);
}

function judgedOfCompany(events: readonly EarningsEvent[]): JudgedEvent[] {
  const earlier: KnownFigures[] = [];
  const judged: JudgedEvent[] = [];
  for (const event of events.toSorted((a, b) => (a.reportDate < b.reportDate ? -1 : 1))) {
    const { reportDate, epsEstimate: consensusEps, epsActual: reportedEps } = event;
    const figures = { reportDate, consensusEps, reportedEps };
    const before = reportsBefore(reportDate, earlier);
    if (isZeroForNone({ ...figures, day: reportDate }, { before, givesRevenue: false, filed: [] })) continue;
    const doubt = isOnOtherBasis(figures, before) ? "other_basis" : null;
    earlier.push({ ...figures, doubt });
    judged.push({ event, doubt });
  }
  return judged;
}
