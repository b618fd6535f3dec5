import type { FigureDoubt, RowFault, RowFaultReason } from "#contract/figure-doubt.ts";
import type { RevenueFigures } from "#contract/market-data.ts";

/** A row of a source's list of reports, with null for what the source does not say. Days are ISO days. */
export type SourceRow = {
  symbol: string;
  /** `reportDate` and `fiscalQuarterEnd` are never both null. */
  reportDate: string | null;
  fiscalQuarterEnd: string | null;
  consensusEps: number | null;
  reportedEps: number | null;
  revenue?: RevenueFigures | undefined;
  /** The fiscal year to which the source assigns the row. */
  fiscalYear?: number | null | undefined;
  /** The day on which the source last changed the row. */
  statedOn?: string | null | undefined;
  /** A doubt that was raised when the row was read from a longer list. */
  doubt?: FigureDoubt | null | undefined;
};

/** A report as its rows say it. `latestDate` is the last of several expected days, or null with only one. */
export type ReportOfRows<Row> = Row & { doubt: FigureDoubt | null; latestDate: string | null };

/** The figures of a report that is already known. */
export type KnownFigures = {
  reportDate: string;
  consensusEps: number | null;
  reportedEps: number | null;
  doubt: FigureDoubt | null;
};

export function dayOfRow({ reportDate, fiscalQuarterEnd }: SourceRow): string {
  return reportDate ?? fiscalQuarterEnd ?? "";
}

export function faultOf(row: SourceRow, reason: RowFaultReason): RowFault {
  return { reason, symbol: row.symbol, day: dayOfRow(row) };
}

/** Returns the different values among the rows, without null. */
export function distinct<Row>(rows: readonly Row[], figureOf: (row: Row) => number | null): number[] {
  return [...new Set(rows.map(figureOf))].filter((value) => value !== null);
}
