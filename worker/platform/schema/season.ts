import { and, eq, sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { companyEndings } from "#contract/company-change.ts";
import { type FigureDoubt, figureDoubts, rowFaultReasons } from "#contract/figure-doubt.ts";

/**
 * Companies by their current ticker, or, after a delisting, by a retired symbol such as "TWTR-2022". Columns
 * are null until a source has given a value.
 */
export const seasonCompanies = sqliteTable(
  "season_companies",
  {
    /** The ledger to which the row belongs (see `LedgerId`). */
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
    /**
     * The result of `relativeTrendOf` after the trading session of `trendDay` (an ISO day in New York). Null when the
     * source had no price.
     */
    trend: real("trend"),
    trendDay: text("trend_day"),
    /**
     * When a source was last asked for the result of the company's overdue report, and when one last answered.
     * Both use the market clock, which may be simulated.
     */
    askedAt: integer("asked_at", { mode: "timestamp_ms" }),
    answeredAt: integer("answered_at", { mode: "timestamp_ms" }),
    /**
     * When the company's filings were last listed and all of its new releases read, by the market clock. Null
     * makes the company due at once.
     */
    releasesListedAt: integer("releases_listed_at", { mode: "timestamp_ms" }),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
    /**
     * When any column except the price and the market capitalization last changed. Null until one of them is
     * stored.
     */
    describedAt: integer("described_at", { mode: "timestamp_ms" }),
    /**
     * The company's permanent id. It stays the same when the ticker changes, and locks of the record refer to
     * it. Null means that the ticker is the id (`companyIdOf`).
     */
    companyId: text("company_id"),
    /** The ISO day on which the company left its exchange, or null while it is listed. */
    endedOn: text("ended_on"),
    endedHow: text("ended_how", { enum: companyEndings }),
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
    /** The quarter end as an ISO day, always the last day of a month. */
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    isQuarterDeclared: integer("is_quarter_declared", { mode: "boolean" }).notNull(),
    reportDate: text("report_date").notNull(),
    isDayKnown: integer("is_day_known", { mode: "boolean" }).notNull(),
    session: text("session", { enum: ["pre", "post"] }),
    isConfirmed: integer("is_confirmed", { mode: "boolean" }).notNull(),
    /** The report date that was expected before its last change. Null if the date never changed. */
    movedFrom: text("moved_from"),
    consensusEps: real("consensus_eps"),
    /**
     * The lowest and the highest of the estimates behind the consensus. Both are null when no source gives
     * them.
     */
    estimateLow: real("estimate_low"),
    estimateHigh: real("estimate_high"),
    analystCount: integer("analyst_count"),
    reportedEps: real("reported_eps"),
    /** The revenue consensus and the reported revenue come from the same source, as the two EPS figures do. */
    consensusRevenue: real("consensus_revenue"),
    reportedRevenue: real("reported_revenue"),
    /** Whether the reported EPS beat the consensus, both rounded to cents. Null until the result is known. */
    isBeat: integer("is_beat", { mode: "boolean" }),
    basis: text("basis", { enum: ["adjusted", "gaap"] }),
    /** The name of a market source or of an imported file. */
    source: text("source").notNull(),
    isImported: integer("is_imported", { mode: "boolean" }).notNull(),
    /**
     * False when the figures may date from before a stock split for which newer figures are adjusted. These
     * figures are not used as history.
     */
    isComparable: integer("is_comparable", { mode: "boolean" }).notNull().default(true),
    /** Why the figures are doubtful (`FigureDoubt`); null when they are not. */
    doubt: text("doubt", { enum: figureDoubts }),
    /**
     * A consensus that differs from `consensus_eps` by more than estimates change in a day, and when it was first
     * seen. It replaces the consensus once it has stayed for a day. Both are null without one.
     */
    suddenConsensus: real("sudden_consensus"),
    suddenSince: integer("sudden_since", { mode: "timestamp_ms" }),
    firstSeenAt: integer("first_seen_at", { mode: "timestamp_ms" }).notNull(),
    /** When any column of the report last changed. Reading an unchanged report again does not update the row. */
    changedAt: integer("changed_at", { mode: "timestamp_ms" }).notNull(),
    reportedSeenAt: integer("reported_seen_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] }),
    index("season_reports_by_day").on(table.ledgerId, table.reportDate, table.isBeat),
  ],
);

/**
 * Each company's reported quarters in one row. A trigger of the database deletes the row when one of the company's
 * reports changes, whichever statement changes it, and `readHistories` stores it again.
 */
export const seasonHistories = sqliteTable(
  "season_histories",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** A JSON array of `StoredQuarter`, in no order. */
    quarters: text("quarters", { mode: "json" }).$type<StoredQuarter[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol] })],
);

