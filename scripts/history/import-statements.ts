import type { FigureDoubt } from "#contract/figure-doubt.ts";
import { MAX_SAME_REPORT_GAP_DAYS } from "#contract/fiscal-quarter.ts";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";
import { likelyFiscalMonth, quarterEnds } from "#market/fiscal-quarters.ts";
import { isBeat } from "#model/history.ts";
import { distinctReports } from "#season/report.ts";
import type { EarningsEvent } from "../model/events.ts";
import { judgedEvents } from "./judged-events.ts";

/** A D1 statement may have 100 kB, and a row has about 90 characters. */
const ROWS_PER_STATEMENT = 300;

type Row = [
  symbol: string,
  quarter: string,
  day: string,
  estimate: number,
  actual: number,
  isBeat: 0 | 1 | null,
  doubt: FigureDoubt | null,
];
type Company = [symbol: string, sector: string | null, industry: string | null, country: string | null];

type Origin = { source: string; ledgerId: string; now: Date };
type Statements = { statements: string[]; loaded: number; refused: string[] };

/**
 * A report from a market source stays, while an imported one takes new figures. Share classes are spelled with our
 * dot (BRK.B), and other symbols with marks are refused.
 */
export function importStatements(events: readonly EarningsEvent[], origin: Origin): Statements {
  const { known, refused } = tickersOf(events);
  const rows = [...Map.groupBy(known, ({ symbol }) => symbol).values()].flatMap(rowsOf);
  const reports = batched(rows, (batch) => reportsStatement(batch, targetOf(origin)));
  const companies = companyStatements(events, origin).statements;
  return { statements: [...companies, ...reports], loaded: rows.length, refused };
}

/** Known values stay. */
export function companyStatements(events: readonly EarningsEvent[], origin: Origin): Statements {
  const { known, refused } = tickersOf(events);
  const companies = new Map<string, Company>();
  for (const { symbol, sector, industry, country } of known)
    companies.set(symbol, [symbol, sector, industry, country]);
  const statements = batched([...companies.values()], (batch) => companiesStatement(batch, targetOf(origin)));
  return { statements, loaded: companies.size, refused };
}

function tickersOf(events: readonly EarningsEvent[]): { known: EarningsEvent[]; refused: string[] } {
  const refused = new Set<string>();
  const known = events.flatMap((event) => {
    const ticker = symbolSchema.safeParse(event.symbol);
    if (ticker.success) return [{ ...event, symbol: withDottedShareClass(ticker.data) }];
    refused.add(event.symbol);
    return [];
  });
  return { known, refused: [...refused] };
}

/** Quarters are derived from report days, and a vendor's duplicates count once. */
function rowsOf(events: readonly EarningsEvent[]): Row[] {
  const reports = judgedEvents(distinctReports(events));
  const days = reports.map(({ event }) => event.reportDate);
  const ends = quarterEnds(days, likelyFiscalMonth(days));
  return reports.map(({ event: { symbol, reportDate, epsEstimate, epsActual }, doubt }, i) => {
    const isBeaten = doubt === null ? (isBeat(epsActual, epsEstimate) ? 1 : 0) : null;
    return [symbol, ends[i] as string, reportDate, epsEstimate, epsActual, isBeaten, doubt];
  });
}

type Target = { ledger: string; source: string; at: string };

function targetOf({ ledgerId, source, now }: Origin): Target {
  return { ledger: quoted(ledgerId), source: quoted(source), at: String(now.getTime()) };
}

function reportsStatement(rows: readonly Row[], { ledger, source, at }: Target): string {
  const given = `SELECT value ->> 0 AS symbol, value ->> 1 AS quarter, value ->> 2 AS day, value ->> 3 AS estimate,
  value ->> 4 AS actual, value ->> 5 AS is_beat, value ->> 6 AS doubt FROM json_each(${quoted(JSON.stringify(rows))})`;
  return `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
  is_confirmed, consensus_eps, reported_eps, is_beat, doubt, source, is_imported, first_seen_at, changed_at, reported_seen_at)
SELECT ${ledger}, symbol, quarter, 0, day, 1, 1, estimate, actual, is_beat, doubt, ${source}, 1, ${at}, ${at}, ${at} FROM (${given}) AS given
WHERE NOT EXISTS (SELECT 1 FROM season_reports AS other WHERE other.ledger_id = ${ledger} AND other.symbol = given.symbol
  AND (other.fiscal_quarter_end <> given.quarter OR NOT other.is_imported)
  AND abs(julianday(other.report_date) - julianday(given.day)) <= ${MAX_SAME_REPORT_GAP_DAYS})
ON CONFLICT (ledger_id, symbol, fiscal_quarter_end) DO UPDATE SET report_date = excluded.report_date,
  consensus_eps = excluded.consensus_eps, reported_eps = excluded.reported_eps, is_beat = excluded.is_beat, doubt = excluded.doubt,
  source = excluded.source, changed_at = excluded.changed_at WHERE season_reports.is_imported;`;
}

function companiesStatement(rows: readonly Company[], { ledger, at }: Target): string {
  return `INSERT INTO season_companies (ledger_id, symbol, sector, industry, country, updated_at)
SELECT ${ledger}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${at} FROM json_each(${quoted(JSON.stringify(rows))}) WHERE true
ON CONFLICT (ledger_id, symbol) DO UPDATE SET sector = coalesce(season_companies.sector, excluded.sector),
  industry = coalesce(season_companies.industry, excluded.industry),
  country = coalesce(season_companies.country, excluded.country);`;
}

function batched<T>(rows: readonly T[], statement: (batch: readonly T[]) => string): string[] {
  const statements: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    statements.push(statement(rows.slice(from, from + ROWS_PER_STATEMENT)));
  return statements;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
