import { eq, lt } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import { days, declarePersonalTable as declare } from "../personal-data/declare.ts";

export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** Identifies the delivery, so that a retry does not store the mail a second time. */
    deliveryKey: text("delivery_key").unique("outbox_by_delivery"),
  },
  (table) => [
    index("outbox_by_recipient").on(table.recipient, table.createdAt),
    index("outbox_by_time").on(table.createdAt),
  ],
);

const copies: DataCategory = {
  group: "mail-data",
  what: "Copies of emails, in development runs only",
  why: "To look at emails without sending them",
  retention: days(retentionDays.outbox),
};

export const personal = [
  declare(outbox, {
    data: [[copies, "id", "recipient", "subject", "text", "html", "createdAt", "deliveryKey"]],
    export: "Development runs only.",
    deletion: ({ email }) => eq(outbox.recipient, email),
    expired: (daysAgo) => lt(outbox.createdAt, daysAgo(retentionDays.outbox)),
  }),
];
