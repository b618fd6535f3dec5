import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { LedgerDraft } from "#record/ledger.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { repairLedgerRows } from "#record/reconcile.ts";
import { auditTallies } from "#record/tallies.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { storeDueCompanies } from "../season/due-companies.ts";
import { db, ledgerOf, settleAll } from "./a-record.ts";

const evening = new Date("2026-10-19T20:17:00Z");
const night = new Date("2026-10-20T23:17:00Z");
const morning = new Date("2026-10-21T09:00:00Z");
const symbols = ["AAA", "BBB", "CCC"];

/** Makes a ledger with three predictions of record that were settled in the night after their reports. */
async function aSettledRecord(ledgerId: string) {
  const record = {
    db,
    ledgerId,
    files: env.FILES,
    ledger: ledgerOf(ledgerId),
    marketNow: () => evening,
    newId: () => `prd_${crypto.randomUUID()}`,
  };
  await storeDueCompanies(record, symbols, { now: evening });
  await scoreUpcomingReports(record, evening);
  await lockUpcomingForecasts(record, await dueLocks(record, "live", evening));
  await settleAll(1.1, night, ledgerId);
  return record;
}

const rowsOf = async (ledgerId: string) =>
  (
    await env.DB.prepare(
      `SELECT symbol, state, actual_result AS result, actual_eps AS eps, is_correct AS isCorrect, settled_at AS settledAt,
         ledger_seq AS seq, due_at AS dueAt, beat_probability AS probability, evidence_hash AS evidence
       FROM predictions WHERE ledger_id = ? ORDER BY symbol`,
    )
      .bind(ledgerId)
      .all()
  ).results;

/** Restores an older database: one prediction is not settled yet, one is missing, and the sums include neither. */
async function setBack(ledgerId: string) {
  await env.DB.batch(
    [
      `UPDATE predictions SET state = 'pending', actual_result = NULL, actual_eps = NULL, actual_source = NULL,
         is_correct = NULL, settled_at = NULL, settlement_attempt = NULL, due_at = 1 WHERE ledger_id = ?1 AND symbol = 'AAA'`,
      "DELETE FROM predictions WHERE ledger_id = ?1 AND symbol = 'BBB'",
      "DELETE FROM tallies WHERE scope = 'record:' || ?1",
      "DELETE FROM ledger_checks WHERE ledger_id = ?1",
    ].map((text) => env.DB.prepare(text).bind(ledgerId)),
  );
}

describe("a database restored to an earlier moment", () => {
  it("gets what its ledger says of settled predictions of record, as it was, and counts each once", async () => {
    const record = await aSettledRecord("restored");
    const before = await rowsOf("restored");
    expect(before.map(({ state }) => state)).toEqual(["settled", "settled", "settled"]);
    await setBack("restored");
    const both = await Promise.all([repairLedgerRows(record, morning), repairLedgerRows(record, morning)]);
    expect(both.reduce((sum, { settled }) => sum + settled, 0)).toBe(2);
    expect(await rowsOf("restored")).toEqual(before);
    const n = await env.DB.prepare(
      "SELECT n FROM tallies WHERE scope = 'record:restored' AND dimension = 'all'",
    ).first("n");
    expect(n, "the third one was in the sums that are gone").toBe(2);
    expect(await repairLedgerRows(record, morning)).toEqual({ settled: 0, restored: 0 });
  });

  it("is looked through once: an entry that was compared is not read again", async () => {
    const record = await aSettledRecord("compared");
    expect(await repairLedgerRows(record, morning)).toEqual({ settled: 0, restored: 0 });
    expect(await auditTallies(db, "record:compared")).toBeNull();
    const opened = vi.fn((after: number, limit: number) => record.ledger.opened(after, limit));
    const append = (drafts: LedgerDraft[], nowMs: number) => record.ledger.append(drafts, nowMs);
    await repairLedgerRows({ ...record, ledger: { opened, append } }, morning);
    expect(opened.mock.calls).toEqual([[6, 500]]);
  });

  it("leaves entries of the last quarter of an hour to those who are writing their rows", async () => {
    const record = await aSettledRecord("fresh");
    await setBack("fresh");
    const tenMinutesLater = new Date(night.getTime() + 600_000);
    expect(await repairLedgerRows(record, tenMinutesLater)).toEqual({ settled: 0, restored: 1 });
    expect(await repairLedgerRows(record, morning)).toEqual({ settled: 2, restored: 0 });
  });
});
