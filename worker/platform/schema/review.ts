import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const reviewDecisions = sqliteTable(
  "review_decisions",
  {
    id: text("id").primaryKey(),
    ledgerId: text("ledger_id").notNull(),
    /** "AAPL 2026-09-30", "dead letter ded_…", "result prd_…", "change renamed FB META 2022-06" or "release AAPL 0000320193-26-000001". */
    subject: text("subject").notNull(),
    decision: text("decision", {
      enum: ["settle", "void", "wait", "replay", "drop", "dismiss", "rules", "model", "neither", "carry_out"],
    }).notNull(),
    eps: real("eps"),
    reason: text("reason").notNull(),
    decidedAt: integer("decided_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("review_decisions_by_time").on(table.decidedAt)],
);
