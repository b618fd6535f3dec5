import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const archivedSignals = sqliteTable(
  "archived_signals",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** ISO, UTC, of the market. */
    day: text("day").notNull(),
    source: text("source").notNull(),
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
    /** Last close; its change as a share. */
    price: real("price"),
    return21: real("return_21"),
    return63: real("return_63"),
    return252: real("return_252"),
    /** Of daily log returns. */
    volatility63: real("volatility_63"),
    archivedAt: integer("archived_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.day] })],
);
