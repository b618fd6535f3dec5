import { lt } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import { type AlertKind, alertKinds } from "#contract/rules.ts";
import { days, declarePersonalTable as declare, untilChanged } from "../personal-data/declare.ts";
import { sessions, users } from "./accounts.ts";

/** Browsers that receive push messages. A row is deleted with its session, for example at sign-out. */
export const pushDevices = sqliteTable(
  "push_devices",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /**
     * The address at the browser's push service. It is secret: whoever knows it and the keys can send messages
     * to the browser.
     */
    endpoint: text("endpoint").notNull().unique("push_devices_by_endpoint"),
    /** The browser's encryption keys for push messages (RFC 8291), in base64url. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("push_devices_by_user").on(table.userId),
    index("push_devices_by_session").on(table.sessionId),
  ],
);

const browsers: DataCategory = {
  group: "mail-data",
  what: "Browsers that you turned push messages on in: the address at the browser's push service, and the keys to encrypt for it",
  why: "To send push messages to them",
  retention:
    "Until you turn them off or sign out there, the session ends, or the push service no longer knows the browser",
};

/** The content of an alert, which depends on its kind. `from` and `to` are probabilities between 0 and 1. */
export type AlertDetail = { quarter: string; day: string; session: "pre" | "post" | null } & {
  fromDay?: string;
  from?: number;
  to?: number;
  /** Set only when the company left its exchange. */
  ended?: { ticker: string; how: "delisted" | "bought"; by: string | null };
};

/** Alerts about watched companies, one row per person, company, kind and subject. */
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
    subject: text("subject").notNull(),
    detail: text("detail", { mode: "json" }).$type<AlertDetail>().notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    readAt: integer("read_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("alerts_once").on(table.userId, table.ledgerId, table.symbol, table.kind, table.subject),
    index("alerts_by_user").on(table.userId, table.createdAt),
    index("alerts_by_time").on(table.createdAt),
  ],
);

export const quietHours = sqliteTable("quiet_hours", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  timeZone: text("time_zone").notNull(),
  /**
   * The start and the end of the quiet hours in minutes after midnight. Both are null when the person has set
   * none.
   */
  startsAt: integer("starts_at"),
  endsAt: integer("ends_at"),
});

const made: DataCategory = {
  group: "mail-data",
  what: "Alerts about companies that you watch: what they said, and when you read them",
  why: "To show them, and so that none comes twice",
  retention: days(retentionDays.sentNotice),
};
const quiet: DataCategory = {
  group: "mail-data",
  what: "Your time zone and quiet hours, where you set some",
  why: "To send you no alerts in them",
  retention: untilChanged,
};

export const personal = [
  declare(pushDevices, {
    data: [[browsers, "id", "sessionId", "endpoint", "p256dh", "auth", "createdAt"]],
    export: { as: "pushBrowsers", without: ["id", "sessionId", "p256dh", "auth"] },
  }),
  declare(alerts, {
    data: [
      [made, "id", "ledgerId", "kind", "symbol", "subject", "detail", "createdAt", "expiresAt", "readAt"],
    ],
    export: { as: "alerts", names: { createdAt: "at" }, without: ["ledgerId", "expiresAt"] },
    expired: (daysAgo) => lt(alerts.createdAt, daysAgo(retentionDays.sentNotice)),
  }),
  declare(quietHours, {
    data: [[quiet, "timeZone", "startsAt", "endsAt"]],
    export: { as: "quietHours", is: "one" },
  }),
];
