import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

export const checkpointReceipts = sqliteTable(
  "checkpoint_receipts",
  {
    ledgerId: text("ledger_id").notNull(),
    witness: text("witness").notNull(),
    size: integer("size").notNull(),
    kind: text("kind", { enum: ["rfc3161", "log-witness"] }).notNull(),
    /** SHA-256 of the receipt, under which its file is stored. */
    digest: text("digest").notNull(),
    detail: text("detail"),
    witnessedAt: moment("witnessed_at").notNull(),
    receivedAt: moment("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.witness, table.size] }),
    index("checkpoint_receipts_by_size").on(table.ledgerId, table.size),
  ],
);
