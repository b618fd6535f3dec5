import { and, eq, sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { endings } from "#contract/company-change.ts";

/** A company under its ticker of today. Columns are null until a source has given a value. */
export const seasonCompanies = sqliteTable(
  "season_companies",
  {
    /** "live", "sample", or the market of a development run with a set clock. */
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    name: text("company_name"),
    exchange: text("exchange"),
    sector: text("sector"),
    industry: text("industry"),
    country: text("country"),
    currency: text("currency"),
    /** The SEC's company number (CIK), ten digits. */
    cik: text("cik"),
    basis: text("basis", { enum: ["adjusted", "gaap"] }),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    price: real("price"),
    marketCap: real("market_cap"),
    /** The value of `trendOf` after the session of `trendDay` (ISO, New York); null without a price. */
    trend: real("trend"),
    trendDay: text("trend_day"),
    /** When a source was last asked for the company's overdue figure, and when one last answered; market time. */
    askedAt: integer("asked_at", { mode: "timestamp_ms" }),
    answeredAt: integer("answered_at", { mode: "timestamp_ms" }),
    /** When the company's filings were last listed and all of them read; market time. */
    releasesListedAt: integer("releases_listed_at", { mode: "timestamp_ms" }),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
    /** When anything except price and market value last changed; null while nothing else is known. */
    describedAt: integer("described_at", { mode: "timestamp_ms" }),
    /**
     * The company's permanent id, which stays when the ticker changes and names locks of record. Null means that
     * the ticker is the id (`companyIdOf`).
     */
    companyId: text("company_id"),
    /** The ISO day on which the company left its exchange. */
    endedOn: text("ended_on"),
    endedHow: text("ended_how", { enum: endings }),
    endedBy: text("ended_by"),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol] }),
    index("season_companies_by_industry").on(table.ledgerId, table.industry),
    uniqueIndex("season_companies_by_id")
      .on(table.ledgerId, table.companyId)
      .where(sql`company_id IS NOT NULL`),
  ],
);

export const seasonReports = sqliteTable(
  "season_reports",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** The ISO day that ends the fiscal quarter, always the end of a month. */
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    isQuarterDeclared: integer("is_quarter_declared", { mode: "boolean" }).notNull(),
    reportDate: text("report_date").notNull(),
    isDayKnown: integer("is_day_known", { mode: "boolean" }).notNull(),
    session: text("session", { enum: ["pre", "post"] }),
    isConfirmed: integer("is_confirmed", { mode: "boolean" }).notNull(),
    /** The expected day before the last move; null if the day never moved. */
    movedFrom: text("moved_from"),
    /** The latest consensus before the report. */
    consensusEps: real("consensus_eps"),
    /** The range of the estimates behind the consensus; both are null when no source gives a range. */
    estimateLow: real("estimate_low"),
    estimateHigh: real("estimate_high"),
    analystCount: integer("analyst_count"),
    reportedEps: real("reported_eps"),
    /** Consensus and reported revenue come from one source, as the EPS figures do. */
    consensusRevenue: real("consensus_revenue"),
    reportedRevenue: real("reported_revenue"),
    /** Compared to the cent; null until the result is known. */
    isBeat: integer("is_beat", { mode: "boolean" }),
    basis: text("basis", { enum: ["adjusted", "gaap"] }),
    /** The name of a market source or of an imported file. */
    source: text("source").notNull(),
    isImported: integer("is_imported", { mode: "boolean" }).notNull(),
    /**
     * False when the figures may precede a split that newer figures are adjusted for, so they are not used as
     * history.
     */
    isComparable: integer("is_comparable", { mode: "boolean" }).notNull().default(true),
    firstSeenAt: integer("first_seen_at", { mode: "timestamp_ms" }).notNull(),
    /** When any of these columns last changed. A report that is read again without a change is not written. */
    changedAt: integer("changed_at", { mode: "timestamp_ms" }).notNull(),
    reportedSeenAt: integer("reported_seen_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] }),
    index("season_reports_by_day").on(table.ledgerId, table.reportDate, table.isBeat),
  ],
);

/** Earlier versions of reports. Together with the report, each moment has exactly one version. */
export const seasonRevisions = sqliteTable(
  "season_revisions",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** The quarter as it was named in this version. */
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    /** Market time. `heldUntil` is the moment of the change, at which this version no longer held. */
    heldFrom: integer("held_from", { mode: "timestamp_ms" }).notNull(),
    heldUntil: integer("held_until", { mode: "timestamp_ms" }).notNull(),
    reportDate: text("report_date").notNull(),
    session: text("session", { enum: ["pre", "post"] }),
    isConfirmed: integer("is_confirmed", { mode: "boolean" }).notNull(),
    movedFrom: text("moved_from"),
    consensusEps: real("consensus_eps"),
    estimateLow: real("estimate_low"),
    estimateHigh: real("estimate_high"),
    analystCount: integer("analyst_count"),
    reportedEps: real("reported_eps"),
    consensusRevenue: real("consensus_revenue"),
    reportedRevenue: real("reported_revenue"),
    isBeat: integer("is_beat", { mode: "boolean" }),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd, table.heldUntil] }),
    index("season_revisions_by_day").on(table.ledgerId, table.reportDate, table.heldUntil),
  ],
);

export const seasonRanges = sqliteTable(
  "season_ranges",
  {
    ledgerId: text("ledger_id").notNull(),
    /** ISO days, both inclusive. */
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    /** 0 for a range that was refused before it could be read. */
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
    reports: integer("reports").notNull(),
    /** When the source last refused the range; null if it never did. */
    refusedAt: integer("refused_at", { mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.firstDay] })],
);

export const seasonListings = sqliteTable(
  "season_listings",
  {
    ledgerId: text("ledger_id").notNull(),
    exchange: text("exchange").notNull(),
    /** When the source last answered, and when an answer was last stored; market time. */
    askedAt: integer("asked_at", { mode: "timestamp_ms" }).notNull(),
    readAt: integer("read_at", { mode: "timestamp_ms" }),
    companies: integer("companies").notNull(),
    /** Why the list was not stored: it was empty, or had less than half of the known companies. */
    problem: text("problem", { enum: ["empty", "short"] }),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.exchange] })],
);

export const seasonMoves = sqliteTable(
  "season_moves",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    /** Percent of the share price in either direction; null without options. */
    impliedMovePercent: real("implied_move_percent"),
    /** Mean size of the moves after past reports, in percent. */
    pastMovePercent: real("past_move_percent"),
    seenAt: integer("seen_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

/** A share's closing prices before and after a report. */
export const reportMoves = sqliteTable(
  "report_moves",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    /** ISO trading days; all four columns are null when the source had no prices. */
    fromDay: text("from_day"),
    toDay: text("to_day"),
    fromClose: real("from_close"),
    toClose: real("to_close"),
    source: text("source").notNull(),
    askedAt: integer("asked_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

export const seasonCounts = sqliteTable("season_counts", {
  ledgerId: text("ledger_id").primaryKey(),
  /** ISO day in New York. */
  day: text("day").notNull(),
  countedAt: integer("counted_at", { mode: "timestamp_ms" }).notNull(),
  counts: text("counts").notNull(),
});

export const isCompanyOfReport = and(
  eq(seasonCompanies.ledgerId, seasonReports.ledgerId),
  eq(seasonCompanies.symbol, seasonReports.symbol),
);
