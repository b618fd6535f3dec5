import { sql } from "drizzle-orm";
import { check, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DataCategory } from "#contract/retention.ts";
import { declarePersonalTable as declare } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

/** Users' own forecasts. Each is made before the user saw ours and is never changed afterwards. */
export const userForecasts = sqliteTable(
  "user_forecasts",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    /**
     * The user's probability of a beat, from 0 to 1. Null when the user opened our forecast first and so cannot
     * make one.
     */
    probability: real("probability"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.ledgerId, table.symbol, table.fiscalQuarterEnd] }),
    check("user_forecasts_probability", sql`probability IS NULL OR (probability >= 0 AND probability <= 1)`),
  ],
);

const called: DataCategory = {
  group: "use-data",
  what: "Your own calls: how likely you thought a beat to be, for which report, and when",
  why: "To score them beside ours, for you alone",
  retention: "Until you delete the account",
};

export const personal = [
  declare(userForecasts, {
    data: [[called, "ledgerId", "symbol", "fiscalQuarterEnd", "probability", "createdAt"]],
    export: { as: "userForecasts", names: { ledgerId: "market", createdAt: "calledAt" } },
  }),
];
