import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { epsBases } from "#contract/prediction-markets.ts";

/**
 * What prediction markets asked about upcoming reports and at what price, one row per question and day with the
 * day's latest price. Venues delete the prices of closed questions, so what is not stored in time is lost.
 */
export const questionPrices = sqliteTable(
  "question_prices",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    fiscalQuarterEnd: text("fiscal_quarter_end").notNull(),
    venue: text("venue").notNull(),
    questionId: text("question_id").notNull(),
    /** The ISO day in New York on which the price was read. */
    day: text("day").notNull(),
    title: text("title").notNull(),
    url: text("url"),
    strike: real("strike").notNull(),
    basis: text("basis", { enum: epsBases }),
    /** The ISO day on which the question's text expected the report. */
    expectedDay: text("expected_day").notNull(),
    closesAt: integer("closes_at", { mode: "timestamp_ms" }),
    /** The best prices of Yes, as probabilities. Null when nobody bids, or nobody asks. */
    bid: real("bid"),
    ask: real("ask"),
    /** The dollars offered near the midpoint, bids and asks together. */
    depthUsd: real("depth_usd").notNull(),
    volumeUsd: real("volume_usd"),
    /** The dollars traded in the 24 hours before `readAt`. Null when the venue names no trade in that time. */
    dayVolumeUsd: real("day_volume_usd"),
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.ledgerId,
        table.symbol,
        table.fiscalQuarterEnd,
        table.venue,
        table.questionId,
        table.day,
      ],
    }),
  ],
);
