import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const archivedSignals = sqliteTable(
  "archived_signals",
  {
    /** Which market: "live", "sample", or one with its set clock. */
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** Day (ISO, UTC) of the market on which all of this was known. */
    day: text("day").notNull(),
    source: text("source").notNull(),
    /** Day (ISO) of the coming report. */
    reportDate: text("report_date"),
    fiscalQuarterEnd: text("fiscal_quarter_end"),
    consensusEps: real("consensus_eps").notNull(),
    analystCount: integer("analyst_count"),
    estimateLow: real("estimate_low"),
    estimateHigh: real("estimate_high"),
    consensusDaysAgo7: real("consensus_days_ago_7"),
    consensusDaysAgo30: real("consensus_days_ago_30"),
    consensusDaysAgo60: real("consensus_days_ago_60"),
    consensusDaysAgo90: real("consensus_days_ago_90"),
    revisionsUp30: integer("revisions_up_30"),
    revisionsDown30: integer("revisions_down_30"),
    /** Last close, and its change as a share over so many trading days. */
    price: real("price"),
    return21: real("return_21"),
    return63: real("return_63"),
    return252: real("return_252"),
    /** Standard deviation of the daily log returns of 63 trading days. */
    volatility63: real("volatility_63"),
    archivedAt: integer("archived_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.day] })],
);
