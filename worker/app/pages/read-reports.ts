import { sql } from "drizzle-orm";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { revenueOf } from "#contract/revenue.ts";
import { upcomingForecastRule } from "#contract/rules.ts";
import { addIsoDays, easternDay, weekOf } from "#contract/time.ts";
import { reportCurrency } from "#season/companies.ts";
import { readGuidance } from "#season/guidance/read-guidance.ts";
import { formerTickersOf, resolveTickers } from "#season/identity/tickers.ts";
import type { SeasonStore } from "#season/store.ts";
import { upcomingBaseRate } from "#season/upcoming/score.ts";
import { filingChecksOf } from "#season/witness/witness.ts";
import type {
  Peer,
  StockPageCompany,
  StockPageData,
  StockReport,
  WeekPageData,
  WeekReport,
} from "./published-reports.ts";
import { type PredictionRow, predictionColumns, publicPredictionOf } from "./report-cells.tsx";

const MAX_REPORTS = 40;

/** The consensus beside which a result is judged. A doubtful result is shown without one, so it is no beat or miss. */
const comparedConsensus = sql.raw("iif(r.doubt IS NULL, r.consensus_eps, NULL)");

type RevenueColumns = Parameters<typeof revenueOf>[0];

type ReportRow = Omit<StockReport, "isDayKnown" | "isConfirmed" | "revenue" | "prediction" | "filing"> &
  StockPageCompany &
  RevenueColumns & { isDayKnown: number; isConfirmed: number };

/**
 * Returns what a company's page shows, or null for a company without a report. `now` is the market clock's
 * time. Reports from before a stock split whose figures are no longer comparable are left out. The queries use
 * primary keys and indexes.
 */
