import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { readHistories } from "#season/histories.ts";
import type { SeasonStore } from "#season/store.ts";
import { countedDatabase } from "../counted-database.ts";

async function addQuarter({ ledgerId }: SeasonStore, quarter: string, eps: number | null, symbol = "ACME") {
  await env.DB.prepare(
    `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
      is_confirmed, consensus_eps, reported_eps, source, is_imported, first_seen_at, changed_at)
    VALUES (?, ?, ?, 1, date(?, '25 days'), 1, 1, 0.1, ?, 'A source', 0, 0, 0)`,
  )
    .bind(ledgerId, symbol, quarter, quarter, eps)
    .run();
}

const change = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run();

async function figures(store: SeasonStore) {
  const quarters = (await readHistories(store, ["ACME"])).get("ACME") ?? [];
  return quarters.map(({ fiscalQuarterEnd, reportedEps }) => [fiscalQuarterEnd.slice(0, 7), reportedEps]);
}

describe("a company's history", () => {
  it("is read from one row until a report changes, whichever statement changes it", async () => {
    const { binding, use } = countedDatabase(env.DB);
    const store = { db: openDatabase(binding), ledgerId: "history" };
    await addQuarter(store, "2026-03-31", 1.25);
    await addQuarter(store, "2026-06-30", -0.3);
    await addQuarter(store, "2026-09-30", null);
    await addQuarter(store, "2026-06-30", 9, "OTHER");
    const known = [
      ["2026-06", -0.3],
      ["2026-03", 1.25],
    ];
    expect(await figures(store)).toEqual(known);
    const written = use.rowsWritten;
    expect(await figures(store)).toEqual(known);
    expect(use.rowsWritten).toBe(written);

    const isOne = "ledger_id = 'history' AND symbol = 'ACME' AND fiscal_quarter_end = ?";
    await change(`UPDATE season_reports SET consensus_eps = 0.2 WHERE ${isOne}`, "2026-09-30");
    expect(await figures(store)).toEqual(known);
    expect(use.rowsWritten).toBe(written);
    await change(`UPDATE season_reports SET reported_eps = 0.5 WHERE ${isOne}`, "2026-09-30");
    expect(await figures(store)).toEqual([["2026-09", 0.5], ...known]);
    await change(`UPDATE season_reports SET reported_eps = NULL WHERE ${isOne}`, "2026-09-30");
    expect(await figures(store)).toEqual(known);
    await change(`DELETE FROM season_reports WHERE ${isOne}`, "2026-03-31");
    expect(await figures(store)).toEqual([["2026-06", -0.3]]);
    await change(`DELETE FROM season_reports WHERE ${isOne}`, "2026-06-30");
    expect(await figures(store)).toEqual([]);
    expect((await readHistories(store, ["OTHER"])).get("OTHER")).toHaveLength(1);
  });

  it("keeps every digit of a figure, and the columns that say what it is good for", async () => {
    const store = { db: openDatabase(env.DB), ledgerId: "digits" };
    await addQuarter(store, "2026-03-31", 0.1 + 0.2);
    await change(
      "UPDATE season_reports SET is_comparable = 0, doubt = 'placeholder', consensus_eps = ? WHERE ledger_id = 'digits'",
      2.61 / 4 / 3,
    );
    const expected = {
      fiscalQuarterEnd: "2026-03-31",
      reportDate: "2026-04-25",
      isDayKnown: true,
      isComparable: false,
      doubt: "placeholder",
      consensusEps: 2.61 / 4 / 3,
      reportedEps: 0.1 + 0.2,
      source: "A source",
    };
    expect((await readHistories(store, ["ACME"])).get("ACME")).toEqual([expected]);
    expect((await readHistories(store, ["ACME"])).get("ACME")).toEqual([expected]);
  });
});
