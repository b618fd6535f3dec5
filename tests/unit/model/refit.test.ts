import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { approve, makeFolder, weightsIn } from "../../../scripts/model/approve-refit.ts";
import { archiveEvents, archiveStatement, storeProblem } from "../../../scripts/model/archive-events.ts";
import { companyFacts } from "../../../scripts/model/company-facts.ts";
import { forecastsOf } from "../../../scripts/model/evaluate.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { fitModel } from "../../../scripts/model/fit-model.ts";
import { recordedInputs } from "../../../scripts/model/recorded-inputs.ts";
import { refit } from "../../../scripts/model/refit.ts";
import { approved, gainOf, refitReport } from "../../../scripts/model/refit-report.ts";
import { aMarket, quickFit } from "./market-of-companies.ts";

const market = aMarket({ companies: 20, quarters: 32 });
const lastDay = market.at(-1)?.reportDate ?? "";
const files = [market.filter(({ reportDate }) => reportDate < "2015-01-01")];
const archive = [
  market
    .filter(({ reportDate }) => reportDate >= "2015-01-01")
    .map((event): EarningsEvent => ({ ...event, trend: 0, coverage: "seasons" })),
];
const request = { files, archive, day: "2026-11-22", settings: quickFit };
let shipped: Awaited<ReturnType<typeof fitModel>>;
let result: Awaited<ReturnType<typeof refit>>;

beforeAll(async () => {
  shipped = await fitModel(files, () => undefined, quickFit);
  result = await refit({ ...request, shipped: shipped.weights });
});

describe("a refit", () => {
  it("fits on files and archive to the newest event", () => {
    expect(result.weights.fittedUntil).toBe(lastDay);
    expect(result.weights.version).not.toBe(shipped.weights.version);
  });

  it("compares on the newest season alone, with a fit that has not seen it", () => {
    const season = { from: isoDay(Date.parse(lastDay) - 90 * DAY_MS), to: lastDay };
    const inSeason = market.filter(({ reportDate }) => reportDate >= season.from);
    expect(result.report).toContain(`Season: ${season.from} to ${season.to}.`);
    expect(result.report).toContain(`| shipped, all | ${inSeason.length} |`);
    expect(result.report).toContain(`| candidate, all | ${inSeason.length} |`);
    const ofShipped = forecastsOf([...files, ...archive], { ...season, weights: shipped.weights });
    const mean = ofShipped.reduce((sum, { probability }) => sum + probability, 0) / ofShipped.length;
    expect(result.report).toContain(`| ${(100 * mean).toFixed(1)}% |`);
  });

  it("counts how reports ended by what the company had guided", () => {
    const event = { ...(archive[0]?.[0] as EarningsEvent), epsEstimate: 1 };
    const store = [
      { ...event, epsActual: 1.1, guidanceAgainstConsensus: 0.02 },
      { ...event, epsActual: 0.9, guidanceAgainstConsensus: 0.01 },
      { ...event, epsActual: 1.1, guidanceAgainstConsensus: 0.001 },
      { ...event, epsActual: 1, guidanceAgainstConsensus: -0.1 },
      event,
    ];
    const season = { from: "2020-01-01", to: "2020-03-31" };
    const rows = forecastsOf(files, { from: "2014-01-01", to: "2014-12-31", weights: shipped.weights });
    const facts = { day: "2026-11-22", season, shippedVersion: "a", candidateVersion: "b", archive: store };
    const report = refitReport({ ...facts, comparison: { shipped: rows, candidate: rows } });
    expect(report).toContain(
      "| above it | 2 | 50.0% |\n| at it | 1 | 100.0% |\n| below it | 1 | 0.0% |\n| not known | 1 |",
    );
  });

  it("is refused where the shipped weights have seen the season", async () => {
    await expect(refit({ ...request, shipped: result.weights })).rejects.toThrow(
      `the shipped weights have seen events until ${lastDay}; the newest season`,
    );
  });

  it("finds no difference between weights and themselves", () => {
    const rows = forecastsOf(files, { from: "2014-01-01", to: "2014-12-31", weights: shipped.weights });
    expect(gainOf({ shipped: rows, candidate: rows })).toEqual({ gain: 0, error: 0 });
    const worse = rows.map((row) => ({ ...row, probability: row.isBeat ? 0.01 : 0.99 }));
    const { gain, error } = gainOf({ shipped: worse, candidate: rows });
    expect(gain).toBeGreaterThan(10 * error);
  });

  it("has no AUC where all reports of a family ended alike", () => {
    const rows = forecastsOf(files, { from: "2014-01-01", to: "2014-12-31", weights: shipped.weights });
    const beats = rows.filter(({ isBeat }) => isBeat);
    const facts = { day: "2026-11-22", season: { from: "a", to: "b" }, archive: [] };
    const report = refitReport({
      ...facts,
      shippedVersion: "a",
      candidateVersion: "b",
      comparison: { shipped: beats, candidate: beats },
    });
    expect(report).toMatch(/\| shipped, all \| \d+ \| 100\.0% \| [\d.]+% \| – \| 0\.\d{4} \|/);
    expect(report).not.toContain("NaN");
  });
});

