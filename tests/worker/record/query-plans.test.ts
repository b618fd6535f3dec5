import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { NotificationDeps } from "#notifications/kinds/kind.ts";
import { predictionSettled } from "#notifications/kinds/prediction-settled.ts";
import { reportSoon } from "#notifications/kinds/report-soon.ts";
import { openDatabase } from "#platform/db/client.ts";
import { countsQuery, startOfDay, unsettledQuery } from "#record/dashboard.ts";
import { findPrediction, latestQuery, listPredictions } from "#record/history.ts";
import { listRecord } from "#record/list-record.ts";
import { repairLedgerRows } from "#record/reconcile.ts";
import { readRecordFigures } from "#record/record-figures.ts";
import { settle } from "#record/settle.ts";
import { settledOfRecord, settledOfUser } from "#record/settled-predictions.ts";
import { storedRequests } from "#record/store.ts";
import { talliesOf } from "#record/tallies.ts";
import { companiesOnRecord, findRecord, trackRecordOf } from "#record/track-record.ts";
import { pollOverdueReports } from "#season/poll-overdue-reports.ts";
import { findReported } from "#season/reported.ts";
import { accountsAt } from "../accounts/at-a-time.ts";
import { aSilentMarket, ledgerOf, settleDeps } from "./a-record.ts";

let asked: string[] = [];
/** Wraps the binding so that every statement is recorded when it is prepared. */
const heard = new Proxy(env.DB, {
  get(target, key) {
    const value: unknown = Reflect.get(target, key);
    if (typeof value !== "function") return value;
    if (key !== "prepare") return value.bind(target);
    return (sql: string) => {
      asked.push(sql);
      return target.prepare(sql);
    };
  },
});
const db = openDatabase(heard);
const store = { db, files: env.FILES };

