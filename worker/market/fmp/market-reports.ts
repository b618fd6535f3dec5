import type { Part, ScheduledReport } from "#contract/market-data.ts";
import { DAY_MS, easternDay, isoDay } from "#contract/time.ts";
import type { SourceFailure } from "../fetch-source.ts";
import { failedPart, livePart, malformedPart, withFaults } from "../port.ts";
import { type FmpClient, type Rows, SOURCE } from "./client.ts";
import { usTicker } from "./lists.ts";
import { sourceRowOf, unreadableRows } from "./reports.ts";
import { type ReportRow, reportSchema, rowsOf } from "./schemas.ts";

/** An answer with this many rows may have left out others (documentation of November 2026). */
const FULL_ANSWER = 4_000;
const PAGE = "https://site.financialmodelingprep.com/";

/**
 * Returns all reports between two ISO days, both inclusive, or none. A range with a full answer is requested
 * again in halves. If a half fails twice, the whole range fails, so that a part is never taken for the whole
 * market.
 */
export async function readReports(
  client: FmpClient,
  from: string,
  to: string,
  now: Date,
): Promise<Part<ScheduledReport[]>> {
  const answer = await readRows(client, from, to);
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const reportRows = rowsOf(reportSchema, answer.rows);
  if (answer.rows.length > 0 && reportRows.length === 0) return malformedPart(SOURCE);
  const today = easternDay(now);
  const reports = reportRows
    .filter((row) => usTicker.test(row.symbol) && row.date >= from && row.date <= to)
    .map((row) => reportOf(row, today));
  const faults = unreadableRows(answer.rows, "");
  return withFaults(livePart(reports, SOURCE, PAGE, now), faults);
}

async function readRows(client: FmpClient, from: string, to: string): Promise<Rows | SourceFailure> {
  const answer = await client.list("earnings-calendar", { from, to });
  if (!answer.isOk || answer.rows.length < FULL_ANSWER || from >= to) return answer;
  const middle = Math.floor((Date.parse(from) + Date.parse(to)) / 2 / DAY_MS) * DAY_MS;
  const earlier = await readHalf(client, from, isoDay(middle));
  if (!earlier.isOk) return earlier;
  const later = await readHalf(client, isoDay(middle + DAY_MS), to);
  return later.isOk ? { isOk: true, rows: [...earlier.rows, ...later.rows] } : later;
}

/**
 * Reads half of a range and retries it once. Each half is retried on its own, since otherwise the whole range
 * would be requested again.
 */
async function readHalf(client: FmpClient, from: string, to: string): Promise<Rows | SourceFailure> {
  const half = await readRows(client, from, to);
  return half.isOk ? half : readRows(client, from, to);
}

/** Converts a row to a report. FMP gives neither the hour nor whether the day is confirmed. */
function reportOf(row: ReportRow, today: string): ScheduledReport {
  const { symbol, fiscalQuarterEnd, consensusEps, reportedEps, revenue } = sourceRowOf(row, today);
  return {
    symbol,
    name: null,
    sector: null,
    industry: null,
    country: null,
    fiscalQuarterEnd,
    reportDate: row.date,
    session: null,
    isConfirmed: reportedEps !== null,
    consensusEps,
    analystCount: null,
    reportedEps,
    ...(revenue ? { revenue } : {}),
    ...(row.lastUpdated === null ? {} : { statedOn: row.lastUpdated }),
    ...(row.fiscalYear === null ? {} : { fiscalYear: row.fiscalYear }),
  };
}
