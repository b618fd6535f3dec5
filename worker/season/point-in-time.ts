import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { seasonRevisions } from "#platform/schema/season.ts";
import { recordScope } from "#platform/scope.ts";
import type { SeasonStore } from "./store.ts";

/** A past moment. `entries` is the number of ledger entries that existed at that time. */
export type PointInTime = { at: Date; entries: number };

/**
 * Limits the reports to those between two ISO days, both inclusive, and to one company if `symbol` is given.
 */
type Span = { from?: string; to?: string; symbol?: string };
export type Tables = readonly { name: string; body: SQL }[];

/**
 * Returns common table expressions that show the tables as known at `moment`. They have the names of the
 * current tables and take their place, so that queries stay the same. Returns none when `moment` is null, which
 * means now.
 */
export function pointInTimeTables(
  { ledgerId }: Pick<SeasonStore, "ledgerId">,
  moment: PointInTime | null,
  {
    span: { from = "", to = "~", symbol } = {},
    scope = recordScope(ledgerId),
  }: { span?: Span; scope?: string } = {},
): Tables {
  if (!moment) return [];
  const at = moment.at.getTime();
  const ofCompany = symbol === undefined ? sql`` : sql` AND symbol = ${symbol}`;
  const isInSpan = sql`ledger_id = ${ledgerId}${ofCompany} AND report_date >= ${from} AND report_date <= ${to}`;
  return [
    {
      name: "season_reports",
      body: sql`SELECT ${reportColumns} FROM main.season_reports WHERE ${isInSpan} AND changed_at <= ${at}
        UNION ALL SELECT ${reportColumns} FROM main.season_revisions
        WHERE ${isInSpan} AND held_until > ${at} AND held_from <= ${at}`,
    },
    {
      name: "season_companies",
      body: sql`SELECT ledger_id, symbol, ${sql.join(
        ["company_name", "exchange", "sector", "industry", "country", "currency"].map((name) =>
          iff(sql`described_at <= ${at}`, name),
        ),
        sql`, `,
      )}, ${iff(sql`updated_at <= ${at}`, "market_cap")} FROM main.season_companies WHERE ledger_id = ${ledgerId}`,
    },
    {
      name: "upcoming_forecasts",
      body: sql`SELECT * FROM main.upcoming_forecasts WHERE ledger_id = ${ledgerId} AND ledger_seq <= ${moment.entries}`,
    },
    {
      name: "season_moves",
      body: sql`SELECT * FROM main.season_moves WHERE ledger_id = ${ledgerId} AND seen_at <= ${at}`,
    },
    {
      name: "predictions",
      body: sql`SELECT ${predictionColumns(at)} FROM main.predictions
        WHERE scope = ${scope} AND ledger_id = ${ledgerId} AND coalesce(ledger_seq <= ${moment.entries}, as_of <= ${at} AND user_id IS NOT NULL)`,
    },
  ];
}

/** Starts a drizzle query that reads from `tables`. */
export function withPointInTime(db: Database, tables: Tables) {
  return db.with(...tables.map(({ name, body }) => db.$with(name, {}).as(body)));
}

/**
 * Returns the WITH clause by which a query written in SQL reads from `tables`, or nothing when there are none.
 */
export function withTables(tables: Tables): SQL {
  if (tables.length === 0) return sql``;
  const each = tables.map(({ name, body }) => sql`${sql.identifier(name)} AS (${body})`);
  return sql`WITH ${sql.join(each, sql`, `)} `;
}

/**
 * Returns the INDEXED BY clause for the index on the report date. The table of a past moment is a subquery
 * without an index, so it gets none.
 */
export const dayIndexHint = (moment: PointInTime | null): SQL =>
  moment ? sql`` : sql`INDEXED BY season_reports_by_day`;

const iff = (condition: SQL, name: string) =>
  sql`iif(${condition}, ${sql.identifier(name)}, NULL) AS ${sql.identifier(name)}`;

const { heldFrom: _from, heldUntil: _until, ...versioned } = getTableColumns(seasonRevisions);
const reportColumns = sql.join(
  Object.values(versioned).map(({ name }) => sql.identifier(name)),
  sql`, `,
);

/**
 * Returns the columns of predictions as known at a moment (milliseconds). How the prediction ended, and since
 * when it has been due, are left out when they came later.
 */
function predictionColumns(at: number): SQL {
  const hasEnded = sql`settled_at <= ${at}`;
  const ofEnd = new Set([
    "actualResult",
    "actualEps",
    "actualSource",
    "isCorrect",
    "settledAt",
    "settlementAttempt",
  ]);
  const cells = Object.entries(getTableColumns(predictions)).map(([key, { name }]) => {
    if (key === "state") return sql`iif(${hasEnded} OR state = 'unlocked', state, 'pending') AS state`;
    if (key === "stateReason") return iff(sql`${hasEnded} OR state = 'unlocked'`, name);
    if (key === "dueAt") return sql`NULL AS due_at`;
    return ofEnd.has(key) ? iff(hasEnded, name) : sql.identifier(name);
  });
  return sql.join(cells, sql`, `);
}

export function pointInTimePrediction<Row extends typeof predictions.$inferSelect>(
  row: Row,
  { at, entries }: PointInTime,
): Row | null {
  const { ledgerSeq, asOf, settledAt, state } = row;
  const isMade = ledgerSeq === null ? asOf !== null && asOf <= at : ledgerSeq <= entries;
  if (!isMade) return null;
  if (settledAt !== null && settledAt <= at) return { ...row, dueAt: null };
  const isUnlocked = state === "unlocked";
  return {
    ...row,
    state: isUnlocked ? state : "pending",
    stateReason: isUnlocked ? row.stateReason : null,
    dueAt: null,
    actualResult: null,
    actualEps: null,
    actualSource: null,
    isCorrect: null,
    settledAt: null,
    settlementAttempt: null,
  };
}
