import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/personal-data.ts";
import { personal as declare } from "../personal-data/declare.ts";
import { sessions, users } from "./accounts.ts";

/** Signing out there ends them. */
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
    /** Whoever knows it and the keys can send. */
    endpoint: text("endpoint").notNull().unique("push_devices_by_endpoint"),
    /** RFC 8291, base64url. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("push_devices_by_user").on(table.userId),
    index("push_devices_by_session").on(table.sessionId),
  ],
);

const browsers: Datum = {
  group: "mail-data",
  what: "Browsers that you turned push messages on in: the address at the browser's push service, and the keys to encrypt for it",
  why: "To send push messages to them",
  retention:
    "Until you turn them off or sign out there, the session ends, or the push service no longer knows the browser",
};

export const personal = [
  declare(pushDevices, {
    data: [[browsers, "id", "sessionId", "endpoint", "p256dh", "auth", "createdAt"]],
    export: { as: "pushBrowsers", without: ["id", "sessionId", "p256dh", "auth"] },
  }),
];
