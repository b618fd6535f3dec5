import { and, eq, sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { seasonReports } from "./season.ts";

/** Company press releases, one row per exhibit of a filing. An amended filing has rows of its own. */
export const companyReleases = sqliteTable(
  "company_releases",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** The SEC's accession number of the filing. */
    accession: text("accession").notNull(),
    /** The name of the exhibit's file. Empty when the filing has no readable exhibit. */
    file: text("file").notNull(),
    isAmendment: integer("is_amendment", { mode: "boolean" }).notNull(),
    /** The day of filing as an ISO day in New York. */
    filingDate: text("filing_date").notNull(),
    acceptedAt: integer("accepted_at", { mode: "timestamp_ms" }).notNull(),
    /** SHA-256 of the exhibit's text, under which it is stored in R2. Null when the filing has no exhibit. */
    hash: text("hash"),
    /** A link for readers to the exhibit or else to the filing. Null for simulated releases. */
    url: text("url"),
    /**
     * The figures and outlook that were read, as JSON of `releaseItemsSchema`. Null when nothing could be read.
     */
    items: text("items"),
    /**
     * JSON of the differences between the two readings of the exhibit (by rules and by a language model) that
     * wait for review. Null when there are none.
     */
    disputed: text("disputed"),
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.accession, table.file] }),
    index("company_releases_disputed").on(table.ledgerId, table.readAt).where(sql`disputed IS NOT NULL`),
  ],
);

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/** What the company's own SEC filings say about a reported EPS figure, one row per report. */
export const reportWitnesses = sqliteTable(
  "report_witnesses",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    reportedEps: real("reported_eps").notNull(),
    /**
     * `confirmed`: the press release states the figure. `contradicted`: it states another one. `not_found`: a
     * release was filed, but the figure was not found in it. `no_release`: no release about the quarter has
     * been found so far.
     */
    finding: text("finding", { enum: ["confirmed", "contradicted", "not_found", "no_release"] }).notNull(),
    /** The SEC accepted the filing between these two moments. They are equal when the exact time is known. */
    releasedFrom: moment("released_from"),
    releasedTo: moment("released_to"),
    /** The address of the press release: exhibit 99.1 or the filing's only exhibit 99. */
    documentUrl: text("document_url"),
    exhibitEps: real("exhibit_eps"),
    exhibitBasis: text("exhibit_basis", { enum: ["adjusted", "gaap"] }),
    quote: text("quote"),
    gaapEps: real("gaap_eps"),
    isGaapDerived: integer("is_gaap_derived", { mode: "boolean" }),
    /** The ISO day on which the GAAP figure was filed. */
    gaapFiled: text("gaap_filed"),
    attempts: integer("attempts").notNull(),
    firstLookedAt: moment("first_looked_at").notNull(),
    lookedAt: moment("looked_at").notNull(),
    /** When to look at the filings again, by the market clock. Null when nothing is left to find. */
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