describe("the approval of a refit", () => {
  const asked = () => ({
    version: result.weights.version,
    shippedVersion: shipped.weights.version,
    who: "A. Person",
    day: "2026-11-23",
  });

  it("is a person's name in the report, once", () => {
    const report = approved(result.report, asked());
    expect(report).toContain("\nApproved by A. Person on 2026-11-23.\n");
    expect(report).not.toContain("Not approved.");
    expect(() => approved(report, asked())).toThrow("the report is approved already");
  });

  it("is refused for other weights, and where others ship since", () => {
    const other = { ...asked(), version: shipped.weights.version };
    expect(() => approved(result.report, other)).toThrow(`the report is not of ${other.version}`);
    expect(() => approved(result.report, { ...asked(), shippedVersion: "2026-01-01.aaaaaaaa" })).toThrow(
      `the report compares with ${shipped.weights.version}, but 2026-01-01.aaaaaaaa ships now`,
    );
  });

  it("ships weights and card, goes on after a kill, and changes nothing before all is there", () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-refit-"));
    const [out, live] = [join(folder, "out"), join(folder, "live")];
    const put = (place: string, name: string, text: string) => writeFileSync(join(place, name), text);
    const ships = () => weightsIn(live).version;
    makeFolder(out);
    makeFolder(live);
    put(live, "weights.json", JSON.stringify(shipped.weights));
    expect(() => approve(out, live, "")).toThrow("--approve takes the name of a person");
    expect(() => approve(out, live, "A. Person")).toThrow(`there is no report in ${out}`);
    put(out, "REPORT.md", result.report);
    expect(() => approve(out, live, "A. Person")).toThrow("weights.json cannot be used: ENOENT");
    put(out, "weights.json", '{"version":"20');
    expect(() => approve(out, live, "A. Person")).toThrow("weights.json cannot be used: ");
    put(out, "weights.json", JSON.stringify(result.weights));
    put(out, "MODEL_CARD.md", shipped.cardWith([]));
    expect(() => approve(out, live, "A. Person")).toThrow(`is not of ${result.weights.version}; refit again`);
    expect(ships()).toBe(shipped.weights.version);
    put(out, "MODEL_CARD.md", result.cardWith([]));
    // This is the state that a kill before the signature leaves behind.
    put(live, "weights.json", JSON.stringify(result.weights));
    approve(out, live, "A. Person");
    expect(ships()).toBe(result.weights.version);
    expect(readFileSync(join(live, "MODEL_CARD.md"), "utf8")).toBe(result.cardWith([]));
    expect(readFileSync(join(out, "REPORT.md"), "utf8")).toContain("\nApproved by A. Person on ");
    expect(() => approve(out, live, "B. Person")).toThrow("the report is approved already");
    expect(() => makeFolder(join(out, "REPORT.md"))).toThrow("REPORT.md cannot be written: EEXIST");
    rmSync(folder, { recursive: true });
  });
});

