import { and, eq, sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { seasonReports } from "./season.ts";

/** One row per exhibit, written once; an amended filing has rows of its own. */
export const companyReleases = sqliteTable(
  "company_releases",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** The SEC's accession number of the filing. */
    accession: text("accession").notNull(),
    /** Empty when there was no readable exhibit. */
    file: text("file").notNull(),
    isAmendment: integer("is_amendment", { mode: "boolean" }).notNull(),
    /** ISO day in Eastern time. */
    filingDate: text("filing_date").notNull(),
    acceptedAt: integer("accepted_at", { mode: "timestamp_ms" }).notNull(),
    /** SHA-256, which names the exhibit's file in R2; null when there was no exhibit. */
    hash: text("hash"),
    /** A link for people, to the exhibit or else to the filing; null for simulated releases. */
    url: text("url"),
    /** JSON of `releaseItemsSchema`; null when nothing could be read. */
    items: text("items"),
    /** JSON of the differences between two readers, while they wait for review. */
    disputed: text("disputed"),
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.accession, table.file] }),
    index("company_releases_disputed").on(table.ledgerId, table.readAt).where(sql`disputed IS NOT NULL`),
  ],
);

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/** One row per report. */
export const reportWitnesses = sqliteTable(
  "report_witnesses",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    reportedEps: real("reported_eps").notNull(),
    /** `no_release` means that no 8-K about the quarter was filed yet. */
    finding: text("finding", { enum: ["confirmed", "contradicted", "not_found", "no_release"] }).notNull(),
    /** The filing was accepted between the two moments, which are equal when its time zone is certain. */
    releasedFrom: moment("released_from"),
    releasedTo: moment("released_to"),
    /** The address of exhibit 99.1. */
    documentUrl: text("document_url"),
    exhibitEps: real("exhibit_eps"),
    exhibitBasis: text("exhibit_basis", { enum: ["adjusted", "gaap"] }),
    quote: text("quote"),
    gaapEps: real("gaap_eps"),
    isGaapDerived: integer("is_gaap_derived", { mode: "boolean" }),
    /** The day on which the GAAP figure was filed. */
    gaapFiled: text("gaap_filed"),
    attempts: integer("attempts").notNull(),
    firstLookedAt: moment("first_looked_at").notNull(),
    lookedAt: moment("looked_at").notNull(),
    /** Market time of the next look; null when nothing is left to find. */
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
