import { and, eq, lt, or, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import { days, declarePersonalTable as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";
import { newsletterSubscribers } from "./newsletter.ts";
import { webhookEndpoints } from "./webhooks.ts";

/** What a message is about. Each kind has a file in worker/notifications/kinds, except `webhook`. */
const deliveryKinds = [
  "watched_date",
  "watched_probability",
  "prediction_settled",
  "report_soon",
  "payment_failed",
  "weekly_summary",
  "security_event",
  "webhook_paused",
  "support_answer",
  "calibration_alarm",
  "newsletter",
  "webhook",
] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

const deliveryChannels = ["email", "push", "webhook"] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/**
 * `pending`: not tried yet. `sending`: a sender is at work and has leased the delivery until `dueAt`. `retry`:
 * waits for its next attempt. Final states: `sent`; `failed` after the last attempt; `unwanted`, because the
 * recipient turned it off or it is outdated; and `unknown`, because the attempt was interrupted and the message
 * may have been sent.
 */
const deliveryStates = ["pending", "sending", "retry", "sent", "failed", "unwanted", "unknown"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/** Messages to send and sent, one row per recipient, kind, channel and subject. */
export const deliveries = sqliteTable(
  "deliveries",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: deliveryKinds }).notNull(),
    channel: text("channel", { enum: deliveryChannels }).notNull(),
    recipient: text("recipient").notNull(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    subscriberId: text("subscriber_id").references(() => newsletterSubscribers.id, { onDelete: "cascade" }),
    endpointId: text("endpoint_id").references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /**
     * The id of what the message is about: an alert, prediction, week, billing period, newsletter issue,
     * support request or event.
     */
    subject: text("subject").notNull(),
    state: text("state", { enum: deliveryStates }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Deliveries with the same batch are sent together as one message, on retries as well. */
    batch: text("batch"),
    createdAt: moment("created_at").notNull(),
    /** When the delivery is due. While `sending`, when the lease ends. Null once the state is final. */
    dueAt: moment("due_at"),
    lastAt: moment("last_at"),
    /**
     * What the last attempt got: the HTTP status, the response time, and the reason when there was no response.
     */
    status: integer("status"),
    milliseconds: integer("milliseconds"),
    reason: text("reason"),
  },
  (table) => [
    uniqueIndex("deliveries_once").on(table.recipient, table.kind, table.channel, table.subject),
    index("deliveries_due").on(table.channel, table.dueAt).where(sql`due_at IS NOT NULL`),
    index("deliveries_by_user").on(table.userId, table.dueAt).where(sql`user_id IS NOT NULL`),
    index("deliveries_by_subscriber").on(table.subscriberId).where(sql`subscriber_id IS NOT NULL`),
    index("deliveries_by_endpoint")
      .on(table.endpointId, table.createdAt, table.id)
      .where(sql`endpoint_id IS NOT NULL`),
    index("deliveries_due_by_endpoint")
      .on(table.endpointId, table.dueAt)
      .where(sql`endpoint_id IS NOT NULL AND due_at IS NOT NULL`),
    index("deliveries_by_time").on(table.createdAt),
  ],
);

const sent: DataCategory = {
  group: "mail-data",
  what: "Which emails, push messages and newsletters were sent to you, when, and whether they arrived at your mail server",
  why: "So that none comes twice",
  retention: days(retentionDays.sentNotice),
};
const answers: DataCategory = {
  group: "security-data",
  what: "Of each webhook sent: the event, when and how often it was sent, and the status and time of the answer, or why there was none",
  why: "So that you can see what your endpoint got, and send it again",
  retention: days(retentionDays.webhookDelivery),
};

export const personal = [
  declare(deliveries, {
    data: [
      [sent, "id", "kind", "channel", "recipient", "subscriberId", "subject", "state", "attempts", "batch"],
      [sent, "createdAt", "dueAt", "lastAt"],
      [answers, "endpointId", "status", "milliseconds", "reason"],
    ],
    rowsOf: ({ userId, email, isConfirmed }) =>
      or(
        eq(deliveries.userId, userId),
        sql`${deliveries.endpointId} IN (SELECT id FROM ${webhookEndpoints} WHERE user_id = ${userId})`,
        // An unconfirmed address may belong to somebody else, and so may a newsletter subscription of that
        // address.
        isConfirmed
          ? sql`${deliveries.subscriberId} IN (SELECT id FROM ${newsletterSubscribers} WHERE email = ${email})`
          : undefined,
      ),
    export: { as: "deliveries", without: ["recipient", "subscriberId", "batch"] },
    expired: (daysAgo) =>
      or(
        lt(deliveries.createdAt, daysAgo(retentionDays.sentNotice)),
        and(
          eq(deliveries.channel, "webhook"),
          lt(deliveries.createdAt, daysAgo(retentionDays.webhookDelivery)),
        ),
      ),
  }),
];
