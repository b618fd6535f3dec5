import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Addresses that asked for the newsletter. It goes out only to confirmed ones. */
export const newsletterSubscribers = sqliteTable(
  "newsletter_subscribers",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique("newsletter_subscribers_by_email"),
    /** SHA-256 of the mailed link's secret; null once used. */
    confirmHash: text("confirm_hash").unique("newsletter_subscribers_by_confirmation"),
    confirmExpiresAt: integer("confirm_expires_at", { mode: "timestamp_ms" }),
    confirmedAt: integer("confirmed_at", { mode: "timestamp_ms" }),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("newsletter_subscribers_by_time").on(table.confirmedAt, table.createdAt)],
);
