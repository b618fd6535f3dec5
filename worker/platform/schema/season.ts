import { and, eq, sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { endings } from "#contract/company-change.ts";

/** Under its ticker of today. What no source has said yet is null. */
export const seasonCompanies = sqliteTable(
  "season_companies",
  {
    /** "live", "sample", or one with its set clock. */
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    name: text("company_name"),
    exchange: text("exchange"),
    sector: text("sector"),
    industry: text("industry"),
    country: text("country"),
    currency: text("currency"),
    /** The SEC's number, ten digits. */
    cik: text("cik"),
    basis: text("basis", { enum: ["adjusted", "gaap"] }),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    price: real("price"),
    marketCap: real("market_cap"),
    /** `trendOf` after a day's session (ISO, New York); null without a price. */
    trend: real("trend"),
    trendDay: text("trend_day"),
    /** When a source was last asked for its overdue figure, and when one last answered; market time. */
    askedAt: integer("asked_at", { mode: "timestamp_ms" }),
    answeredAt: integer("answered_at", { mode: "timestamp_ms" }),
    /** When its filings were last listed and all read; market time. */
    releasesListedAt: integer("releases_listed_at", { mode: "timestamp_ms" }),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
    /** When anything but price and market value last changed; null while nothing else is known. */
    describedAt: integer("described_at", { mode: "timestamp_ms" }),
    /**
     * Stays when the ticker changes; null while it is the ticker (`companyIdOf`). It names locks of record.
     */
    companyId: text("company_id"),
    /** Day (ISO) on which it left its exchange. */
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
    /** Month end (ISO). */
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    isQuarterDeclared: integer("is_quarter_declared", { mode: "boolean" }).notNull(),
    /** ISO. */
    reportDate: text("report_date").notNull(),
    isDayKnown: integer("is_day_known", { mode: "boolean" }).notNull(),
    session: text("session", { enum: ["pre", "post"] }),
    isConfirmed: integer("is_confirmed", { mode: "boolean" }).notNull(),
    /** The day before the last move; null where it never moved. */
    movedFrom: text("moved_from"),
    /** The latest before the report. */
    consensusEps: real("consensus_eps"),
    /** Of the estimates behind the consensus, which lies between; both null where no source has such. */
    estimateLow: real("estimate_low"),
    estimateHigh: real("estimate_high"),
    analystCount: integer("analyst_count"),
    reportedEps: real("reported_eps"),
    /** One source's pair, as EPS is. */
    consensusRevenue: real("consensus_revenue"),
    reportedRevenue: real("reported_revenue"),
    /** To the cent; null until known. */
    isBeat: integer("is_beat", { mode: "boolean" }),
    basis: text("basis", { enum: ["adjusted", "gaap"] }),
    /** A market source, or an imported file's name. */
    source: text("source").notNull(),
    isImported: integer("is_imported", { mode: "boolean" }).notNull(),
    /**
     * False where its figures may be from before a split that newer ones are adjusted for: not used as
     * history.
     */
    isComparable: integer("is_comparable", { mode: "boolean" }).notNull().default(true),
    firstSeenAt: integer("first_seen_at", { mode: "timestamp_ms" }).notNull(),
    /** When any of this last changed; a report seen unchanged is not written. */
    changedAt: integer("changed_at", { mode: "timestamp_ms" }).notNull(),
    reportedSeenAt: integer("reported_seen_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] }),
    index("season_reports_by_day").on(table.ledgerId, table.reportDate, table.isBeat),
  ],
);

/** What a report said before. With the report each moment has one version. */
export const seasonRevisions = sqliteTable(
  "season_revisions",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** As the quarter was named then. */
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    /** Market time; the second is the change, no longer of this version. */
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
    /** Days (ISO), both inclusive. */
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
    reports: integer("reports").notNull(),
    /** A job reads it until then; null where none does. A range only claimed has `readAt` 0. */
    claimedUntil: integer("claimed_until", { mode: "timestamp_ms" }),
    /** When the source last refused it; null where never. */
    refusedAt: integer("refused_at", { mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.firstDay] })],
);

export const seasonListings = sqliteTable(
  "season_listings",
  {
    ledgerId: text("ledger_id").notNull(),
    exchange: text("exchange").notNull(),
    /** When the source answered last, and when that was last stored; market time. */
    askedAt: integer("asked_at", { mode: "timestamp_ms" }).notNull(),
    readAt: integer("read_at", { mode: "timestamp_ms" }),
    companies: integer("companies").notNull(),
    /** Why not: it had no company, or less than half of those known. */
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
    /** Percent of the share price, both ways; null without options. */
    impliedMovePercent: real("implied_move_percent"),
    /** Mean size over past reports, in percent. */
    pastMovePercent: real("past_move_percent"),
    seenAt: integer("seen_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

/** A share's closes before and after a report. */
export const reportMoves = sqliteTable(
  "report_moves",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    /** Trading days (ISO); all four null where the source had none. */
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
  /** ISO, New York. */
  day: text("day").notNull(),
  countedAt: integer("counted_at", { mode: "timestamp_ms" }).notNull(),
  counts: text("counts").notNull(),
});

export const isCompanyOfReport = and(
  eq(seasonCompanies.ledgerId, seasonReports.ledgerId),
  eq(seasonCompanies.symbol, seasonReports.symbol),
);
