import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import { type DataSubject, days, declarePersonalTable as declare } from "../personal-data/declare.ts";

export const newsletterSubscribers = sqliteTable(
  "newsletter_subscribers",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique("newsletter_subscribers_by_email"),
    /** SHA-256 of the secret in the confirmation mail. Null once the secret was used. */
    confirmHash: text("confirm_hash").unique("newsletter_subscribers_by_confirmation"),
    confirmExpiresAt: integer("confirm_expires_at", { mode: "timestamp_ms" }),
    confirmedAt: integer("confirmed_at", { mode: "timestamp_ms" }),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("newsletter_subscribers_by_time").on(table.confirmedAt, table.createdAt)],
);

/** Issues of the newsletter. The content is stored when sending begins, so every reader gets the same text. */
export const newsletterIssues = sqliteTable(
  "newsletter_issues",
  {
    /** The id of the issue, such as "live 2026-11-23". */
    issue: text("issue").primaryKey(),
    content: text("content").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("newsletter_issues_by_time").on(table.createdAt)],
);

const subscription: DataCategory = {
  group: "mail-data",
  what: "Newsletter: your address, a hash of the confirmation link, when you asked and confirmed",
  why: "To send it to those who want it",
  retention: `Until you unsubscribe or delete the account; unconfirmed, ${days(retentionDays.unconfirmedNewsletter)}`,
};
const ownSubscription = ({ email, isConfirmed }: DataSubject) =>
  isConfirmed ? eq(newsletterSubscribers.email, email) : sql`0`;

export const personal = [
  declare(newsletterSubscribers, {
    data: [[subscription, "id", "email", "confirmHash", "confirmExpiresAt", "confirmedAt", "createdAt"]],
    rowsOf: ownSubscription,
    export: {
      as: "newsletter",
      names: { createdAt: "askedAt" },
      without: ["id", "confirmHash", "confirmExpiresAt"],
    },
    deletion: ownSubscription,
    expired: (daysAgo) =>
      and(
        isNull(newsletterSubscribers.confirmedAt),
        lt(newsletterSubscribers.createdAt, daysAgo(retentionDays.unconfirmedNewsletter)),
      ),
  }),
  declare(newsletterIssues, {
    data: [],
    export: "The same for every reader.",
    expired: (daysAgo) => lt(newsletterIssues.createdAt, daysAgo(retentionDays.sentNotice)),
  }),
];