export async function readStock(
  { db, ledgerId }: SeasonStore,
  symbol: string,
  now: Date,
): Promise<StockPageData | null> {
  const [reports, rows, checks, guidance, formerTickers] = await Promise.all([
    db.all<ReportRow>(sql`SELECT r.fiscal_quarter_end AS fiscalQuarterEnd, r.report_date AS reportDate,
        r.is_day_known AS isDayKnown, r.session, r.is_confirmed AS isConfirmed, r.moved_from AS movedFrom,
        ${comparedConsensus} AS consensusEps, r.analyst_count AS analystCount, r.reported_eps AS reportedEps,
        r.consensus_revenue AS consensusRevenue, r.reported_revenue AS reportedRevenue, s.base_rate AS baseRate, 100 * (m.to_close / m.from_close - 1) AS movePercent, c.company_name AS name, c.exchange, c.sector, ${reportCurrency("c")} AS currency
      FROM season_reports AS r
        LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
        LEFT JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
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
    readGuidance({ db, ledgerId }, symbol, now),
    formerTickersOf({ db, ledgerId }, symbol),
  ]);
  const [newest] = reports;
  if (!newest) return null;
  const tickers = [symbol, ...formerTickers.map(({ ticker }) => ticker)];
  const resolved = await resolveTickers({ db, ledgerId }, tickers);
  const { name, exchange, sector, currency } = newest;
  const all = reports.map((report): StockReport => {
    const row = rows.find(({ quarter }) => isSameQuarter(quarter, report.fiscalQuarterEnd));
    const filed = checks.find(({ fiscalQuarterEnd: end }) => isSameQuarter(end, report.fiscalQuarterEnd));
    return {
      ...report,
      isDayKnown: report.isDayKnown === 1,
      isConfirmed: report.isConfirmed === 1,
      revenue: revenueOf(report),
      prediction: row ? publicPredictionOf(row) : null,
      filing: filed?.check ?? null,
    };
  });
  const today = easternDay(now);
  const isComing = (report: StockReport) => report.reportedEps === null && report.reportDate >= today;
  const next = all.findLast(isComing);
  const baseRate = next && (next.baseRate ?? (await upcomingBaseRate({ db, ledgerId }, symbol, now)));
  return {
    symbol,
    company: { name, exchange, sector, currency },
    guidance,
    formerTickers,
    earlierOwners: tickers.flatMap((ticker) => {
      const { symbol: owner, earlier } = resolved.get(ticker) ?? { symbol, earlier: [] };
      return owner === symbol ? earlier.map((formerTicker) => ({ ...formerTicker, ticker })) : [];
    }),
    peers: await peersOf({ db, ledgerId }, { symbol, sector }, today),
    next: next ? { ...next, baseRate: baseRate ?? null } : null,
    past: all.filter((report) => !isComing(report)),
  };
}

const PEERS = 6;

/**
 * Returns the largest other companies of the sector with a scored upcoming report. The query uses the index
 * `season_reports_by_day`.
 */
async function peersOf(
  { db, ledgerId }: SeasonStore,
  { symbol, sector }: { symbol: string; sector: string | null },
  today: string,
): Promise<Peer[]> {
  if (sector === null) return [];
  return db.all<Peer>(sql`SELECT r.symbol, c.company_name AS name, r.report_date AS reportDate, r.session, s.base_rate AS baseRate
    FROM season_reports AS r INDEXED BY season_reports_by_day
      JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol AND c.sector = ${sector}
      JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE r.ledger_id = ${ledgerId} AND r.report_date BETWEEN ${today} AND ${addIsoDays(today, upcomingForecastRule.daysAhead)}
      AND r.reported_eps IS NULL AND r.consensus_eps IS NOT NULL AND r.symbol <> ${symbol}
    ORDER BY coalesce(c.market_cap, 0) DESC, r.symbol LIMIT ${PEERS}`);
}

/**
 * How many companies are listed per day, largest first; the others are only counted. The busiest day of a
 * season has about 500.
 */
const COMPANIES_A_DAY = 200;

type Row = PredictionRow &
  RevenueColumns & {
    day: string;
    symbol: string;
    name: string | null;
    currency: string | null;
    session: "pre" | "post" | null;
    isConfirmed: number;
    movedFrom: string | null;
    consensusEps: number | null;
    analystCount: number | null;
    reportedEps: number | null;
    forecastBaseRate: number | null;
    n: number;
    reported: number;
    beats: number;
  };

/**
 * Returns the reports of a week that have a consensus, or null when there are none. The queries use the index
 * `season_reports_by_day` and unique keys.
 */
export async function readWeek(
  { db, ledgerId }: SeasonStore,
  { monday, sunday }: { monday: string; sunday: string },
): Promise<WeekPageData | null> {
  const reports = db.all<Row>(sql`
    SELECT * FROM (
      SELECT r.report_date AS day, r.symbol, c.company_name AS name, ${reportCurrency("c")} AS currency, r.session,
        r.is_confirmed AS isConfirmed, r.moved_from AS movedFrom, ${comparedConsensus} AS consensusEps,
        r.analyst_count AS analystCount, r.reported_eps AS reportedEps,
        r.consensus_revenue AS consensusRevenue, r.reported_revenue AS reportedRevenue, s.base_rate AS forecastBaseRate,
        ${predictionColumns},
        count(*) OVER day AS n, count(r.reported_eps) OVER day AS reported, total(r.is_beat) OVER day AS beats,
        row_number() OVER (PARTITION BY r.report_date ORDER BY coalesce(c.market_cap, 0) DESC, r.symbol) AS place
      FROM season_reports AS r INDEXED BY season_reports_by_day
        LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
        LEFT JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
          AND s.fiscal_quarter_end = r.fiscal_quarter_end
        LEFT JOIN predictions AS p ON p.scope = 'record:' || r.ledger_id
          AND p.request_key = r.symbol || ' ' || r.fiscal_quarter_end
      WHERE r.ledger_id = ${ledgerId} AND r.report_date BETWEEN ${monday} AND ${sunday} AND r.consensus_eps IS NOT NULL
      WINDOW day AS (PARTITION BY r.report_date)
    ) WHERE place <= ${COMPANIES_A_DAY} ORDER BY day, place`);
  const beside = db.all<{ before: string | null; after: string | null }>(sql`
    SELECT (SELECT max(report_date) FROM season_reports WHERE ledger_id = ${ledgerId} AND report_date < ${monday}
        AND consensus_eps IS NOT NULL) AS before,
      (SELECT min(report_date) FROM season_reports WHERE ledger_id = ${ledgerId} AND report_date > ${sunday}
        AND consensus_eps IS NOT NULL) AS after`);
  const [rows, [nearest]] = await Promise.all([reports, beside]);
  if (rows.length === 0) return null;
  const days = [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => {
    const [{ n = 0, reported = 0, beats = 0 } = {}] = ofDay;
    return { day, count: n, reported, beats, reports: ofDay.map(reportOf) };
  });
  const weekWith = (day: string | null | undefined) => (day ? weekOf(day) : null);
  return { days, previous: weekWith(nearest?.before), next: weekWith(nearest?.after) };
}

function reportOf(row: Row): WeekReport {
  const { symbol, name, currency, session, movedFrom, consensusEps, analystCount, reportedEps } = row;
  return {
    symbol,
    name,
    currency,
    session,
    movedFrom,
    consensusEps,
    analystCount,
    reportedEps,
    isConfirmed: row.isConfirmed === 1,
    revenue: revenueOf(row),
    baseRate: row.forecastBaseRate,
    prediction: publicPredictionOf(row),
  };
}
