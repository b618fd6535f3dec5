import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { serveMarket } from "../../scripts/bench/round-source.ts";
import { jobErrorsIn, runJobs } from "../../scripts/drive.ts";
import { type Instance, startInstance } from "../../scripts/instance.ts";
import { type Note, noteOf, walkAsOf } from "../../scripts/season/walk-as-of.ts";
import { newLedgerSigningKey } from "../../scripts/setup/ledger-key.mjs";

/** A season of invented companies with this many reports on each of its days. */
const SEASON = { companies: 200, reports: 12, busyDays: 12, day: "2026-07-20", quarters: 6 };
const ROUNDS = ["20:17", "23:17"];

let server: Instance;
let market: Awaited<ReturnType<typeof serveMarket>>;
const notes: Note[] = [];

beforeAll(async () => {
  market = await serveMarket(SEASON);
  const first = Date.parse(SEASON.day);
  const clock = first - 2 * DAY_MS;
  server = await startInstance("as-of", {
    MARKET_DATA: "fmp",
    FMP_API_KEY: "season",
    FMP_BASE_URL: market.url,
    MARKET_CLOCK: new Date(clock).toISOString(),
    MARKET_CLOCK_SET_AT: new Date().toISOString(),
    LEDGER_SIGNING_KEY: newLedgerSigningKey("beatcast.test/ledger"),
    SEASON_FROM: isoDay(first - (SEASON.quarters + 1) * 91 * DAY_MS),
  });
  const jobs = async (at: string) => {
    market.setClock(at);
    expect(await runJobs(server.url, at), jobErrorsIn(server.log())).toMatchObject({ failed: 0 });
    notes.push(await noteOf(server.url, at));
  };
  await jobs(`${isoDay(first - DAY_MS)}T12:17:00.000Z`);
  for (let day = -1; day <= SEASON.busyDays; day++)
    for (const time of ROUNDS) await jobs(`${isoDay(first + day * DAY_MS)}T${time}:00.000Z`);
  await server.kill();
  // The same market, weeks later.
  const ahead = (SEASON.busyDays + 5) * DAY_MS;
  await server.start({ MARKET_CLOCK_SET_AT: new Date(Date.now() - ahead).toISOString() });
}, 600_000);

afterAll(async () => {
  await server?.kill();
  market?.close();
});

it("walks a rehearsed season by its moments and hears the record's own figures, each with a proof that holds", async () => {
  const walked = await walkAsOf(server.url, notes);
  expect(walked.differences.slice(0, 5)).toEqual([]);
  expect(walked.proofs).toBe(walked.answers);
  expect(walked.moments).toBeGreaterThanOrEqual(25);
  expect(walked.proven / walked.entries).toBeGreaterThan(0.95);
  console.info(JSON.stringify(walked));
}, 600_000);

const events = join(import.meta.dirname, "..", "..", "..", "shared", "earnings", "us-eps-2021-2023.csv");

it.skipIf(!existsSync(events))(
  "does so over days of a real season",
  () => {
    const span = ["--from", "2023-01-30", "--to", "2023-01-31"];
    const args = ["scripts/season/rehearse.ts", "--events", events, ...span, "--as-of", "--json"];
    const said = execFileSync(process.execPath, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { asOf, ledgerValid } = JSON.parse(said);
    expect({ differences: asOf.differences.slice(0, 5), ledgerValid }).toEqual({
      differences: [],
      ledgerValid: true,
    });
    expect(asOf.proofs).toBe(asOf.answers);
    console.info(JSON.stringify(asOf));
  },
  900_000,
);
