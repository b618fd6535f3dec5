import type { DatabaseSync } from "node:sqlite";

const ROWS = 50_000;
const PEOPLE = 2_000;

/** Bytes of one row with all of its indexes. */
export type Bytes = {
  openPrediction: number;
  endedPrediction: number;
  person: number;
  /** What is left in the database. */
  pastYear: number;
  /** Includes revisions, the forecast, moves and the prediction. */
  report: number;
};

const ofReports = [
  "season_reports",
  "season_revisions",
  "season_moves",
  "report_moves",
  "report_witnesses",
  "upcoming_forecasts",
  "missed_locks",
];
const ofPerson = ["users", "credentials", "sessions", "watchlist", "security_events"];
/** A person's tallies after five years. */
const TALLIES = 60;

/** Changes the database irreversibly. */
export function measureBytes(db: DatabaseSync, userId: string): Bytes {
  db.exec("PRAGMA foreign_keys = OFF");
  const report = reportBytes(db);
  const endedPrediction = grown(db, ["predictions"], ROWS, () => copyPredictions(db, userId));
  const openPrediction = grown(db, ["predictions"], ROWS, () =>
    copyPredictions(db, userId, {
      state: "'pending'",
      due_at: "s.reports_at",
      actual_result: "NULL",
      actual_eps: "NULL",
      actual_source: "NULL",
      is_correct: "NULL",
      settled_at: "NULL",
      settlement_attempt: "NULL",
    }),
  );
  const person = grown(db, [...ofPerson, "tallies"], PEOPLE, () => copyPeople(db, userId));
  const pastYear = grown(db, ["past_predictions"], PEOPLE * 5, () => addYears(db));
  return { openPrediction, endedPrediction, person, pastYear, report };
}

function reportBytes(db: DatabaseSync): number {
  const one = (sql: string) => (db.prepare(sql).get() as { n: number }).n;
  const aPrediction = sizeOf(db, ["predictions"]) / one("SELECT count(*) AS n FROM predictions");
  return sizeOf(db, ofReports) / one("SELECT count(*) AS n FROM season_reports") + aPrediction;
}

function grown(db: DatabaseSync, tables: readonly string[], n: number, fill: () => void): number {
  const before = sizeOf(db, tables);
  fill();
  return (sizeOf(db, tables) - before) / n;
}

function sizeOf(db: DatabaseSync, tables: readonly string[]): number {
  const row = db
    .prepare(
      `SELECT coalesce(sum(s.pgsize), 0) AS bytes FROM dbstat AS s JOIN sqlite_schema AS t ON t.name = s.name
       WHERE t.tbl_name IN (${tables.map((name) => `'${name}'`).join(", ")})`,
    )
    .get() as { bytes: number };
  return row.bytes;
}

const random = (length: number) => `substr(lower(hex(randomblob(32))), 1, ${length})`;
const numbers = (last: number) =>
  `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${last})`;

function copyPredictions(db: DatabaseSync, userId: string, changed: Record<string, string> = {}): void {
  const user = `'usr_' || printf('%032d', n.value * 7919 % ${PEOPLE})`;
  const at = "1700000000000 + n.value * 1000";
  const own: Record<string, string> = {
    // Ids are in the order of their time, as the product creates them.
    id: `'prd_' || printf('%012x', ${at}) || ${random(20)}`,
    scope: `'user:' || ${user}`,
    user_id: user,
    request_key: random(36),
    lock_id: `'ana_' || ${random(32)}`,
    evidence_hash: random(64),
    created_at: at,
    settlement_attempt: random(36),
    ...changed,
  };
  const columns = columnsOf(db, "predictions");
  const cells = columns.map((name) => own[name] ?? `s.${name}`);
  db.exec(`${numbers(ROWS)}, sample AS MATERIALIZED (SELECT *, row_number() OVER () - 1 AS place FROM
      (SELECT * FROM predictions WHERE user_id = '${userId}' AND state = 'settled' LIMIT 100))
    INSERT INTO predictions (${columns}) SELECT ${cells} FROM n
      JOIN sample AS s ON s.place = n.value % (SELECT count(*) FROM sample)`);
}

function copyPeople(db: DatabaseSync, userId: string): void {
  const user = "'usr_' || printf('%032d', n.value)";
  const unique: Record<string, string> = {
    id: `'xxx_' || ${random(32)}`,
    token: random(64),
    account_id: random(36),
    email: "'reader-' || n.value || '@example.com'",
  };
  for (const table of ofPerson) {
    const columns = columnsOf(db, table);
    const isUsers = table === "users";
    const cells = columns.map((name) =>
      name === "user_id" || (isUsers && name === "id") ? user : (unique[name] ?? `s.${name}`),
    );
    db.exec(`${numbers(PEOPLE)} INSERT INTO ${table} (${columns}) SELECT ${cells} FROM n,
      (SELECT * FROM ${table} WHERE ${isUsers ? "id" : "user_id"} = '${userId}') AS s`);
  }
  const columns = columnsOf(db, "tallies");
  const own: Record<string, string> = {
    scope: `'user:' || ${user}`,
    key: "s.key || m.value",
  };
  db.exec(`${numbers(PEOPLE)}, m(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM m WHERE value < ${TALLIES}),
      sample AS MATERIALIZED (SELECT *, row_number() OVER () - 1 AS place FROM tallies WHERE scope = 'user:${userId}')
    INSERT INTO tallies (${columns}) SELECT ${columns.map((name) => own[name] ?? `s.${name}`)} FROM n, m
      JOIN sample AS s ON s.place = m.value % (SELECT count(*) FROM sample)`);
}

function addYears(db: DatabaseSync): void {
  db.exec(`${numbers(PEOPLE)}, y(value) AS (SELECT 2026 UNION ALL SELECT value + 1 FROM y WHERE value < 2030)
    INSERT INTO past_predictions (user_id, year, file, n, first_at, last_at, last_settled_at, days, unsettled)
    SELECT 'usr_' || printf('%032d', n.value), y.value, ${random(16)}, 250, 1700000000000, 1700000000000, 1700000000000,
      CASE WHEN y.value >= 2029 THEN substr(hex(zeroblob(183)), 1, 366) END,
      '{"2026-Q1":{"pending":0,"void":2,"unlocked":3},"2026-Q3":{"pending":4,"void":0,"unlocked":1}}' FROM n, y`);
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  const rows = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[];
  return rows.map(({ name }) => name);
}
