import { sql } from "drizzle-orm";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { SeasonStore } from "#season/store.ts";
import { filingChecksOf } from "#season/witness/filing-checks.ts";
import { type PredictionRow, predictionColumns, predictionOf } from "./public-prediction.ts";
import type { Company, Stock, StockReport } from "./published-reports.ts";

/** Ten years of quarters. */
const MAX_REPORTS = 40;

type ReportRow = Omit<StockReport, "isDayKnown" | "isConfirmed" | "prediction" | "filing"> &
  Company & { isDayKnown: number; isConfirmed: number };

/**
 * A company with its reports, predictions of record and filings, in three questions at once by primary keys and indexes; null
 * without a report. `today` is the market's day. Figures of before a split are left out.
 */
export async function readStock(
  { db, ledgerId }: SeasonStore,
  symbol: string,
  today: string,
): Promise<Stock | null> {
  const [reports, rows, checks] = await Promise.all([
    db.all<ReportRow>(sql`SELECT r.fiscal_quarter_end AS fiscalQuarterEnd, r.report_date AS reportDate,
        r.is_day_known AS isDayKnown, r.session, r.is_confirmed AS isConfirmed, r.moved_from AS movedFrom,
        r.consensus_eps AS consensusEps, r.analyst_count AS analystCount, r.reported_eps AS reportedEps,
        s.base_rate AS baseRate, 100 * (m.to_close / m.from_close - 1) AS movePercent, c.company_name AS name, c.exchange, c.sector, c.currency
      FROM season_reports AS r
        LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
        LEFT JOIN slate AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
          AND s.fiscal_quarter_end = r.fiscal_quarter_end
        LEFT JOIN report_moves AS m ON m.ledger_id = r.ledger_id AND m.symbol = r.symbol
          AND m.fiscal_quarter_end = r.fiscal_quarter_end
      WHERE r.ledger_id = ${ledgerId} AND r.symbol = ${symbol} AND r.is_comparable
      ORDER BY r.fiscal_quarter_end DESC LIMIT ${MAX_REPORTS}`),
    db.all<
      PredictionRow & { quarter: string }
    >(sql`SELECT p.fiscal_quarter_end AS quarter, ${predictionColumns}
      FROM predictions AS p WHERE p.scope = ${`record:${ledgerId}`} AND p.symbol = ${symbol}
        AND p.fiscal_quarter_end IS NOT NULL ORDER BY p.created_at DESC LIMIT ${MAX_REPORTS}`),
    filingChecksOf(db, ledgerId, symbol),
  ]);
  const [newest] = reports;
  if (!newest) return null;
  const { name, exchange, sector, currency } = newest;
  const all = reports.map((report): StockReport => {
    const row = rows.find(({ quarter }) => isSameQuarter(quarter, report.fiscalQuarterEnd));
    const filed = checks.find(({ fiscalQuarterEnd: end }) => isSameQuarter(end, report.fiscalQuarterEnd));
    return {
      ...report,
      isDayKnown: report.isDayKnown === 1,
      isConfirmed: report.isConfirmed === 1,
      prediction: row ? predictionOf(row) : null,
      filing: filed?.check ?? null,
    };
  });
  const isComing = (report: StockReport) => report.reportedEps === null && report.reportDate >= today;
  return {
    symbol,
    company: { name, exchange, sector, currency },
    next: all.findLast(isComing) ?? null,
    past: all.filter((report) => !isComing(report)),
  };
}
