import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import type { Analysis } from "#contract/analysis.ts";
import { putOnRecord } from "#record/record.ts";
import { settle } from "#record/settle.ts";
import { auditTallies, recountTallies, talliesOf } from "#record/tallies.ts";
import { pollOverdueReports } from "#season/poll-overdue-reports.ts";
import { aSilentMarket, db, ledgerOf, report, settleAll, settleDeps } from "./a-record.ts";

const { analyzeAsOf } = openDeps(env, "https://beatcast.test");
const ASKED = new Date("2026-06-30T15:00:00Z");
const DAY_MS = 86_400_000;

/**
 * Puts companies on the record of a market as of a day, and returns the time at which the last of their reports was
 * due.
 */
async function aRecordOf(ledgerId: string, symbols: string[]): Promise<Date> {
  const clock = () => ASKED;
  const newId = () => `prd_${crypto.randomUUID()}`;
  let last = 0;
  for (const symbol of symbols) {
    const analysis = await analyzeAsOf(symbol, ASKED);
    const clocks = { now: clock, marketNow: clock };
    const record = { db, ledgerId, ledger: ledgerOf(ledgerId), files: env.FILES, ...clocks, newId };
    await putOnRecord(record, { owner: { kind: "replay" }, requestKey: `${symbol} quarter`, analysis });
    last = Math.max(last, reportOf(analysis));
  }
  return new Date(last + DAY_MS);
}

const reportOf = ({ earningsData }: Analysis) => Date.parse(earningsData.earningsDate ?? "");

type Row = { symbol: string; state: string; state_reason: string | null; actual_result: string | null };
const rowsOf = async (ledgerId: string) =>
  (
    await env.DB.prepare(
      "SELECT symbol, state, state_reason, actual_result, actual_eps, is_correct FROM predictions WHERE ledger_id = ? ORDER BY symbol",
    )
      .bind(ledgerId)
      .all<Row>()
  ).results;
const settlementsOf = async (ledgerId: string) =>
  (await ledgerOf(ledgerId).page(0, 500)).entries.filter(({ body }) => body.type === "settlement");

