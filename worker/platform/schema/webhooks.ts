import { lt } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import { declarePersonalTable as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    events: text("events", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** The signing secret, encrypted. `keyId` identifies the deployment secret that encrypted it. */
    secret: text("secret").notNull(),
    keyId: text("key_id").notNull(),
    previousSecret: text("previous_secret"),
    previousKeyId: text("previous_key_id"),
    previousUntil: moment("previous_until"),
    createdAt: moment("created_at").notNull(),
    failingSince: moment("failing_since"),
    quietUntil: moment("quiet_until"),
    pausedAt: moment("paused_at"),
  },
  (table) => [index("webhook_endpoints_by_user").on(table.userId, table.createdAt)],
);

/**
 * Events that webhooks deliver. All endpoints receive the same body, and an event that is found again keeps its
 * id.
 */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    body: text("body").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index("webhook_events_by_time").on(table.createdAt)],
);

export const webhookCursors = sqliteTable("webhook_cursors", {
  ledgerId: text("ledger_id").primaryKey(),
  seq: integer("seq").notNull(),
});

export const webhookForecasts = sqliteTable(
  "webhook_forecasts",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    beatProbability: real("beat_probability").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.symbol, table.fiscalQuarterEnd] })],
);

const endpoints: DataCategory = {
  group: "security-data",
  what: "Webhook endpoints: the address, its events, its signing secrets (encrypted), when you added it, and since when it fails or is paused",
  why: "To send what you asked for",
  retention: "Until you remove it or delete the account",
};
export const personal = [
  declare(webhookEndpoints, {
    data: [
      [
        endpoints,
        "id",
        "url",
        "events",
        "secret",
        "keyId",
        "previousSecret",
        "previousKeyId",
        "previousUntil",
        "createdAt",
        "failingSince",
        "quietUntil",
        "pausedAt",
      ],
    ],
    export: {
      as: "webhookEndpoints",
      names: { previousUntil: "previousSecretUntil" },
      without: ["secret", "keyId", "previousSecret", "previousKeyId", "quietUntil"],
    },
  }),
  declare(webhookEvents, {
    data: [],
    export: "The same for every receiver.",
    expired: (daysAgo) => lt(webhookEvents.createdAt, daysAgo(retentionDays.webhookDelivery)),
  }),
];
