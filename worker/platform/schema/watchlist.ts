import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DataCategory } from "#contract/retention.ts";
import { declarePersonalTable as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

/**
 * Secret addresses at which calendar programs read a watchlist, one per person. Creating a new one replaces the
 * old one.
 */
export const calendarFeeds = sqliteTable("calendar_feeds", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** SHA-256 of the feed's secret. */
  hash: text("hash").notNull().unique(),
  createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
});

const address: DataCategory = {
  group: "security-data",
  what: "A hash of your calendar feed's secret address, and when it was made",
  why: "So that your calendar can read your watchlist",
  retention: "Until you end it or delete the account",
};

export const watchlist = sqliteTable(
  "watchlist",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    note: text("note").notNull().default(""),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /**
     * What the person last saw of the company's next report. `seenProbability` is null when their plan did not
     * include it.
     */
    seenQuarter: text("seen_quarter"),
    seenDay: text("seen_day"),
    seenProbability: real("seen_probability"),
    seenAt: integer("seen_at", { mode: "timestamp_ms" }),
    /** The values with which the next check for alerts compares the report. */
    alertedQuarter: text("alerted_quarter"),
    alertedDay: text("alerted_day"),
    alertedProbability: real("alerted_probability"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.ledgerId, table.symbol] }),
    index("watchlist_by_company").on(table.ledgerId, table.symbol, table.userId),
  ],
);

const watched: DataCategory = {
  group: "use-data",
  what: "Your watchlist: companies, your notes, and what you last saw and the last alert said of each",
  why: "To show it, with what changed, and to alert you",
  retention: "Until you take a company off the list or delete the account",
};

export const personal = [
  declare(calendarFeeds, {
    data: [[address, "hash", "createdAt"]],
    export: { as: "calendarFeedAddresses", without: ["hash"] },
  }),
  declare(watchlist, {
    data: [
      [
        watched,
        "ledgerId",
        "symbol",
        "note",
        "createdAt",
        "seenQuarter",
        "seenDay",
        "seenProbability",
        "seenAt",
        "alertedQuarter",
        "alertedDay",
        "alertedProbability",
      ],
    ],
    export: {
      as: "watchlist",
      names: {
        ledgerId: "market",
        createdAt: "addedAt",
        seenDay: "seenReportDate",
        alertedDay: "alertedReportDate",
      },
      without: ["alertedProbability"],
    },
  }),
];