describe("settlement", () => {
  it("marks beat or miss, right or wrong, and enters it into the ledger", async () => {
    const due = await aRecordOf("plain", ["AAPL", "KO"]);
    expect(await settleAll(1000, due, "plain")).toBe(2);
    expect((await rowsOf("plain")).map((row) => [row.state, row.actual_result])).toEqual([
      ["settled", "beat"],
      ["settled", "beat"],
    ]);
    const [entry] = await settlementsOf("plain");
    expect(entry?.body).toMatchObject({
      outcome: "beat",
      actualEps: 1000,
      source: "Test source",
      reason: null,
    });
  });

  it("is final: a figure that is corrected later changes nothing", async () => {
    const due = await aRecordOf("final", ["AAPL"]);
    await settleAll(1000, due, "final");
    const before = await rowsOf("final");
    await env.DB.prepare("UPDATE predictions SET due_at = 1 WHERE ledger_id = 'final'").run();
    await settleAll(-1000, new Date(due.getTime() + DAY_MS), "final");
    expect(await rowsOf("final")).toEqual(before);
    expect(await settlementsOf("final")).toHaveLength(1);
    expect(await auditTallies(db, "record:final")).toBeNull();
  });

  it("by two runs at once gives the rows and the sums of one", async () => {
    const symbols = ["AAPL", "JPM", "KO", "XOM"];
    const due = await aRecordOf("one", symbols);
    await settleAll(3, due, "one");
    await aRecordOf("two", symbols);
    await report(3, { ledgerId: "two" });
    await Promise.all(Array.from({ length: 5 }, () => settle(settleDeps("two"), due)));
    expect(await rowsOf("two")).toEqual(await rowsOf("one"));
    const sums = async (ledgerId: string) =>
      (await talliesOf(db, `record:${ledgerId}`)).map(({ scope: _, ...tally }) => tally);
    expect(await sums("two")).toEqual(await sums("one"));
    expect(await settlementsOf("two")).toHaveLength(4);
    expect(await recountTallies(db, "record:two")).toEqual(await talliesOf(db, "record:two"));
  });

  it("that died between the ledger and the rows is finished by the next run, as the ledger has it", async () => {
    const due = await aRecordOf("died", ["AAPL"]);
    const [lock] = (await ledgerOf("died").page(0, 1)).entries;
    const lockId = lock?.body.id ?? "";
    await ledgerOf("died").append(
      [
        {
          type: "settlement",
          id: `settles ${lockId}`,
          lockId,
          outcome: "miss",
          actualEps: 0.5,
          source: "Test source",
          reason: null,
        },
      ],
      due.getTime(),
    );
    await settleAll(1000, due, "died");
    expect(await rowsOf("died")).toMatchObject([
      { state: "settled", actual_result: "miss", actual_eps: 0.5 },
    ]);
    expect(await settlementsOf("died")).toHaveLength(1);
    expect(await auditTallies(db, "record:died")).toBeNull();
  });

  it("sends a disagreement of sources to review, and settles once they agree", async () => {
    const due = await aRecordOf("review", ["AAPL"]);
    await report(1000, { ledgerId: "review", source: "First" });
    await report(-1000, { ledgerId: "review", source: "Second", apartDays: -3 });
    const deps = settleDeps("review", ["First", "Second"]);
    await settle(deps, due);
    expect(await rowsOf("review")).toMatchObject([
      {
        state: "review",
        state_reason: "First reports 1000, Second -1000: they disagree.",
        actual_result: null,
      },
    ]);
    expect(await talliesOf(db, "record:review")).toEqual([]);
    await report(1000, { ledgerId: "review", source: "Second", apartDays: -3 });
    await settle(deps, new Date(due.getTime() + DAY_MS));
    expect(await rowsOf("review")).toMatchObject([
      { state: "settled", state_reason: null, actual_result: "beat" },
    ]);
  });

  it("gives up after the deadline, with its reason in the ledger, and counts nothing", async () => {
    const due = await aRecordOf("void", ["AAPL"]);
    const askAndSettle = async (now: Date) => {
      expect(await pollOverdueReports(settleDeps("void"), aSilentMarket(), now)).toBe(1);
      await settle(settleDeps("void"), now);
    };
    await askAndSettle(due);
    expect(await rowsOf("void")).toMatchObject([{ state: "pending" }]);
    await askAndSettle(new Date(due.getTime() + 11 * DAY_MS));
    const reason = "No source gave a reported figure within 10 days.";
    expect(await rowsOf("void")).toMatchObject([{ state: "void", state_reason: reason, is_correct: null }]);
    expect((await settlementsOf("void"))[0]?.body).toMatchObject({ outcome: "void", reason });
    expect(await talliesOf(db, "record:void")).toEqual([]);
  });

  it("gives up after the deadline what the source no longer lists, as after a delisting", async () => {
    const due = await aRecordOf("delisted", ["AAPL"]);
    const late = new Date(due.getTime() + 11 * DAY_MS);
    expect(await pollOverdueReports(settleDeps("delisted"), aSilentMarket("delisted"), late)).toBe(1);
    await settle(settleDeps("delisted"), late);
    const reason = "No source gave a reported figure within 10 days.";
    expect(await rowsOf("delisted")).toMatchObject([{ state: "void", state_reason: reason }]);
  });

  it("neither settles nor gives up what it could not ask about", async () => {
    const due = new Date((await aRecordOf("silent", ["AAPL"])).getTime() + 40 * DAY_MS);
    expect(await settle(settleDeps("silent"), due), "nobody was asked").toBe(0);
    expect(await pollOverdueReports(settleDeps("silent"), aSilentMarket(true), due)).toBe(1);
    expect(await settle(settleDeps("silent"), due)).toBe(1);
    expect(await pollOverdueReports(settleDeps("silent"), aSilentMarket(true), due)).toBe(0);
    expect(await rowsOf("silent")).toMatchObject([{ state: "pending", state_reason: null }]);
    await settleAll(1000, new Date(due.getTime() + DAY_MS), "silent");
    expect(await rowsOf("silent")).toMatchObject([{ state: "settled" }]);
  });

  it("takes the figure of a quarter whose end another source names up to sixteen days apart, no further", async () => {
    for (const [ledgerId, apartDays, judged] of [
      ["border", 16, 1],
      ["beyond", 17, 0],
    ] as const) {
      const due = await aRecordOf(ledgerId, ["AAPL"]);
      for (const sign of [1, -1]) {
        await env.DB.prepare("DELETE FROM season_reports WHERE ledger_id = ?").bind(ledgerId).run();
        await report(1000, { ledgerId, apartDays: sign * apartDays });
        expect(await settle(settleDeps(ledgerId), due), `${sign * apartDays} days`).toBe(judged);
        await env.DB.prepare("UPDATE predictions SET state = 'pending', due_at = 1 WHERE ledger_id = ?")
          .bind(ledgerId)
          .run();
      }
    }
  });

  it("asks about nobody before a report is due, and about who has a figure in the store never", async () => {
    const due = await aRecordOf("asked", ["AAPL", "KO"]);
    const market = aSilentMarket();
    expect(await pollOverdueReports(settleDeps("asked"), market, ASKED)).toBe(0);
    const [row] = (
      await env.DB.prepare("SELECT id FROM predictions WHERE ledger_id = 'asked' AND symbol = 'KO'").all()
    ).results;
    await report(1000, { ledgerId: "asked", id: String(row?.id) });
    expect(await pollOverdueReports(settleDeps("asked"), market, due)).toBe(1);
  });
});
