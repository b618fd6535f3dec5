import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordFigures } from "#contract/figures.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { reader, readLedger, scoresOf, verifyLedger } from "#ledger-verifier";
import { serveMarket } from "../../scripts/bench/round-source.ts";
import { jobErrorsIn, OWN_CONNECTION, runJobs } from "../../scripts/drive.ts";
import { type Instance, startInstance } from "../../scripts/instance.ts";

/** A season of invented companies with this many reports on each of its days. */
const SEASON = { companies: 1_200, reports: 85, busyDays: 13, day: "2026-07-20", quarters: 6 };
/** UTC times of a day's rounds: at the next day's locks, and after the day's figures. */
const ROUNDS = ["20:17", "23:17"];

const script = join(import.meta.dirname, "..", "..", "public", "check-record.py");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("a rehearsed season of 1,000 predictions", () => {
  let server: Instance;
  let market: Awaited<ReturnType<typeof serveMarket>>;
  let page: RecordFigures;
  const read = async (path: string) =>
    (await fetch(new URL(path, server.url), { headers: OWN_CONNECTION })).text();

  beforeAll(async () => {
    market = await serveMarket(SEASON);
    const first = Date.parse(SEASON.day);
    server = await startInstance("record-figures", {
      MARKET_DATA: "fmp",
      FMP_API_KEY: "season",
      FMP_BASE_URL: market.url,
      MARKET_CLOCK: new Date(first - 2 * DAY_MS).toISOString(),
      MARKET_CLOCK_SET_AT: new Date().toISOString(),
      SEASON_FROM: isoDay(first - (SEASON.quarters + 1) * 91 * DAY_MS),
    });
    const jobs = async (at: string) => {
      market.setClock(at);
      expect(await runJobs(server.url, at), jobErrorsIn(server.log())).toMatchObject({ failed: 0 });
    };
    await jobs(`${isoDay(first - DAY_MS)}T12:17:00.000Z`);
    for (let day = -1; day <= SEASON.busyDays; day++)
      for (const time of ROUNDS) await jobs(`${isoDay(first + day * DAY_MS)}T${time}:00.000Z`);
    // The night after the season, whose files contain everything.
    await jobs(`${isoDay(first + (SEASON.busyDays + 1) * DAY_MS)}T06:17:00.000Z`);
    page = JSON.parse(await read("/api/track-record/figures"));
  }, 600_000);

  afterAll(async () => {
    await server?.kill();
    market?.close();
  });

  it("is of one kind, rehearsed, and has every figure", () => {
    expect(page.kinds.map(({ kind }) => kind)).toEqual(["rehearsed"]);
    expect(page.figures.n).toBeGreaterThanOrEqual(1_000);
    expect(page.figures.score?.skillInterval).not.toBeNull();
  });

  it("has the same Brier score, skill and bins in the verified ledger", async () => {
    const { entries, published } = await readLedger(reader(server.url));
    expect(await verifyLedger(entries, published)).toMatchObject({ isValid: true });
    const { n, brier, baseBrier, skill, bins } = scoresOf(entries, "record");
    const { score } = page.figures;
    expect({ n, brier, baseBrier, skill }).toEqual({
      n: page.figures.n,
      brier: score?.brier,
      baseBrier: score?.baseBrier,
      skill: score?.skill,
    });
    expect(bins).toEqual(page.figures.bins.map((bin) => ({ n: bin.n, beats: bin.beats })));
  });

  it("has the same scores and bins by the data page's own query, run by DuckDB on the Parquet files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-parquet-"));
    const html = await read("/data");
    const query = (/<pre id="duckdb"[^>]*>([^<]*)</.exec(html)?.[1] ?? "")
      .replaceAll("&#39;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">");
    const urls = [...query.matchAll(/'(\S+\/data\/(\S+\.parquet))'/g)];
    expect(urls.length).toBeGreaterThanOrEqual(1);
    for (const [, , name = ""] of urls) {
      const answer = await fetch(new URL(`/data/${name}`, server.url), { headers: OWN_CONNECTION });
      writeFileSync(join(folder, name), Buffer.from(await answer.arrayBuffer()));
    }
    const local = urls.reduce(
      (text, [, url = "", name = ""]) => text.replace(url, join(folder, name)),
      query,
    );
    const connection = await (await DuckDBInstance.create()).connect();
    const rows = (await connection.runAndReadAll(local)).getRowObjectsJS();
    const { score, bins, n } = page.figures;
    for (const row of rows) {
      expect(row.record_kind).toBe("rehearsed");
      expect(Number(row.predictions)).toBe(n);
      expect(row.brier).toBeCloseTo(score?.brier ?? -1, 9);
      expect(row.skill_over_base_rate).toBeCloseTo(score?.skill ?? -1, 9);
    }
    expect(
      rows.map((row) => [
        Math.round(Number(row.bin) * 10),
        Number(row.in_bin),
        Math.round(Number(row.share_of_beats) * Number(row.in_bin)),
      ]),
    ).toEqual(bins.map((bin, index) => [index, bin.n, bin.beats]).filter(([, count]) => count !== 0));
  });

  it.skipIf(!hasPython)(
    "has the same figures by a script in Python that reads the download alone",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "beatcast-record-"));
      const [csv, figures] = [join(folder, "predictions.csv"), join(folder, "figures.json")];
      const rows = (await read("/data/predictions.jsonl")).trim().split("\n");
      expect(rows.filter((row) => JSON.parse(row).state === "settled")).toHaveLength(page.figures.n);
      writeFileSync(csv, await read("/data/predictions.csv"));
      writeFileSync(figures, JSON.stringify(page));
      const said = spawnSync("python3", [script, csv, "--compare", figures], { encoding: "utf8" });
      expect(said.stderr.trim()).toBe(
        `all figures of the ${page.figures.n} rehearsed predictions are as published`,
      );
      expect(said.status).toBe(0);
      // A changed figure would be detected.
      page.figures.bins[7] = { from: 0.7, to: 0.8, n: 1, beats: 1, shares: null };
      writeFileSync(figures, JSON.stringify(page));
      expect(() =>
        execFileSync("python3", [script, csv, "--compare", figures], { stdio: "ignore" }),
      ).toThrow();
    },
  );
});
