import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "#contract/time.ts";
import type { LedgerDraft } from "#record/ledger.ts";
import { listRecord } from "#record/list-record.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { repairLedgerRows } from "#record/reconcile.ts";
import { applyChange, reassignOrphanedRows } from "#season/identity/apply-change.ts";
import { moveHistory } from "#season/identity/move-company.ts";
import { resolveTickers } from "#season/identity/tickers.ts";
import { reportsOf } from "#season/store.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { aPerson } from "../../api.ts";
import {
  aMarketOf,
  eve,
  figureOf,
  lockRound,
  nextEve,
  night,
  renamed,
  rows,
  say,
  settleAt,
  whereIs,
} from "./a-changed-market.ts";

const later = new Date(eve.getTime() + 60_000);
const open = { outcome: "pending", limit: 25 } as const;

describe("FB becomes META between lock and report", () => {
  it("and everything of it follows: history, watchlist, alert, own call, lock; the lock settles", async () => {
    const market = await aMarketOf("live meta", "FB");
    const { user } = await aPerson();
    await lockRound(market);
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO watchlist (user_id, ledger_id, symbol, note, created_at) VALUES (?, 'live meta', 'FB', 'mine', 1)",
      ).bind(user.id),
      env.DB.prepare(
        "INSERT INTO user_forecasts (user_id, ledger_id, symbol, fiscal_quarter_end, probability, created_at) VALUES (?, 'live meta', 'FB', '2026-09-30', 0.6, 1)",
      ).bind(user.id),
      env.DB.prepare(
        "INSERT INTO alerts (id, user_id, ledger_id, kind, symbol, subject, detail, created_at, expires_at) VALUES ('alr_meta', ?, 'live meta', 'report_tomorrow', 'FB', '2026-10-20', '{}', 1, 2)",
      ).bind(user.id),
    ]);
    expect(
      await applyChange(market, { ...renamed("FB", "META"), name: "Meta Platforms" } as never, {
        now: later,
      }),
    ).toEqual({
      kind: "apply",
    });
    expect(await whereIs("live meta", "FB")).toEqual([]);
    expect(await whereIs("live meta", "META")).toEqual([
      ...[
        "alerts",
        "predictions",
        "season_companies",
        "season_reports",
        "upcoming_forecasts",
        "user_forecasts",
        "watchlist",
      ],
    ]);
    expect(await reportsOf(market, "META")).toHaveLength(9);
    expect(
      await rows(
        "live meta",
        "SELECT symbol, company_id AS id, company_name AS name FROM season_companies WHERE ledger_id = ?",
      ),
    ).toEqual([{ symbol: "META", id: "FB", name: "Meta Platforms" }]);
    expect((await listRecord(market.db, "live meta", open)).items.map(({ stock }) => stock.symbol)).toEqual([
      "META",
    ]);
    expect(await lockRound(market, new Date(eve.getTime() + 3_600_000))).toMatchObject({ locked: 0 });
    // One source knows the new ticker, and the other one still has the old.
    await say(market, night, figureOf("FB", { reportedEps: 1.1 }));
    expect(await settleAt(market, night)).toBe(1);
    const { items } = await listRecord(market.db, "live meta", { outcome: "settled", limit: 25 });
    expect(items).toMatchObject([{ stock: { symbol: "FB" }, actualResult: "beat", actualEps: 1.1 }]);
    expect((await market.ledger.find("settles record FB 2026-09-30"))?.body).toMatchObject({
      revealed: { lock: { symbol: "FB" } },
    });
    expect(await whereIs("live meta", "FB")).toEqual([]);
    expect([...(await resolveTickers(market, ["FB", "META", "OTHER"]))]).toEqual([
      ["FB", { symbol: "META", earlier: [] }],
      ["META", { symbol: "META", earlier: [] }],
      ["OTHER", { symbol: "OTHER", earlier: [] }],
    ]);
  });

  it("the next season is locked under the new ticker, and by the same company", async () => {
    const market = await aMarketOf("live next", "FB");
    await lockRound(market);
    await applyChange(market, renamed("FB", "META"), { now: later });
    await say(market, night, figureOf("META"));
    await settleAt(market, night);
    await say(market, nextEve, figureOf("META", { reportDate: "2027-01-19", reportedEps: null }));
    expect(await lockRound(market, nextEve)).toMatchObject({ locked: 1 });
    expect((await market.ledger.find("record FB 2026-12-31"))?.body).toMatchObject({ symbol: "META" });
    expect(
      await rows(
        "live next",
        "SELECT symbol, symbol_at_prediction AS was, request_key AS key FROM predictions WHERE ledger_id = ? ORDER BY key",
      ),
    ).toEqual([
      { symbol: "META", was: "FB", key: "META 2026-09-30" },
      { symbol: "META", was: null, key: "META 2026-12-31" },
    ]);
  });

  it("BRK.B, which sources also write with a dash: one company by either, also once it has another ticker", async () => {
    const market = await aMarketOf("live class b", "BRK.B");
    await lockRound(market);
    const before = { symbol: "BRK.B", earlier: [] };
    expect((await resolveTickers(market, ["BRK.B"])).get("BRK.B")).toEqual(before);
    const { user } = await aPerson();
    for (const [i, symbol] of ["BRK-B", "BRK.B"].entries())
      await env.DB.prepare(
        `INSERT INTO predictions (id, scope, user_id, ledger_id, request_key, symbol, company_name, model_version, prediction_type,
          beat_probability, predicted_probability, base_rate, confidence, consensus_eps, data_mode, created_at, state, as_of, due_at, evidence_hash)
         VALUES (?1, 'user:' || ?2, ?2, 'live class b', ?1, ?3, 'A company', '1', 'beat', 0.7, 0.7, 0.6, 'low', 1, 'live', 1,
           iif(?4 = 0, 'pending', 'settled'), ?5, iif(?4 = 0, 1, NULL), 'x')`,
      )
        .bind(`prd_class_${i}`, user.id, symbol, i, eve.getTime() - DAY_MS)
        .run();
    expect(await applyChange(market, renamed("BRK.B", "BRKB"), { now: later })).toEqual({ kind: "apply" });
    await moveHistory(market, "", later);
    expect(await whereIs("live class b", "BRK.B")).toEqual([]);
    expect(await whereIs("live class b", "BRK-B")).toEqual([]);
    expect(
      await rows(
        "live class b",
        "SELECT symbol, symbol_at_prediction AS was FROM predictions WHERE ledger_id = ? AND user_id IS NOT NULL ORDER BY id",
      ),
    ).toEqual([
      { symbol: "BRKB", was: "BRK-B" },
      { symbol: "BRKB", was: "BRK.B" },
    ]);
    await say(market, night, figureOf("BRK.B"));
    expect(await settleAt(market, night)).toBe(1);
  });

  it("renamed twice and back, each ticker leads to it", async () => {
    const market = await aMarketOf("live back", "AA");
    const day = (n: number) => new Date(eve.getTime() + n * DAY_MS);
    await applyChange(market, renamed("AA", "BB", "2026-10-19"), { now: day(0) });
    await applyChange(market, renamed("BB", "CC", "2026-10-21"), { now: day(2) });
    expect(await applyChange(market, renamed("CC", "AA", "2026-10-25"), { now: day(6) })).toEqual({
      kind: "apply",
    });
    expect(
      [...(await resolveTickers(market, ["AA", "BB", "CC"])).values()].map(({ symbol }) => symbol),
    ).toEqual(["AA", "AA", "AA"]);
    expect(await reportsOf(market, "AA")).toHaveLength(9);
  });
});