/** The columns of a reported quarter that a forecast needs. Booleans are 0 or 1, as SQLite writes them. */
export type StoredQuarter = [
  fiscalQuarterEnd: string,
  reportDate: string,
  isDayKnown: number,
  isComparable: number,
  doubt: FigureDoubt | null,
  consensusEps: number | null,
  reportedEps: number,
  source: string,
];

/**
 * Former versions of reports. Together with the current row in `season_reports`, exactly one version of a
 * report applies at any moment.
 */
export const seasonRevisions = sqliteTable(
  "season_revisions",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** The quarter end that this version had, which may differ from the report's current one. */
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    /**
     * The version was in force from `heldFrom` until before `heldUntil`, the moment at which it was replaced.
     * Both use the market clock.
     */
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
    /** The first and the last report date of the range, as inclusive ISO days. */
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    /** When the range was last read; the Unix epoch if the source refused it before it was ever read. */
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
    reports: integer("reports").notNull(),
    /** When the source last refused the range; null if it never did. */
    refusedAt: integer("refused_at", { mode: "timestamp_ms" }),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.firstDay] })],
);

/** Rows of sources that were not taken as they came, each counted once a day. */
export const sourceFaults = sqliteTable(
  "source_faults",
  {
    ledgerId: text("ledger_id").notNull(),
    source: text("source").notNull(),
    /** The ISO day in New York on which the row was read, by the market clock. */
    day: text("day").notNull(),
    reason: text("reason", { enum: rowFaultReasons }).notNull(),
    symbol: text("symbol").notNull(),
    /** The row's report date or quarter end, or its number among the faults of an answer if it names neither. */
    rowDay: text("row_day").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.ledgerId, table.day, table.source, table.reason, table.symbol, table.rowDay],
    }),
  ],
);

export const seasonListings = sqliteTable(
  "season_listings",
  {
    ledgerId: text("ledger_id").notNull(),
    exchange: text("exchange").notNull(),
    /** When the source last answered, and when an answer was last stored, by the market clock. */
    askedAt: integer("asked_at", { mode: "timestamp_ms" }).notNull(),
    readAt: integer("read_at", { mode: "timestamp_ms" }),
    companies: integer("companies").notNull(),
    /**
     * Why the newest list of companies was not stored: it was empty, or it had fewer than half of the known
     * companies. Null when it was stored.
     */
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
    /**
     * The price change that the options imply for the report, in percent of the share price, up or down. Null
     * without options.
     */
    impliedMovePercent: real("implied_move_percent"),
    /** The mean absolute price change after past reports, in percent. */
    pastMovePercent: real("past_move_percent"),
    seenAt: integer("seen_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

/** The closing prices of a share on the trading days before and after a report. */
export const reportMoves = sqliteTable(
  "report_moves",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    /**
     * The two trading days (ISO) and their closing prices. All four columns are null when the source had no
     * prices; only `toDay` and `toClose` are null until the price after the report is known.
     */
    fromDay: text("from_day"),
    toDay: text("to_day"),
    fromClose: real("from_close"),
    toClose: real("to_close"),
    source: text("source").notNull(),
    askedAt: integer("asked_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

/** Counts over many reports, stored as JSON so that a request reads one row. */
export const seasonCounts = sqliteTable(
  "season_counts",
  {
    ledgerId: text("ledger_id").notNull(),
    /**
     * `season`: the current season's results by sector. `market`: market contexts and reference classes. `moves`: the
     * sizes of price changes on the newest settled reports.
     */
    kind: text("kind", { enum: ["season", "market", "moves"] }).notNull(),
    /** The ISO day in New York for which `counts` holds. */
    day: text("day").notNull(),
    countedAt: integer("counted_at", { mode: "timestamp_ms" }).notNull(),
    counts: text("counts").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.kind] })],
);

export const isCompanyOfReport = and(
  eq(seasonCompanies.ledgerId, seasonReports.ledgerId),
  eq(seasonCompanies.symbol, seasonReports.symbol),
);
