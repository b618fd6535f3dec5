import { and, eq } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { seasonReports } from "./season.ts";

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