describe("attacked", () => {
  it("the job twice at once does it once", async () => {
    const market = await aMarketOf("live twice renamed", "FB");
    await lockRound(market);
    const both = await Promise.all(
      [1, 2, 3].map(() => applyChange(market, renamed("FB", "META"), { now: later })),
    );
    expect(both.some(({ kind }) => kind === "apply")).toBe(true);
    expect(await whereIs("live twice renamed", "FB")).toEqual([]);
    expect(await reportsOf(market, "META")).toHaveLength(9);
    expect(
      await rows("live twice renamed", "SELECT ticker, company_id FROM listings WHERE ledger_id = ?"),
    ).toEqual([{ ticker: "FB", company_id: "FB" }]);
    expect(await applyChange(market, renamed("FB", "META"), { now: later })).toEqual({ kind: "nothing" });
  });

  it("killed in the middle, nothing is done; the next run does all of it", async () => {
    const market = await aMarketOf("live killed renamed", "FB");
    await lockRound(market);
    await env.DB.prepare(
      "CREATE TRIGGER kill_rename BEFORE UPDATE OF symbol ON predictions WHEN old.ledger_id = 'live killed renamed' BEGIN SELECT RAISE(ABORT, 'killed'); END",
    ).run();
    await expect(applyChange(market, renamed("FB", "META"), { now: later })).rejects.toThrow();
    await env.DB.prepare("DROP TRIGGER kill_rename").run();
    expect(await whereIs("live killed renamed", "META")).toEqual([]);
    expect(await applyChange(market, renamed("FB", "META"), { now: later })).toEqual({ kind: "apply" });
    expect(await whereIs("live killed renamed", "FB")).toEqual([]);
  });

  it("a lock of the same minute, read before and written after, is one lock and follows", async () => {
    const market = await aMarketOf("live minute", "FB");
    const due = await dueLocks(market, "live", eve);
    let appends = 0;
    const ledger = {
      append: async (drafts: LedgerDraft[], nowMs: number) => {
        appends++;
        const answers = await market.ledger.append(drafts, nowMs);
        if (appends === 1) await applyChange(market, renamed("FB", "META"), { now: later });
        return answers;
      },
    };
    await lockUpcomingForecasts({ ...market, ledger }, due);
    await reassignOrphanedRows(market, later);
    expect(await whereIs("live minute", "FB")).toEqual([]);
    await lockRound(market, later);
    expect((await market.ledger.head()).seq).toBe(1);
    expect(
      await rows(
        "live minute",
        "SELECT symbol, symbol_at_prediction AS was, request_key AS key FROM predictions WHERE ledger_id = ?",
      ),
    ).toEqual([{ symbol: "META", was: "FB", key: "META 2026-09-30" }]);
    expect(
      await rows(
        "live minute",
        "SELECT symbol, ledger_seq AS seq FROM upcoming_forecasts WHERE ledger_id = ?",
      ),
    ).toEqual([{ symbol: "META", seq: 1 }]);
  });

  it("a lock whose rows were lost before the change is restored under the ticker of today", async () => {
    const market = await aMarketOf("live lost renamed", "FB");
    const killed = {
      append: async (drafts: LedgerDraft[], nowMs: number) => {
        await market.ledger.append(drafts, nowMs);
        throw new Error("killed");
      },
    };
    await expect(
      lockUpcomingForecasts({ ...market, ledger: killed }, await dueLocks(market, "live", eve)),
    ).rejects.toThrow("killed");
    await applyChange(market, renamed("FB", "META"), { now: later });
    expect((await repairLedgerRows(market, later)).restored).toBe(1);
    await reassignOrphanedRows(market, later);
    expect(await lockRound(market, later)).toMatchObject({ locked: 0 });
    expect((await market.ledger.head()).seq).toBe(1);
    await say(market, night, figureOf("META"));
    expect(await settleAt(market, night)).toBe(1);
  });

  it("the new ticker was seen before the change was known: one company, one report, the later figure kept", async () => {
    const market = await aMarketOf("live early", "FB");
    await lockRound(market);
    await say(
      market,
      night,
      figureOf("META"),
      figureOf("META", { reportDate: "2026-07-21", reportedEps: 1.05 }),
    );
    expect(await applyChange(market, renamed("FB", "META", "2026-10-20"), { now: night })).toEqual({
      kind: "apply",
    });
    expect(await reportsOf(market, "META")).toHaveLength(9);
    expect(await settleAt(market, night)).toBe(1);
  });
});

