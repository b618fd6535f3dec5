import { lt } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type Datum, retentionDays } from "#contract/retention.ts";
import { days, personal as declare } from "../personal-data/declare.ts";

/** An hour without a row is one in which the jobs or the database did not run. */
export const statusHours = sqliteTable("status_hours", {
  hour: text("hour").primaryKey(),
  queue: integer("queue", { mode: "boolean" }).notNull(),
  objects: integer("objects", { mode: "boolean" }).notNull(),
  source: integer("source", { mode: "boolean" }).notNull(),
  jobs: integer("jobs", { mode: "boolean" }).notNull(),
});

export const driftWeeks = sqliteTable(
  "drift_weeks",
  {
    ledgerId: text("ledger_id").notNull(),
    /** ISO 8601 week such as "2026-W47". */
    week: text("week").notNull(),
    /** ISO days, UTC. */
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    n: integer("n").notNull(),
    /** JSON of every test that was made. */
    checks: text("checks").notNull(),
    /** JSON of the differences beyond tolerance, each with the first week in which it was found. */
    findings: text("findings").notNull(),
    /** JSON of the proposed recalibrations with their evidence. */
    proposals: text("proposals").notNull(),
    hasNews: integer("has_news", { mode: "boolean" }).notNull(),
    checkedAt: integer("checked_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerId, table.week] })],
);

export const reviewDecisions = sqliteTable(
  "review_decisions",
  {
    id: text("id").primaryKey(),
    ledgerId: text("ledger_id").notNull(),
    /**
     * For example "AAPL 2026-09-30", "dead letter ded_…", "result prd_…", "change renamed FB META 2022-06" or
     * "release AAPL 0000320193-26-000001".
     */
    subject: text("subject").notNull(),
    decision: text("decision", {
      enum: ["settle", "void", "wait", "replay", "drop", "dismiss", "rules", "model", "neither", "carry_out"],
    }).notNull(),
    eps: real("eps"),
    reason: text("reason").notNull(),
    decidedAt: integer("decided_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("review_decisions_by_time").on(table.decidedAt)],
);

export const usageCounts = sqliteTable(
  "usage_counts",
  {
    day: text("day").notNull(),
    kind: text("kind", { enum: ["screen", "feature"] }).notNull(),
    used: text("used").notNull(),
    n: integer("n").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.used] })],
);

/** Counts changes of public data. The count is part of the edge cache's keys. */
export const publicVersions = sqliteTable("public_versions", {
  ledgerId: text("ledger_id").primaryKey(),
  version: integer("version").notNull(),
});

export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: text("id").primaryKey(),
    /** "unknown" for a message that this version cannot parse. */
    job: text("job").notNull(),
    /** JSON of the message, which names people by id only. */
    body: text("body").notNull(),
    /** The class and reason of the error, never its message, which may hold anything. */
    error: text("error").notNull(),
    times: integer("times").notNull(),
    firstAt: integer("first_at", { mode: "timestamp_ms" }).notNull(),
    lastAt: integer("last_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("dead_letters_by_time").on(table.lastAt)],
);

/** Work that only one run does at a time, until the run ends or its lease expires. */
export const leases = sqliteTable(
  "leases",
  {
    /** The work, such as "subscription change", "webhook endpoint" or "past range live". */
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    holder: text("holder").notNull(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
);

const change: Datum = {
  group: "billing-data",
  what: "That your subscription is being changed right now",
  why: "So that two changes at once are one after the other",
  retention: `Until the change is made; one that broke off, ${days(retentionDays.paymentOperation)}`,
};
const failed: Datum = {
  group: "mail-data",
  what: "Work of ours that failed for good, with the ids of the accounts, readers or payments that it was for",
  why: "To find out why, and to do it later",
  retention: days(retentionDays.deadLetter),
};

export const personal = [
  declare(leases, {
    data: [[change, "kind", "subject", "holder", "expiresAt"]],
    export: "Held for seconds.",
    deletion: "Ends with the change.",
    expired: (daysAgo) => lt(leases.expiresAt, daysAgo(retentionDays.paymentOperation)),
  }),
  declare(deadLetters, {
    data: [[failed, "id", "job", "body", "error", "times", "firstAt", "lastAt"]],
    export: "Names many people at a time, by ids alone.",
    deletion: "Stays for its time: a job that finds no account does nothing.",
    expired: (daysAgo) => lt(deadLetters.lastAt, daysAgo(retentionDays.deadLetter)),
  }),
];
