import { isOver, likelyFiscalMonth, monthsLater, quarterEnds } from "#market/fiscal-quarters.ts";
import type { StoredReport } from "./report.ts";

/** No report lies further from its quarter. */
const MAX_STEPS = 8;

type Keyed = Pick<StoredReport, "fiscalQuarterEnd" | "isQuarterDeclared" | "reportDate">;

/** From the company's other reports; never one that another has. */
export function quarterEndOf(reportDate: string, others: readonly Keyed[]): string {
  const declared = others.filter((report) => report.isQuarterDeclared).at(-1);
  const days = [...new Set([...others.map((report) => report.reportDate), reportDate])].sort();
  const month = declared ? Number(declared.fiscalQuarterEnd.slice(5, 7)) - 1 : null;
  const ends = quarterEnds(days, month === null ? likelyFiscalMonth(days) : month % 3);
  const end = ends[days.indexOf(reportDate)] ?? reportDate;
  return freeQuarter(end, reportDate, others);
}

/** Or the nearest free one: later for a report after the one in its place, else by its day. */
export function freeQuarter(end: string, reportDate: string, others: readonly Keyed[]): string {
  const taken = new Map(others.map((report) => [report.fiscalQuarterEnd, report]));
  const holder = taken.get(end);
  if (!holder) return end;
  const months = holder.reportDate <= reportDate ? 3 : -3;
  for (let step = 1; step <= MAX_STEPS; step++) {
    const next = monthsLater(end, months * step);
    if (!isOver(next, reportDate)) break;
    if (!taken.has(next)) return next;
  }
  return reportDate;
}
