import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { shippedWeights } from "#analysis/model/weights.ts";
import { evaluate } from "../../../scripts/model/evaluate.ts";
import { HistoryError, readEvents } from "../../../scripts/model/events.ts";
import { aMarket } from "./market-of-companies.ts";

const folder = mkdtempSync(join(tmpdir(), "beatcast-history-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(...lines: string[]): string {
  const file = join(folder, `${lines.length}-${Math.random()}.csv`);
  writeFileSync(file, lines.join("\n"));
  return file;
}

const HEADER = "symbol,report_date,eps_estimate,eps_actual,country,industry";

describe("a history file", () => {
  it("gives its events by day, then symbol", () => {
    const { events, badRows } = readEvents(
      fileOf(
        HEADER,
        "B,2020-02-01,1,1.1,USA,tech",
        'A,2020-02-01,-0.5,0,Canada,"banks, large"',
        "A,2019-11-01,0,0.01,,",
      ),
    );
    expect(badRows).toEqual([]);
    expect(events).toEqual([
      {
        symbol: "A",
        reportDate: "2019-11-01",
        epsEstimate: 0,
        epsActual: 0.01,
        country: null,
        industry: null,
      },
      {
        symbol: "A",
        reportDate: "2020-02-01",
        epsEstimate: -0.5,
        epsActual: 0,
        country: "Canada",
        industry: "banks, large",
      },
      {
        symbol: "B",
        reportDate: "2020-02-01",
        epsEstimate: 1,
        epsActual: 1.1,
        country: "USA",
        industry: "tech",
      },
    ]);
  });

  it("has its bad rows named by line number and skipped", () => {
    const { events, badRows } = readEvents(
      fileOf(
        HEADER,
        "A,2020-02-01,1,1.1,,",
        "A,2020-05-01,,1.1,,",
        "",
        "A,soon,1,1.1,,",
        ",2020-08-01,1,1,,",
        "A,2020-11-01,1,n/a,,",
      ),
    );
    expect(events).toHaveLength(1);
    expect(badRows).toEqual([
      { line: 3, reason: "eps_estimate is not a number" },
      { line: 5, reason: 'report_date "soon" is not a day' },
      { line: 6, reason: "no symbol" },
      { line: 7, reason: "eps_actual is not a number" },
    ]);
  });

  it("is refused without a column it needs, or where it cannot be read", () => {
    expect(() => readEvents(fileOf("symbol,report_date,eps_actual", "A,2020-02-01,1"))).toThrow(HistoryError);
    expect(() => readEvents(fileOf("symbol,report_date,eps_actual"))).toThrow(
      "column eps_estimate is missing",
    );
    expect(() => readEvents(join(folder, "nowhere.csv"))).toThrow("cannot be read");
  });
});

describe("evaluating a history file", () => {
  const market = aMarket({ companies: 40, quarters: 20 });
  const rows = market.map((event) => Object.values({ ...event, industry: event.industry }).join(","));
  const header = Object.keys(market[0] ?? {})
    .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join(",");
  const file = fileOf(header, ...rows, "C1,never,1,1,tech,USA");
  const ask = {
    from: "2011-01-01",
    to: "2011-12-31",
    historyDepth: Number.POSITIVE_INFINITY,
    weights: shippedWeights(),
  };

  it("counts the events of the asked days, in ten tenths and four levels", () => {
    const result = evaluate(file, ask);
    const asked = market.filter((event) => event.reportDate.startsWith("2011"));
    expect(result.n).toBe(asked.length);
    expect(result.beatRate).toBe(asked.filter((e) => e.epsActual > e.epsEstimate).length / asked.length);
    expect(result.deciles.reduce((sum, bin) => sum + bin.n, 0)).toBe(asked.length);
    expect(Object.values(result.byConfidence).reduce((sum, level) => sum + level.n, 0)).toBe(asked.length);
    expect(result.badRows).toEqual([{ line: market.length + 2, reason: 'report_date "never" is not a day' }]);
  });

  it("prints one JSON object, and the bad rows beside it", () => {
    const out = execFileSync(
      process.execPath,
      ["scripts/model/evaluate.ts", "--history", file, "--from", ask.from, "--to", ask.to, "--json"],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
    expect(JSON.parse(out)).toMatchObject({
      n: evaluate(file, ask).n,
      modelVersion: shippedWeights().version,
    });
  });

  it("fails with the reason for a file without the columns", () => {
    const bad = fileOf("symbol,report_date", "A,2020-01-01");
    const run = () =>
      execFileSync(process.execPath, ["scripts/model/evaluate.ts", "--history", bad, "--json"], {
        encoding: "utf8",
        stdio: "pipe",
      });
    expect(run).toThrow("column eps_estimate, eps_actual is missing");
  });
});
