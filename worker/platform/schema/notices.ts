import { lt } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/personal-data.ts";
import { retentionDays } from "#contract/retention.ts";
import { days, personal as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

/**
 * How a delivery stands. `sending` holds it for one sender until `retryAt`; `retry` waits for its next attempt. The others
 * are final: `unwanted` was turned off, `failed` was tried too often, `unknown` broke off and may have gone out.
 */
export const deliveryStates = ["sending", "retry", "sent", "failed", "unwanted", "unknown"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Notices to people and what became of each, so that none goes out twice. */
export const sentNotices = sqliteTable(
  "sent_notices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What it was about: `settled:<prediction>`, `reminder:<prediction>`, `week:<day>`, `unpaid:<subscription>:<end>`. */
    notice: text("notice").notNull(),
    /** The last attempt. */
    sentAt: integer("sent_at", { mode: "timestamp_ms" }).notNull(),
    state: text("state", { enum: deliveryStates }).notNull().default("sent"),
    attempts: integer("attempts").notNull().default(1),
    /** When it may be tried again; null when it is final. */
    retryAt: integer("retry_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.notice] }),
    index("sent_notices_by_time").on(table.sentAt),
    index("sent_notices_by_retry").on(table.retryAt),
  ],
);

const sent: Datum = {
  group: "mail-data",
  what: "Which notices were sent to you, when, and whether they arrived at your mail server",
  why: "So that none comes twice",
  retention: days(retentionDays.sentNotice),
};

export const personal = [
  declare(sentNotices, {
    data: [[sent, "notice", "sentAt", "state", "attempts", "retryAt"]],
    export: { as: "mailedNotices", without: ["attempts", "retryAt"] },
    expired: (daysAgo) => lt(sentNotices.sentAt, daysAgo(retentionDays.sentNotice)),
  }),
];