describe("the card's part about inputs of a later fit", () => {
  const event = archive[0]?.[0] as EarningsEvent;
  const revised = { 7: 1, 30: 1, 60: null, 90: null };
  const known = { ...event, estimates: { low: 1, high: 1.2, analysts: 9 }, guidanceAgainstConsensus: 0 };

  it("counts the reports that have each, and says which may be tried", () => {
    const files = [Array<EarningsEvent>(1000).fill(known), [{ ...event, revisions: revised }, event]];
    expect(recordedInputs(files).slice(3, -1)).toEqual([
      "| input | reports that have it | may be tried |",
      "|---|---|---|",
      "| lowest and highest estimate | 1000 | yes |",
      "| number of analysts | 1000 | yes |",
      "| consensus 30 days before | 1 | not yet |",
      "| guidance against the consensus | 1000 | yes |",
    ]);
    const oneLess = [Array<EarningsEvent>(999).fill(known)];
    expect(recordedInputs(oneLess)).toContain("| number of analysts | 999 | not yet |");
  });

  it("is in the card", () => {
    expect(result.cardWith([])).toContain("| lowest and highest estimate | 0 | not yet |");
  });
});

describe("a store that cannot be read", () => {
  it("says what wrangler says, and what to do where it is empty", () => {
    const said = (text: string) => storeProblem(JSON.stringify({ error: { text } }, null, 2));
    expect(said("no such table: season_reports: SQLITE_ERROR")).toBe(
      "the store of reports cannot be read: no such table: season_reports: SQLITE_ERROR; it is empty: npm start or season-backfill fill it",
    );
    expect(said('set "X" first')).toBe('the store of reports cannot be read: set "X" first');
    expect(storeProblem("spawn wrangler ENOENT")).toBe(
      "the store of reports cannot be read: spawn wrangler ENOENT",
    );
  });
});

