import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { AnalysisResponse } from "#contract/analysis.ts";
import { DAY_MS } from "#contract/time.ts";
import { aConfirmedPerson, call } from "../worker/api.ts";

const STORED = 100_000;
const PEOPLE = 500;
const A_STATEMENT = 1_000;
const MAX_MEGABYTES = 200;
const companies = ["AAPL", "MSFT", "KO", "JPM", "XOM"];

/**
 * These parts differ from one prediction to the next and are as long as the product makes them. Settled predictions
 * are the largest.
 */
const own: Record<string, string> = {
  id: "'prd_' || lower(hex(randomblob(16)))",
  scope: "printf('user:usr_%032d', n.value % ?2)",
  user_id: "printf('usr_%032d', n.value % ?2)",
  request_key: "lower(hex(randomblob(18)))",
  lock_id: "'ana_' || lower(hex(randomblob(16)))",
  ledger_seq: "n.value",
  evidence_hash: "lower(hex(randomblob(32)))",
  beat_probability: "abs(random() % 10000) / 10000.0",
  created_at: `predictions.created_at - abs(random() % (90 * ${DAY_MS}))`,
  state: "'settled'",
  due_at: "null",
  actual_result: "'beat'",
  actual_eps: "round(abs(random() % 1000) / 100.0, 2)",
  actual_source: "'FMP, SEC EDGAR'",
  is_correct: "1",
  settled_at: `predictions.created_at + abs(random() % (90 * ${DAY_MS}))`,
  settlement_attempt: "lower(hex(randomblob(18)))",
};

const run = (sql: string, ...values: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

it("100,000 analyses take under 200 MB of the database, with their indexes and the sums of 500 people", async () => {
  const made: string[] = [];
  for (const symbol of companies) {
    const { token } = await aConfirmedPerson();
    const { body } = await call<AnalysisResponse>("POST", `/api/analyze/${symbol}`, { token, body: {} });
    expect(body.predictionId, symbol).toBeTruthy();
    made.push(body.predictionId);
  }
  const first = await env.DB.prepare("SELECT * FROM predictions WHERE id = ?")
    .bind(made[0])
    .first<Record<string, unknown>>();
  const columns = Object.keys(first ?? {});
  const { size_after: before } = (await run("SELECT 1")).meta;

  await run(
    `INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
      SELECT printf('usr_%032d', n.value), 'Ada', 'stored-' || n.value || '@example.com', 1, 0, 0 FROM json_each(?) n`,
    listOf(0, PEOPLE),
  );
  const cells = columns.map((column) => own[column] ?? `predictions.${column}`);
  for (let from = 0; from < STORED; from += A_STATEMENT)
    await run(
      `INSERT INTO predictions (${columns}) SELECT ${cells} FROM json_each(?1) n
        JOIN predictions ON predictions.id = json_extract(?3, '$[' || (n.value % ${companies.length}) || ']')`,
      listOf(from, A_STATEMENT),
      PEOPLE,
      JSON.stringify(made),
    );
  // This makes some more groups than a person's predictions fall into: bins, levels of confidence, sectors, models
  // and quarters.
  await run(
    `INSERT INTO tallies (scope, dimension, key, n, correct, beats, predicted_beat, predicted_beat_correct,
        probability_sum, brier_sum, base_brier_sum)
      SELECT 'user:' || users.id, 'sector', 'Group ' || n.value, 40, 30, 31, 35, 28, 280000, 80000, 85000
      FROM users, json_each(?1) n WHERE users.email LIKE 'stored-%'`,
    listOf(0, 40),
  );

  const { size_after: after } = (await run("SELECT 1")).meta;
  const stored = await env.DB.prepare(
    "SELECT count(*) AS n FROM predictions WHERE user_id LIKE 'usr_0000%'",
  ).first<number>("n");
  const megabytes = (after - before) / 1e6;
  console.info(`${stored} stored analyses: ${megabytes.toFixed(1)} MB`);
  expect(stored).toBe(STORED);
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
}, 180_000);

function listOf(from: number, count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, i) => from + i));
}
