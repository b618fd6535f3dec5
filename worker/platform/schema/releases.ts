import { and, eq, sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { seasonReports } from "./season.ts";

/** One row an exhibit. Written once; an amended filing has its own rows. */
export const companyReleases = sqliteTable(
  "company_releases",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** The SEC's number of the filing. */
    accession: text("accession").notNull(),
    /** Empty without a readable exhibit. */
    file: text("file").notNull(),
    isAmendment: integer("is_amendment", { mode: "boolean" }).notNull(),
    /** Day (ISO), Eastern. */
    filingDate: text("filing_date").notNull(),
    acceptedAt: integer("accepted_at", { mode: "timestamp_ms" }).notNull(),
    /** SHA-256, which names its file in R2; null where there was none. */
    hash: text("hash"),
    /** For a person: the exhibit, else the filing; null for simulated releases. */
    url: text("url"),
    /** JSON of `releaseItemsSchema`; null where nothing was readable. */
    items: text("items"),
    /** JSON of two readers' differences, while it waits for review. */
    disputed: text("disputed"),
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.accession, table.file] }),
    index("company_releases_disputed").on(table.ledgerId, table.readAt).where(sql`disputed IS NOT NULL`),
  ],
);

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/** Once a report. */
export const reportWitnesses = sqliteTable(
  "report_witnesses",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    reportedEps: real("reported_eps").notNull(),
    /** `no_release`: no 8-K of the quarter was there yet. */
    finding: text("finding", { enum: ["confirmed", "contradicted", "not_found", "no_release"] }).notNull(),
    /** Accepted between the two; equal where its zone is certain. */
    releasedFrom: moment("released_from"),
    releasedTo: moment("released_to"),
    /** Exhibit 99.1. */
    documentUrl: text("document_url"),
    exhibitEps: real("exhibit_eps"),
    exhibitBasis: text("exhibit_basis", { enum: ["adjusted", "gaap"] }),
    quote: text("quote"),
    gaapEps: real("gaap_eps"),
    isGaapDerived: integer("is_gaap_derived", { mode: "boolean" }),
    /** Of the GAAP figure. */
    gaapFiled: text("gaap_filed"),
    attempts: integer("attempts").notNull(),
    firstLookedAt: moment("first_looked_at").notNull(),
    lookedAt: moment("looked_at").notNull(),
    /** Market time; null when nothing is left to look for. */
    lookAgainAt: moment("look_again_at"),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] }),
    index("report_witnesses_due").on(table.ledgerId, table.lookAgainAt),
    index("report_witnesses_by_finding").on(table.ledgerId, table.finding, table.lookedAt),
  ],
);

export const isWitnessOfReport = and(
  eq(reportWitnesses.ledgerId, seasonReports.ledgerId),
  eq(reportWitnesses.symbol, seasonReports.symbol),
  eq(reportWitnesses.fiscalQuarterEnd, seasonReports.fiscalQuarterEnd),
);
