import { env } from "cloudflare:test";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { openDataColumns } from "#record/open-data/columns.ts";
import { writeOpenData, writeOpenDataDaily } from "#record/open-data/open-data.ts";
import { seasonOf } from "#record/open-data/parquet.ts";
import { fetchWorker, origin } from "../api.ts";
import { open } from "../app/pages/a-market.ts";
import { db } from "./a-record.ts";
import { fillRecord } from "./fill-record.ts";

const get = (path: string, headers: Record<string, string> = {}) => fetchWorker(origin + path, { headers });
const textOf = async (path: string) => (await get(path)).text();
const hashOf = async (text: string) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
const storeOf = (ledgerId: string, hasSources = false, hasTraders = true) => ({
  db,
  ledgerId,
  files: env.FILES,
  hasSources,
  hasTraders,
});
const night = new Date("2026-11-23T06:17:00Z");

describe("the files of settled predictions", () => {
  beforeAll(async () => {
    await fillRecord({ settled: 30, pending: 7 });
    await fillRecord({ settled: 5, pending: 0, prefix: "replay" });
    await env.DB.prepare(
      "UPDATE predictions SET state = 'void', actual_result = NULL, is_correct = NULL, actual_eps = NULL, state_reason = 'No source gave a figure of 9.87.' WHERE symbol = 'FILL3'",
    ).run();
    await env.DB.prepare(
      "UPDATE predictions SET company_name = 'Tab, \"quoted\"' WHERE symbol = 'FILL4'",
    ).run();
  });

  it("have every ended prediction once, each with its kind, and no open one", async () => {
    const rows = (await textOf("/data/predictions.jsonl"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(35);
    expect(Map.groupBy(rows, ({ record_kind: kind }) => kind).get("replayed")).toHaveLength(5);
    expect(rows.filter(({ state }) => state === "void").map(({ outcome }) => outcome)).toEqual([null, null]);
    const pending = await env.DB.prepare("SELECT id FROM predictions WHERE state = 'pending'").all<{
      id: string;
    }>();
    const ids = new Set(rows.map(({ prediction_id: id }) => id));
    expect(ids.size).toBe(35);
    expect(pending.results.some(({ id }) => ids.has(id))).toBe(false);
    expect(rows[0]).toMatchObject({ record_kind: "simulated", days_before_report: 1, base_rate: 0.6 });
  });

  it("say the same as Parquet, a file for each quarter in which predictions ended", async () => {
    const sums = (await textOf("/data/SHA256SUMS")).trim().split("\n");
    const names = sums.map((line) => line.split("  ")[1] ?? "").filter((name) => name.endsWith(".parquet"));
    expect(names.length).toBeGreaterThanOrEqual(1);
    const rows: Record<string, unknown>[] = [];
    for (const name of names) {
      const answer = await get(`/data/${name}`);
      expect(answer.headers.get("content-type")).toBe("application/vnd.apache.parquet");
      const bytes = await answer.arrayBuffer();
      const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
      expect(sums).toContain(`${hash}  ${name}`);
      const quarter = await parquetReadObjects({ file: bytes });
      for (const { settled_at: at } of quarter)
        expect(name).toBe(`predictions-${seasonOf(at as Date)}.parquet`);
      rows.push(...quarter);
    }
    const lines = (await textOf("/data/predictions.jsonl")).trim().split("\n");
    expect(
      rows.map((row) => ({
        ...row,
        ...Object.fromEntries(
          Object.entries(row)
            .filter(([, value]) => value instanceof Date)
            .map(([key, value]) => {
              const at = (value as Date).toISOString();
              return [key, key === "fiscal_quarter_end" || key === "report_date" ? at.slice(0, 10) : at];
            }),
        ),
      })),
    ).toEqual(lines.map((line) => JSON.parse(line)));
    expect((await open("/data/predictions-1999-Q1.parquet")).status).toBe(404);
  });

  it("say the same as CSV, in which no text is a formula", async () => {
    const lines = (await textOf("/data/predictions.csv")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(36);
    expect(lines[0]).toBe(
      "prediction_id,record_kind,symbol,company,fiscal_quarter_end,report_date,reports_at,as_of,days_before_report,beat_probability,base_rate,prediction,confidence,company_size,model_version,state,outcome,is_correct,settled_at,ledger_entry,trader_price,trader_objections,combined_probability",
    );
    expect(lines.filter((line) => /(^|,)"?[=+@]/.test(line))).toEqual([]);
    expect(lines.some((line) => line.includes(`,"'=HYPERLINK(""https://evil.example.com"")",`))).toBe(true);
    expect(lines.some((line) => line.includes(`,"Tab, ""quoted""",`))).toBe(true);
  });

  it("have nothing of the market source without its license: neither figures nor what quotes them", async () => {
    const text = await textOf("/data/predictions.jsonl");
    for (const { name } of openDataColumns.filter(({ isSources }) => isSources))
      expect(text).not.toContain(`"${name}"`);
    expect(text).not.toContain("9.87");
  });

  it("have them with it, and not a moment longer", async () => {
    await writeOpenData(storeOf("sample", true), night);
    const before = await env.FILES.list({ prefix: "data/sample/" });
    expect(await textOf("/data/predictions.jsonl")).not.toContain("consensus_eps");
    const { objects } = before;
    expect(objects.length).toBeGreaterThanOrEqual(3);
  });

  it("have the price of a prediction market beside our number, and none where the operator hides prices", async () => {
    await fillRecord({ settled: 3, pending: 0, ledgerId: "live priced data" });
    const price = (symbol: string, values: string) =>
      env.DB.prepare(
        `UPDATE predictions SET (trader_price, trader_objections, combined_probability) = (${values}) WHERE ledger_id = 'live priced data' AND symbol = '${symbol}'`,
      ).run();
    await price("FILL0", "0.785, '', 0.7312");
    await price("FILL1", "0.5, 'strike shallow', NULL");
    const rowsWith = async (hasTraders: boolean) => {
      const { files } = await writeOpenData(storeOf("live priced data", false, hasTraders), night);
      const file = await env.FILES.get(files.find(({ name }) => name === "predictions.jsonl")?.key ?? "");
      const lines = ((await file?.text()) ?? "").trim().split("\n");
      return lines.map((line) => JSON.parse(line)).toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
    };
    const cells = (row: Record<string, unknown>) => [
      row["symbol"],
      row["trader_price"],
      row["trader_objections"],
      row["combined_probability"],
    ];
    expect((await rowsWith(true)).map(cells)).toEqual([
      ["FILL0", 0.785, "none", 0.7312],
      ["FILL1", 0.5, "strike shallow", null],
      ["FILL2", null, null, null],
    ]);
    for (const row of await rowsWith(false)) expect(JSON.stringify(row)).not.toMatch(/trader|combined/);
  });

  it("are served with checksum, license and schema version, and a 304 to whoever has them", async () => {
    const answer = await get("/data/predictions.csv");
    const text = await answer.text();
    const hash = await hashOf(text);
    expect(answer.headers.get("etag")).toBe(`W/"${hash}"`);
    expect(answer.headers.get("link")).toContain("creativecommons.org/licenses/by/4.0");
    expect(answer.headers.get("x-schema-version")).toBe("1.0");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(atob(answer.headers.get("repr-digest")?.split(":")[1] ?? "")).toHaveLength(32);
    expect(await textOf("/data/SHA256SUMS")).toContain(`${hash}  predictions.csv\n`);
    expect((await get("/data/predictions.csv", { "if-none-match": `W/"${hash}"` })).status).toBe(304);
  });

  it("are written once a night, by the day of the market", async () => {
    const store = storeOf("live nightly");
    await fillRecord({ settled: 3, pending: 0, ledgerId: "live nightly" });
    expect(await writeOpenDataDaily(store, new Date("2026-11-23T05:17:00Z"))).toBe(false);
    expect(await writeOpenDataDaily(store, night)).toBe(true);
    expect(await writeOpenDataDaily(store, new Date("2026-11-23T07:17:00Z"))).toBe(false);
    expect(await writeOpenDataDaily(store, new Date("2026-11-24T06:17:00Z"))).toBe(true);
  });

  it("of one market have nothing of another, and a rehearsed row says so", async () => {
    const { kinds, rows } = await writeOpenData(storeOf("live nightly"), night);
    expect([rows, kinds]).toEqual([3, { rehearsed: 3 }]);
    expect((await writeOpenData(storeOf("live"), night)).rows).toBe(0);
  });

  it("of two nights before are deleted, those of the night before stand", async () => {
    const store = storeOf("live nightly");
    const names = async () =>
      (await env.FILES.list({ prefix: "data/live%20nightly/" })).objects.map(({ key }) => key);
    for (const prefix of ["one", "two", "three"]) {
      await fillRecord({ settled: 1, pending: 0, ledgerId: "live nightly", prefix });
      await writeOpenData(store, night);
    }
    expect(await names()).toHaveLength(7);
  });

  it("begin with the rows of the night before", async () => {
    const store = storeOf("live growing");
    const read = async ({ files }: { files: readonly { key: string; name: string }[] }) =>
      (await env.FILES.get(files.find(({ name }) => name === "predictions.csv")?.key ?? ""))?.text() ?? "";
    await fillRecord({ settled: 3, pending: 0, ledgerId: "live growing" });
    const first = await read(await writeOpenData(store, night));
    await fillRecord({ settled: 1, pending: 0, ledgerId: "live growing", prefix: "later" });
    await env.DB.prepare(
      "UPDATE predictions SET settled_at = settled_at + 864000000 WHERE lock_id LIKE 'later %'",
    ).run();
    const second = await read(await writeOpenData(store, night));
    expect(second.startsWith(first.trimEnd())).toBe(true);
    expect(second.length).toBeGreaterThan(first.length);
  });
});