describe("a ticker that another company takes", () => {
  it("begins without the old one's history, and the old one is found beside it", async () => {
    const market = await aMarketOf("live taken", "FB");
    await lockRound(market);
    await applyChange(market, renamed("FB", "META"), { now: later });
    const month = new Date(eve.getTime() + 40 * DAY_MS);
    await say(market, month, figureOf("FB", { reportDate: "2026-12-10", reportedEps: null }));
    expect(await reportsOf(market, "FB")).toHaveLength(1);
    expect(await reportsOf(market, "META")).toHaveLength(9);
    expect((await resolveTickers(market, ["FB"])).get("FB")).toEqual({
      symbol: "FB",
      earlier: [{ symbol: "META", name: null, until: "2026-10-19" }],
    });
    expect(await lockRound(market, month)).toMatchObject({ locked: 0 });
    expect(await applyChange(market, renamed("FB", "NEXT", "2026-11-28"), { now: month })).toMatchObject({
      kind: "apply",
    });
    expect(
      await rows(
        "live taken",
        "SELECT symbol, company_id AS id FROM season_companies WHERE ledger_id = ? ORDER BY symbol",
      ),
    ).toEqual([
      { symbol: "META", id: "FB" },
      { symbol: "NEXT", id: "FB~2" },
    ]);
  });

  it("is not handed over in the day in which a job may still write under it", async () => {
    const market = await aMarketOf("live handed", "FB", "META");
    await lockRound(market);
    expect(await applyChange(market, renamed("META", "METV"), { now: later })).toEqual({ kind: "apply" });
    expect(await applyChange(market, renamed("FB", "META"), { now: later })).toEqual({ kind: "wait" });
    const tomorrow = new Date(later.getTime() + DAY_MS + 1);
    expect(await applyChange(market, renamed("FB", "META"), { now: tomorrow })).toEqual({ kind: "apply" });
    expect(
      await rows(
        "live handed",
        "SELECT symbol, symbol_at_prediction AS was FROM predictions WHERE ledger_id = ? ORDER BY symbol",
      ),
    ).toEqual([
      { symbol: "META", was: "FB" },
      { symbol: "METV", was: "META" },
    ]);
  });
});

