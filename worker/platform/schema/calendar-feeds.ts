import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Datum } from "#contract/personal-data.ts";
import { personal as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

/** One a person; a new one takes its place. */
export const calendarFeeds = sqliteTable("calendar_feeds", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** SHA-256 of its secret. */
  hash: text("hash").notNull().unique(),
  createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
});

const address: Datum = {
  group: "security-data",
  what: "A hash of your calendar feed's secret address, and when it was made",
  why: "So that your calendar can read your watchlist",
  retention: "Until you end it or delete the account",
};

export const personal = [
  declare(calendarFeeds, {
    data: [[address, "hash", "createdAt"]],
    export: { as: "calendarFeedAddresses", without: ["hash"] },
  }),
];
