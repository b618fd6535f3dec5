import { and, asc, eq, gte, isNotNull, lte, sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { CalendarRow } from "#contract/calendar.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { isAmong } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { isCompanyOfReport, seasonCompanies, seasonMoves, seasonReports } from "#platform/schema/season.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import { recordScope } from "#platform/scope.ts";
import { reportCurrency } from "../companies.ts";
import { type PointInTime, pointInTimeTables, withPointInTime } from "../point-in-time.ts";
import { reportKeyOf } from "../report.ts";
import type { SeasonStore } from "../store.ts";
import { shownTraderPrices } from "../traders/read-prices.ts";
import type { StoredRow } from "./calendar.ts";

const MAX_READ = 10_000;

const report = {
  symbol: seasonReports.symbol,
  fiscalQuarterEnd: seasonReports.fiscalQuarterEnd,
  reportDate: seasonReports.reportDate,
  session: seasonReports.session,
  isConfirmed: seasonReports.isConfirmed,
  movedFrom: seasonReports.movedFrom,
  consensusEps: sql<number>`${seasonReports.consensusEps}`,
  analystCount: seasonReports.analystCount,
  reportedEps: seasonReports.reportedEps,
  consensusRevenue: seasonReports.consensusRevenue,
  reportedRevenue: seasonReports.reportedRevenue,
  isBeat: seasonReports.isBeat,
};
const company = {
  name: seasonCompanies.name,
  sector: seasonCompanies.sector,
  currency: reportCurrency("season_companies"),
  marketCap: seasonCompanies.marketCap,
};
const scored = {
  beatProbability: upcomingForecasts.beatProbability,
  baseRate: upcomingForecasts.baseRate,
  edgeVerdict: upcomingForecasts.edgeVerdict,
  confidence: upcomingForecasts.confidence,
};
const record = {
  id: predictions.id,
  lockId: predictions.lockId,
  symbolAtPrediction: predictions.symbolAtPrediction,
  companyName: predictions.companyName,
  sector: predictions.sector,
  currency: predictions.currency,
  state: predictions.state,
  stateReason: predictions.stateReason,
  ledgerSeq: predictions.ledgerSeq,
  beatProbability: predictions.beatProbability,
  baseRate: predictions.baseRate,
  confidence: predictions.confidence,
  consensusEps: predictions.consensusEps,
  actualResult: predictions.actualResult,
  actualEps: predictions.actualEps,
  isCorrect: predictions.isCorrect,
};
const moves = {
  impliedMovePercent: seasonMoves.impliedMovePercent,
  pastMovePercent: seasonMoves.pastMovePercent,
};

type Span = { from: string; to: string; symbols?: readonly string[] };

/**
 * Returns the reports that have a consensus and lie between two ISO days, both inclusive, as known at `moment`
 * (now if null). Uses the index on the report date.
 */
export async function readCalendar(
  { db, ledgerId }: SeasonStore,
  { from, to, symbols }: Span,
  moment: PointInTime | null = null,
): Promise<StoredRow[]> {
  const ofReport = (table: typeof upcomingForecasts | typeof seasonMoves) =>
    and(
      eq(table.ledgerId, seasonReports.ledgerId),
      eq(table.symbol, seasonReports.symbol),
      eq(table.fiscalQuarterEnd, seasonReports.fiscalQuarterEnd),
    );
  return withPointInTime(db, pointInTimeTables({ ledgerId }, moment, { span: { from, to } }))
    .select({ report, company, scored, record, moves })
    .from(seasonReports)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .leftJoin(upcomingForecasts, ofReport(upcomingForecasts))
    .leftJoin(
      predictions,
      and(
        eq(predictions.scope, recordScope(ledgerId)),
        eq(predictions.requestKey, sql`${seasonReports.symbol} || ' ' || ${seasonReports.fiscalQuarterEnd}`),
      ),
    )
    .leftJoin(seasonMoves, ofReport(seasonMoves))
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        gte(seasonReports.reportDate, from),
        lte(seasonReports.reportDate, to),
        isNotNull(seasonReports.consensusEps),
        symbols && isAmong(seasonReports.symbol, symbols),
      ),
    )
    .orderBy(asc(seasonReports.reportDate), asc(seasonReports.symbol))
    .limit(MAX_READ);
}

/**
 * Returns the calendar's rows with the prices of prediction markets on upcoming reports. Prices are public, so they
 * do not depend on the reader's plan.
 */
export async function withTraderPrices(
  store: SeasonStore,
  rows: readonly CalendarRow[],
  now: Date,
): Promise<CalendarRow[]> {
  const coming = rows.filter(({ state }) => state === "upcoming" || state === "locked");
  const prices = await shownTraderPrices(store, coming, now);
  return rows.map((row) => {
    const traders = prices.get(reportKeyOf(row));
    return traders && coming.includes(row) ? { ...row, traders } : row;
  });
}

type Analyzed = Pick<Analysis, "asOf" | "stock" | "earningsData" | "impliedMove">;

export async function storeMoves({ db, ledgerId }: SeasonStore, analysis: Analyzed): Promise<void> {
  const { stock, earningsData, impliedMove, asOf } = analysis;
  const { fiscalQuarterEnd, isStale } = earningsData;
  if (!impliedMove || !fiscalQuarterEnd || isStale) return;
  const move = {
    impliedMovePercent: impliedMove.impliedMovePercent,
    pastMovePercent: impliedMove.averagePastMovePercent,
    seenAt: new Date(asOf),
  };
  await db
    .insert(seasonMoves)
    .values({ ledgerId, symbol: withDottedShareClass(stock.symbol), fiscalQuarterEnd, ...move })
    .onConflictDoUpdate({
      target: [seasonMoves.ledgerId, seasonMoves.symbol, seasonMoves.fiscalQuarterEnd],
      set: move,
    });
}
