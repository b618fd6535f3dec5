import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Mails of a development run, which go nowhere else. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** Names the delivery, so that a mail sent again stands here once. */
    deliveryKey: text("delivery_key").unique("outbox_by_delivery"),
  },
  (table) => [
    index("outbox_by_recipient").on(table.recipient, table.createdAt),
    index("outbox_by_time").on(table.createdAt),
  ],
);
