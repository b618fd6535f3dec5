import { sql } from "drizzle-orm";
import type { DataMode } from "#contract/prediction.ts";
import { webhookRule } from "#contract/rules.ts";
import { webhookForecasts } from "#platform/schema/webhooks.ts";
import type { LedgerEvents } from "./ledger-events.ts";
import { storeEventsStatements } from "./send-events.ts";

/** The most events that one run stores. The next run stores the rest. */
const MOVES_AT_ONCE = 500;
/**
 * A tolerance for binary fractions. Probabilities have four decimals, and a change from 0.7 to 0.75 must count
 * as five points.
 */
const ROUNDING = 0.00005;

type Move = {
  symbol: string;
  companyName: string | null;
  fiscalQuarterEnd: string;
  reportDate: string;
  before: number;
  now: number;
  baseRate: number;
  modelVersion: string;
  scoredAt: number;
};

/**
 * Stores an event for each upcoming report whose probability has changed by `webhookRule.movedPoints`
 * percentage points since the last event, or since it was first seen. Once a report is locked, published or
 * past its day, its last probability is forgotten. Running it again stores nothing twice.
 */
export async function storeMovedEvents(
  deps: LedgerEvents & { dataMode: DataMode; today: string },
): Promise<void> {
  const { db, ledgerId, origin, now, dataMode, today } = deps;
  const ahead = sql`FROM season_reports AS r JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
      AND s.fiscal_quarter_end = r.fiscal_quarter_end AND s.ledger_seq IS NULL
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${today} AND r.reported_eps IS NULL`;
  await db.batch([
    db.delete(webhookForecasts).where(
      sql`${webhookForecasts.ledgerId} = ${ledgerId}
          AND (symbol, fiscal_quarter_end) NOT IN (SELECT s.symbol, s.fiscal_quarter_end ${ahead})`,
    ),
    db
      .insert(webhookForecasts)
      .select(sql`SELECT s.ledger_id, s.symbol, s.fiscal_quarter_end, s.beat_probability ${ahead}`)
      .onConflictDoNothing(),
  ]);
  const moves = await db.all<Move>(sql`
    SELECT s.symbol AS symbol, c.company_name AS companyName, s.fiscal_quarter_end AS fiscalQuarterEnd,
      r.report_date AS reportDate, f.beat_probability AS before, s.beat_probability AS now, s.base_rate AS baseRate,
      s.model_version AS modelVersion, s.scored_at AS scoredAt
    FROM webhook_forecasts AS f
      JOIN upcoming_forecasts AS s USING (ledger_id, symbol, fiscal_quarter_end)
      JOIN season_reports AS r USING (ledger_id, symbol, fiscal_quarter_end)
      LEFT JOIN season_companies AS c USING (ledger_id, symbol)
    WHERE f.ledger_id = ${ledgerId} AND s.ledger_seq IS NULL
      AND abs(s.beat_probability - f.beat_probability) >= ${webhookRule.movedPoints / 100 - ROUNDING}
    ORDER BY s.symbol LIMIT ${MOVES_AT_ONCE}`);
  if (moves.length === 0) return;
  const events = moves.map((move) => ({
    name: `${ledgerId} moved ${move.symbol} ${move.fiscalQuarterEnd} ${move.before} ${move.now} ${move.scoredAt}`,
    event: {
      type: "prediction.moved" as const,
      timestamp: new Date(move.scoredAt).toISOString(),
      data: {
        symbol: move.symbol,
        companyName: move.companyName,
        fiscalQuarterEnd: move.fiscalQuarterEnd,
        reportDate: move.reportDate,
        dataMode,
        beatProbability: move.now,
        baseRate: move.baseRate,
        modelVersion: move.modelVersion,
        url: `${origin}/stocks/${move.symbol}`,
        previousProbability: move.before,
      },
    },
  }));
  const movesJson = JSON.stringify(
    moves.map(({ symbol, fiscalQuarterEnd, now: to }) => [symbol, fiscalQuarterEnd, to]),
  );
  await db.batch([
    ...storeEventsStatements(db, events, now()),
    db
      .update(webhookForecasts)
      .set({ beatProbability: sql`given.probability` })
      .from(
        sql`(SELECT value ->> 0 AS symbol, value ->> 1 AS quarter, value ->> 2 AS probability FROM json_each(${movesJson})) AS given`,
      )
      .where(
        sql`${webhookForecasts.ledgerId} = ${ledgerId} AND ${webhookForecasts.symbol} = given.symbol
          AND ${webhookForecasts.fiscalQuarterEnd} = given.quarter`,
      ),
  ]);
}
