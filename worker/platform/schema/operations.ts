import { lt } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import { days, declarePersonalTable as declare } from "../personal-data/declare.ts";

/**
 * Whether each part of the service worked, one row per hour. When an hour has no row, the jobs or the database
 * did not run in it.
 */
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
    /** The first and the last ISO day (UTC) of the weeks whose settled predictions were tested. */
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    n: integer("n").notNull(),
    /** JSON of all calibration tests, of all predictions together and of each sector. */
    checks: text("checks").notNull(),
    /** JSON of the deviations that the tests found, each with the first week in which it was found. */
    findings: text("findings").notNull(),
    /** JSON of the recalibrations that are proposed to correct these deviations, with their evidence. */
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
     * What was decided about, for example "AAPL 2026-09-30", "dead letter ded_…", "result prd_…", "change
     * renamed FB META 2022-06" or "release AAPL 0000320193-26-000001".
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

/**
 * Counts how often the public data of a ledger changed. The count is part of the edge cache's keys, so a change
 * makes cached answers obsolete.
 */
export const publicVersions = sqliteTable("public_versions", {
  ledgerId: text("ledger_id").primaryKey(),
  version: integer("version").notNull(),
});

export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: text("id").primaryKey(),
    /** The job of the message, or "unknown" when this version cannot parse it. */
    job: text("job").notNull(),
    /** JSON of the message. It refers to people by their ids only. */
    body: text("body").notNull(),
    /**
     * The class of the error and its reason code. The error's message is not stored, because it may contain
     * personal data.
     */
    error: text("error").notNull(),
    times: integer("times").notNull(),
    firstAt: integer("first_at", { mode: "timestamp_ms" }).notNull(),
    lastAt: integer("last_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("dead_letters_by_time").on(table.lastAt)],
);

/** Leases on work that only one run may do at a time. A lease is held until the run ends it or it expires. */
export const leases = sqliteTable(
  "leases",
  {
    /** The kind of work, such as "subscription change", "webhook endpoint" or "past range live". */
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    holder: text("holder").notNull(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
);

const change: DataCategory = {
  group: "billing-data",
  what: "That your subscription is being changed right now",
  why: "So that two changes at once are one after the other",
  retention: `Until the change is made; one that broke off, ${days(retentionDays.paymentOperation)}`,
};
const failed: DataCategory = {
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
