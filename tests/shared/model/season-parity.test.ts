import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fmpMarket } from "#market/fmp/fmp.ts";
import { shippedWeights } from "#model/weights.ts";
import { companyStatements, importStatements } from "../../../scripts/history/import-statements.ts";
import { freePort } from "../../../scripts/instance.ts";
import { forecastsOf } from "../../../scripts/model/evaluate.ts";
import { readEvents } from "../../../scripts/model/events.ts";
import { whyOffRecord } from "../../../scripts/model/of-record.ts";
import { expectLabNumbers } from "../../worker/season/compare-with-lab.ts";
import { playSeason } from "../../worker/season/play-season.ts";
import { memoryDatabase } from "./memory-database.ts";

const folder = "../shared/earnings";
const server = "../shared/recordings/season.mjs";
const files = [`${folder}/us-eps-1993-2020.csv`, `${folder}/us-eps-2021-2023.csv`] as const;
const [from, to] = ["2023-07-24", "2023-07-28"];
const ledgerId = "live";
const imported = new Date("2023-07-22T12:00:00Z");
const weights = shippedWeights();

describe.skipIf(!existsSync(folder))("a real week played through the store", () => {
  let season: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    season = spawn(process.execPath, [server, "--events", files[1], "--port", String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (season.stdout) await once(season.stdout, "data");
  });
  afterAll(() => season.kill());

  it("has the features and the probabilities of the evaluation of the same reports", async () => {
    const { db, raw } = memoryDatabase();
    const store = { db, ledgerId };
    const [past, played] = files.map((file) => readEvents(file).events);
    if (!past || !played) throw new Error("no events");
    const setClock = async (now: Date) => {
      await fetch(`${url}/__clock`, { method: "POST", body: now.toISOString() });
    };
    const market = fmpMarket(fetch, url, "a key");
    const { statements } = importStatements(past, { source: "history.csv", ledgerId, now: imported });
    const companies = companyStatements(played, { source: "season.csv", ledgerId, now: imported }).statements;
    for (const statement of [...statements, ...companies]) raw.exec(statement);

    const locks = await playSeason(store, { since: "2021-01-01", from, to, market, onClock: setClock });
    const rows = forecastsOf([past, played], { from, to, weights });
    const inWeek = locks.filter(({ reportDate }) => reportDate >= from && reportDate <= to);
    expect(rows).toHaveLength(189);
    expect(inWeek).toHaveLength(186);
    expect(expectLabNumbers(inWeek, rows, weights)).toEqual({
      beatYearAgo: 2,
      growthToYearAgo: 2,
      growthToYearAgoEstimate: 2,
      growthToYearAgoToScatter: 3,
      lateness: 2,
      seasonalGrowth: 2,
      surpriseYearAgo: 2,
    });
    const locked = new Set(inWeek.map(({ symbol }) => symbol));
    const unlocked = rows.filter(({ event }) => !locked.has(event.symbol));
    expect(unlocked.map((row) => [row.event.symbol, whyOffRecord(row)])).toEqual([
      ["EG", "fewer than 4 past reports"],
      ["SAN", "fewer than 4 past reports"],
      ["MBLY", "fewer than 4 past reports"],
    ]);
    expect(forecastsOf([past, played], { from, to, weights, isOfRecord: true })).toHaveLength(186);
  });
});
