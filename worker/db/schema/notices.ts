import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** Mails about predictions and weeks that were handed over, so that none goes out twice. */
export const sentNotices = sqliteTable(
  "sent_notices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What it was about: `settled:<prediction>`, `reminder:<prediction>`, `week:<day>`, `unpaid:<subscription>:<end>`. */
    notice: text("notice").notNull(),
    sentAt: integer("sent_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.notice] }),
    index("sent_notices_by_time").on(table.sentAt),
  ],
);
