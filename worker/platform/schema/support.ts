import { lt, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import { days, declarePersonalTable as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

export const supportRequests = sqliteTable(
  "support_requests",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The person's plan at the time of the request. The inbox lists requests of larger plans first. */
    tier: text("tier").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    page: text("page"),
    predictionId: text("prediction_id"),
    askedAt: moment("asked_at").notNull(),
    answer: text("answer"),
    answeredAt: moment("answered_at"),
  },
  (table) => [
    index("support_requests_by_user").on(table.userId, table.askedAt),
    index("support_requests_open").on(table.askedAt).where(sql`answered_at IS NULL`),
    index("support_requests_by_time").on(table.askedAt),
    index("support_requests_by_answer").on(table.answeredAt).where(sql`answered_at IS NOT NULL`),
  ],
);

const asked: DataCategory = {
  group: "account-data",
  what: "What you asked our support: subject, text, page, prediction, your plan and when; and our answer",
  why: "To help you",
  retention: `${days(retentionDays.supportRequest)}, or until you delete the account`,
};

export const personal = [
  declare(supportRequests, {
    data: [
      [asked, "id", "tier", "subject", "body", "page", "predictionId", "askedAt", "answer", "answeredAt"],
    ],
    export: { as: "supportRequests", names: { body: "text" } },
    expired: (daysAgo) => lt(supportRequests.askedAt, daysAgo(retentionDays.supportRequest)),
  }),
];