describe("the archive's events", () => {
  it("have what closes and sectors say of them, and how the consensus came to be", () => {
    const folder = mkdtempSync(join(tmpdir(), "beatcast-closes-"));
    const days = Array.from({ length: 230 }, (_, i) => isoDay(Date.parse("2026-03-06") + i * DAY_MS));
    const closes = days.map((day, i) => `${day},${100 + i},100,100`);
    writeFileSync(join(folder, "closes.csv"), ["date,RISES,FLAT,LEVEL", ...closes].join("\n"));
    writeFileSync(join(folder, "sectors.csv"), "symbol,sector\nRISES,Energy\nFLAT,Utilities\n");
    const facts = companyFacts({
      sectors: join(folder, "sectors.csv"),
      closes: [join(folder, "closes.csv")],
    });
    rmSync(folder, { recursive: true });
    const at = (day: string) => Date.parse(`${day}T15:00:00Z`);
    const versions = [
      [at("2026-10-01"), 1.1, 1, 1.25, 9],
      [at("2026-08-01"), 1, 0.9, 1.1, 7],
      [at("2026-10-21"), 1.3, 1.2, 1.4, 12],
    ];
    const row = {
      ...{
        reportDate: "2026-10-20",
        session: "pre" as const,
        epsEstimate: 1.1,
        epsActual: 1.2,
        industry: null,
      },
      country: "US",
      marketCap: null,
      guidanceAgainstConsensus: null,
      sector: null,
      versions: "[]",
    };
    const [events] = archiveEvents(
      [
        { ...row, symbol: "RISES", sector: "Technology", versions: JSON.stringify(versions) },
        // The stock has split since: the report was rescaled, and the recorded sightings of it were not.
        { ...row, symbol: "FLAT", epsEstimate: 0.55, versions: JSON.stringify(versions) },
        { ...row, symbol: "NOBODY" },
      ],
      facts,
    );
    expect(events?.map(({ symbol, sector, trend }) => [symbol, sector, Number(trend.toFixed(4))])).toEqual([
      ["RISES", "Technology", 0.7335],
      ["FLAT", "Utilities", 0],
      ["NOBODY", null, 0],
    ]);
    expect(events?.map(({ revisions }) => revisions)).toEqual([
      { 7: 1.1, 30: 1, 60: 1, 90: null },
      null,
      null,
    ]);
    expect(events?.map(({ estimates }) => estimates)).toEqual([
      { low: 1, high: 1.25, analysts: 9 },
      null,
      null,
    ]);
  });

  it("are the source's settled reports with a known day, with the family that serves the company", () => {
    const db = new DatabaseSync(":memory:");
    for (const file of readdirSync("migrations").sort()) db.exec(readFileSync(`migrations/${file}`, "utf8"));
    const company = db.prepare(
      "INSERT INTO season_companies (ledger_id, symbol, sector, country, market_cap, updated_at) VALUES (?, ?, ?, ?, ?, 0)",
    );
    company.run("live", "BIG", "Technology", "US", 5e11);
    const report = db.prepare(
      `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
        is_confirmed, consensus_eps, reported_eps, is_beat, source, is_imported, is_comparable, first_seen_at, changed_at)
       VALUES (?, ?, '2026-09-30', 1, ?, ?, 1, 1, ?, ?, 'FMP', ?, ?, 0, 0)`,
    );
    report.run("live", "BIG", "2026-10-20", 1, 1.1, 1, 0, 1);
    report.run("live", "NEW", "2026-10-21", 1, 0.9, 0, 0, 1);
    report.run("live", "DUE", "2026-10-22", 1, null, null, 0, 1);
    report.run("live", "GUESS", "2026-10-22", 0, 1.1, 1, 0, 1);
    report.run("live", "FILE", "2026-10-22", 1, 1.1, 1, 1, 1);
    report.run("live", "SPLIT", "2026-10-22", 1, 1.1, 1, 0, 0);
    const lock = db.prepare(
      `INSERT INTO predictions (id, scope, ledger_id, request_key, symbol, company_name, model_version, prediction_type,
        beat_probability, predicted_probability, base_rate, confidence, consensus_eps, data_mode, created_at, state,
        evidence_hash, guidance_against_consensus)
       VALUES (?, ?, 'live', 'BIG 2026-09-30', 'BIG', 'Big', 'm', 'beat', 0.6, 0.6, 0.6, 'low', 1, 'live', 0, 'settled', '', ?)`,
    );
    lock.run("prd_1", "record:live", 0.05);
    lock.run("prd_2", "user:usr_1", -0.05);
    report.run("sample", "BIG", "2026-10-20", 1, 1.1, 1, 0, 1);
    const rows = db.prepare(archiveStatement("live", 0)).all() as unknown as Parameters<
      typeof archiveEvents
    >[0];
    expect(db.prepare(archiveStatement("live", 1)).all()).toEqual([]);
    const common = {
      session: null,
      industry: null,
      trend: 0,
      coverage: "seasons",
      epsEstimate: 1,
      revisions: null,
      estimates: null,
    };
    expect(archiveEvents(rows, (events) => [...events])).toEqual([
      [
        {
          ...common,
          symbol: "BIG",
          reportDate: "2026-10-20",
          epsActual: 1.1,
          family: "yahoo",
          sector: "Technology",
          country: "US",
          guidanceAgainstConsensus: 0.05,
        },
      ],
      [
        {
          ...common,
          symbol: "NEW",
          reportDate: "2026-10-21",
          epsActual: 0.9,
          family: "alphavantage",
          sector: null,
          country: null,
          guidanceAgainstConsensus: null,
        },
      ],
    ]);
  });
});