it("people's settled predictions follow step by step, each with the ticker of its day, also of deleted accounts; a stranger's later ones stay", async () => {
  const market = await aMarketOf("live people", "FB");
  const { user } = await aPerson();
  const made = (id: string, asOf: Date) =>
    env.DB.prepare(
      `INSERT INTO predictions (id, scope, user_id, ledger_id, request_key, symbol, company_name, model_version, prediction_type,
        beat_probability, predicted_probability, base_rate, confidence, consensus_eps, data_mode, created_at, state, as_of, evidence_hash)
       VALUES (?1, 'user:' || ?2, ?2, 'live people', ?1, 'FB', 'A company', '1', 'beat', 0.7, 0.7, 0.6, 'low', 1, 'live', ?3, 'settled', ?3, 'x')`,
    ).bind(id, user.id, asOf.getTime());
  await env.DB.batch([
    made("prd_before", new Date(eve.getTime() - DAY_MS)),
    made("prd_after", new Date(eve.getTime() + 2 * DAY_MS)),
    made("prd_deleted", new Date(eve.getTime() - DAY_MS)),
    // It was open when its owner's account was deleted.
    env.DB.prepare(
      "UPDATE predictions SET user_id = NULL, scope = 'deleted:live people' WHERE id = 'prd_deleted'",
    ),
  ]);
  await applyChange(market, renamed("FB", "META"), { now: later });
  for (let i = 0; i < 2; i++) expect(await moveHistory(market, "", later)).toBeNull();
  expect(
    await rows(
      "live people",
      "SELECT id, symbol, symbol_at_prediction AS was FROM predictions WHERE ledger_id = ? ORDER BY id",
    ),
  ).toEqual([
    { id: "prd_after", symbol: "FB", was: null },
    { id: "prd_before", symbol: "META", was: "FB" },
    { id: "prd_deleted", symbol: "META", was: "FB" },
  ]);
});