async function planOf(sql: string): Promise<string[]> {
  const values = [...sql.matchAll(/\?/g)].map(() => 1);
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

const now = new Date("2026-11-20T12:00:00Z");
const list = { sort: "createdAt", direction: "desc", page: 1, pageSize: 20 } as const;

/** The queries that a page or a job waits for. */
const queries: Record<string, () => Promise<unknown>> = {
  "the single figures of a user's dashboard": async () => countsQuery(db, "usr_1", startOfDay(now)),
  "what a user's scorecard leaves out": async () => unsettledQuery(db, "usr_1"),
  "a user's newest predictions": async () => latestQuery(db, "usr_1", 10),
  "a user's open predictions": async () => latestQuery(db, "usr_1", 10, "pending"),
  "a user's settled predictions": async () => latestQuery(db, "usr_1", 10, "settled"),
  "a user's sums": () => talliesOf(db, "user:usr_1"),
  "a user's history by time": () => listPredictions(store, "usr_1", list),
  "a user's history by ticker": () =>
    listPredictions(store, "usr_1", { ...list, sort: "symbol", symbol: "AAPL" }),
  "a user's history by probability": () => listPredictions(store, "usr_1", { ...list, sort: "probability" }),
  "a user's history by report": () => listPredictions(store, "usr_1", { ...list, sort: "reportDate" }),
  "a user's misses": () => listPredictions(store, "usr_1", { ...list, outcome: "wrong" }),
  "one prediction of a user": () => findPrediction(store, "usr_1", "prd_1"),
  "the track record": () => trackRecordOf(db, "live"),
  "the number of companies on record": () => companiesOnRecord(db, "live"),
  "the misses of the record": () =>
    listRecord(db, "live", { outcome: "wrong", limit: 25, before: "1 prd_1" }),
  "the settled predictions of the record": () => listRecord(db, "live", { outcome: "settled", limit: 25 }),
  "the open predictions of the record": () => listRecord(db, "live", { outcome: "pending", limit: 25 }),
  "the next open predictions of the record": () =>
    listRecord(db, "live", { outcome: "pending", limit: 25, before: "1 prd_1" }),
  "a bin of the record's predictions": () =>
    listRecord(db, "live", { outcome: "settled", kind: "live", bin: 7, limit: 25 }),
  "a company's predictions of record": () =>
    listRecord(db, "live", { outcome: "settled", symbol: "AAPL", limit: 25 }),
  "the figures of the record": () => readRecordFigures({ db, ledgerId: "live" }, undefined),
  "the settled predictions of the record, all": () => settledOfRecord(db, "live"),
  "a user's settled predictions, all": () => settledOfUser(store, "usr_1", "live"),
  "one prediction of the record": () => findRecord({ db, ledgerId: "live", files: env.FILES }, "prd_1"),
  "whether a request is stored": () => storedRequests(db, "record:live", ["AAPL 2026-09-30"]),
  "what is due": () => settle({ ...settleDeps("live"), db }, now),
  "what the store knows of a report": () =>
    findReported({ ...settleDeps("live"), db }, [{ symbol: "AAPL", fiscalQuarterEnd: "2026-09-30" }], now),
  "whom to ask": () => pollOverdueReports({ ...settleDeps("live"), db }, aSilentMarket(), now),
  "what waits for the ledger": () =>
    repairLedgerRows(
      { ...settleDeps("live"), db, ledger: ledgerOf("live"), files: env.FILES, newId: () => "" },
      now,
    ),
};

describe("no query reads a whole table or index:", () => {
  it.each(Object.entries(queries))("%s", async (_, ask) => {
    asked = [];
    await ask();
    expect(asked.length).toBeGreaterThan(0);
    for (const sql of asked) {
      const plan = await planOf(sql);
      expect(plan.some((step) => step.startsWith("SEARCH"))).toBe(true);
      // Results of the query's own parts and values passed to it are not tables.
      const scans = plan.filter(
        (step) =>
          step.startsWith("SCAN ") && !/^SCAN (run|CONSTANT ROW|json_each VIRTUAL TABLE.*)$/.test(step),
      );
      expect({ sql, scans }).toEqual({ sql, scans: [] });
    }
  });
});

it("a user's few open predictions are found by their state, not by reading the whole history", async () => {
  asked = [];
  await latestQuery(db, "usr_1", 10, "pending");
  expect((await planOf(asked[0] ?? "")).join("\n")).toContain("predictions_by_state (scope=? AND state=?)");
});

describe("a user's history", () => {
  it("by time is read from the index, not sorted anew", async () => {
    asked = [];
    await listPredictions(store, "usr_1", list);
    expect(await planOf(asked[0] ?? "")).toEqual([
      "SEARCH predictions USING INDEX predictions_by_user (user_id=?)",
    ]);
  });

  it.each(["symbol", "probability", "reportDate"] as const)(
    "by %s is that person's rows alone, sorted",
    async (sort) => {
      asked = [];
      await listPredictions(store, "usr_1", { ...list, sort });
      expect(await planOf(asked[0] ?? "")).toEqual([
        "SEARCH predictions USING INDEX predictions_by_user (user_id=?)",
        expect.stringMatching(/^USE TEMP B-TREE FOR/),
      ]);
    },
  );
});

it("what was settled lately and what reports soon is searched person by person", async () => {
  const notifying: NotificationDeps = {
    accounts: accountsAt(now),
    store: { db, ledgerId: "sample" },
    dataMode: "sample",
    marketNow: now,
    opensOf: async () => "all",
    operators: [],
  };
  for (const { due } of [predictionSettled, reportSoon]) {
    asked = [];
    await db.all(due?.(notifying, null) ?? sql`SELECT 1`);
    const plan = (await planOf(asked[0] ?? "")).filter((step) => /^(SCAN|SEARCH) [up] /.test(step));
    expect(plan).toEqual([
      expect.stringContaining("SCAN u"),
      expect.stringContaining("SEARCH p USING INDEX predictions_by_state (scope=? AND state=?"),
    ]);
  }
});

it("predictions have six indexes", async () => {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'predictions' ORDER BY name",
  ).all();
  expect(results.map(({ name }) => name)).toEqual([
    "predictions_by_lock",
    "predictions_by_request",
    "predictions_by_state",
    "predictions_by_user",
    "predictions_due",
    // Only locks with a price of a prediction market have a row in it.
    "predictions_with_prices",
  ]);
});
