import { lt, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/personal-data.ts";
import { retentionDays } from "#contract/retention.ts";
import { type AlertKind, alertChannels, alertKinds } from "#contract/rules.ts";
import { days, personal as declare, untilChanged } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";
import { deliveryStates } from "./notices.ts";

/** What an alert says beside its company, by kind; probabilities between 0 and 1. */
export type AlertDetail = { quarter: string; day: string; session: "pre" | "post" | null } & {
  /** The day or the probability before. */
  fromDay?: string;
  from?: number;
  to?: number;
};

/** Alerts about watched companies: once a person, company, kind and subject. */
export const alerts = sqliteTable(
  "alerts",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    ledgerId: text("ledger_id").notNull(),
    kind: text("kind", { enum: alertKinds }).$type<AlertKind>().notNull(),
    symbol: text("symbol").notNull(),
    /** The day of the report, or of the change. */
    subject: text("subject").notNull(),
    detail: text("detail", { mode: "json" }).$type<AlertDetail>().notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** From then on, in the market's time, it is no news and is not sent any more. */
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    readAt: integer("read_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("alerts_once").on(table.userId, table.ledgerId, table.symbol, table.kind, table.subject),
    index("alerts_by_user").on(table.userId, table.createdAt),
    index("alerts_by_time").on(table.createdAt),
  ],
);

/** How an alert goes out. Those that go in one mail or push message share a batch, also when it is tried again. */
export const alertDeliveries = sqliteTable(
  "alert_deliveries",
  {
    alertId: text("alert_id")
      .notNull()
      .references(() => alerts.id, { onDelete: "cascade" }),
    channel: text("channel", { enum: alertChannels }).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    state: text("state", { enum: deliveryStates }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    batch: text("batch"),
    /** When it is sent or tried again; null when it is final. */
    dueAt: integer("due_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.alertId, table.channel] }),
    index("alert_deliveries_due").on(table.dueAt, table.userId).where(sql`due_at IS NOT NULL`),
    index("alert_deliveries_by_user").on(table.userId, table.dueAt),
  ],
);

/** When a person is not disturbed. No row: at any time. */
export const alertSettings = sqliteTable("alert_settings", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Of the IANA database. */
  timeZone: text("time_zone").notNull(),
  /** Minutes after midnight there; both null: never quiet. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
});

const made: Datum = {
  group: "mail-data",
  what: "Alerts about companies that you watch: what they said, when you read them, and what became of their mails and push messages",
  why: "To show them, and so that none comes twice",
  retention: days(retentionDays.sentNotice),
};
const quiet: Datum = {
  group: "mail-data",
  what: "Your time zone and quiet hours, where you set some",
  why: "To send you no alerts in them",
  retention: untilChanged,
};

export const personal = [
  declare(alerts, {
    data: [
      [made, "id", "ledgerId", "kind", "symbol", "subject", "detail", "createdAt", "expiresAt", "readAt"],
    ],
    export: { as: "alerts", names: { createdAt: "at" }, without: ["ledgerId", "expiresAt"] },
    expired: (daysAgo) => lt(alerts.createdAt, daysAgo(retentionDays.sentNotice)),
  }),
  declare(alertDeliveries, {
    data: [[made, "alertId", "channel", "state", "attempts", "batch", "dueAt"]],
    export: { as: "alertDeliveries", without: ["attempts", "batch", "dueAt"] },
  }),
  declare(alertSettings, {
    data: [[quiet, "timeZone", "quietFrom", "quietTo"]],
    export: { as: "alertSettings", is: "one" },
  }),
];
