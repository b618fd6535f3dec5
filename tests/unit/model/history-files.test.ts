import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { featureTiers } from "#contract/rules.ts";
import { shippedWeights } from "#model/weights.ts";
import { evaluate } from "../../../scripts/model/evaluate.ts";
import { type EarningsEvent, HistoryError, readEvents } from "../../../scripts/model/events.ts";
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
  const vendor = { session: null, sector: null, family: "alphavantage", trend: 0, coverage: "continuous" };

  it.each([
    ["symbol,report_date,session,eps_estimate,eps_actual,country,industry", "yahoo"],
    ["symbol,report_date,session,eps_estimate,eps_actual,reaction", "yahoo"],
    ["symbol,report_date,eps_estimate,eps_actual,country,industry", "alphavantage"],
    ["symbol,report_date,period_end,eps_estimate,eps_actual", "alphavantage"],
    ["symbol,report_date,fiscal_period,eps_estimate,eps_actual,revenue_actual", "alphavantage"],
    ["symbol,report_date,fiscal_quarter_end,eps_estimate,eps_actual,session,sector,industry", "small_caps"],
    ["symbol,report_date,eps_avg,eps_high,eps_low,analysts,eps_actual", "finnhub"],
  ])("with the columns %s is of the family %s, unless another is given", (header, family) => {
    const cells = header.split(",").map((name) => {
      if (name === "report_date") return "2025-02-01";
      return name.startsWith("eps") ? "1.5" : "x";
    });
    const file = fileOf(header, cells.join(","));
    expect(readEvents(file).events).toMatchObject([{ family, epsEstimate: 1.5, epsActual: 1.5 }]);
    expect(readEvents(file, "finnhub").events[0]?.family).toBe("finnhub");
  });

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
        ...vendor,
      },
      {
        symbol: "A",
        reportDate: "2020-02-01",
        epsEstimate: -0.5,
        epsActual: 0,
        country: "Canada",
        industry: "banks, large",
        ...vendor,
      },
      {
        symbol: "B",
        reportDate: "2020-02-01",
        epsEstimate: 1,
        epsActual: 1.1,
        country: "USA",
        industry: "tech",
        ...vendor,
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

  it.each([
    ["symbol;report_date;eps_estimate;eps_actual", "its columns are not separated by commas"],
    [
      "symbol,report_date,consensus,eps_actual",
      "column eps_estimate is missing; it has symbol, report_date, consensus",
    ],
    ["symbol,report_date,eps_estimate,eps_actual,symbol", "column symbol stands twice"],
    [HEADER, "has no usable row"],
    [`${HEADER}\nA,2024-02-30,1,1,,`, 'has no usable row; line 2: report_date "2024-02-30" is not a day'],
    ["PK\u0003\u0004\u0000", "is no text; a history file is CSV"],
    [" ", "is empty"],
  ])("that begins with %j is refused in words", (text, reason) => {
    expect(() => readEvents(fileOf(text))).toThrow(reason);
  });

  it("that is none is named as what it is", () => {
    expect(() => readEvents(join(folder, "nowhere.csv"))).toThrow("there is no such file");
    expect(() => readEvents(folder)).toThrow("it is a folder");
  });
});

describe("evaluating a history file", () => {
  const market = aMarket({ companies: 40, quarters: 20 });
  const row = ({ symbol, reportDate, epsEstimate, epsActual, industry, country }: EarningsEvent) =>
    [symbol, reportDate, epsEstimate, epsActual, country, industry].join(",");
  const file = fileOf(HEADER, ...market.map(row), "C1,never,1,1,USA,tech");
  const ask = {
    from: "2011-01-01",
    to: "2011-12-31",
    weights: shippedWeights(),
  };

  it("counts the events of the asked days, in ten tenths and four levels", () => {
    const result = evaluate(file, ask);
    const asked = market.filter((event) => event.reportDate.startsWith("2011"));
    expect(result.n).toBe(asked.length);
    expect(result.beatRate).toBe(asked.filter((e) => e.epsActual > e.epsEstimate).length / asked.length);
    expect(result.deciles.reduce((sum, bin) => sum + bin.n, 0)).toBe(asked.length);
    expect(Object.values(result.byConfidence).reduce((sum, level) => sum + level.n, 0)).toBe(asked.length);
    expect(result.badRows).toEqual([
      { file, line: market.length + 2, reason: 'report_date "never" is not a day' },
    ]);
  });

  it("serves each feature tier with its own calibration", () => {
    const tiersOf = (changes: Partial<Parameters<typeof evaluate>[1]>) => {
      const { n, tiers } = evaluate(file, { ...ask, ...changes });
      return Object.entries(tiers).flatMap(([featureTier, count]) => (count === n ? [featureTier] : []));
    };
    expect(tiersOf({})).toEqual(["full"]);
    expect(tiersOf({ historyDepth: 4 })).toEqual(["four_quarters_with_context"]);
    for (const featureTier of featureTiers) expect(tiersOf({ featureTier })).toEqual([featureTier]);
  });

  it("gives a named feature tier what its source would: a context, days and quarters, or none", () => {
    const missingIn = (featureTier: (typeof featureTiers)[number]) =>
      evaluate(file, { ...ask, featureTier }).missing;
    expect(missingIn("full")).toMatchObject({ marketBeatRate: 0, daysSinceLast: 0 });
    expect(missingIn("forty_quarters")).toMatchObject({ marketBeatRate: 1, daysSinceLast: 0 });
    expect(missingIn("four_quarters_with_context")).toMatchObject({ marketBeatRate: 0, daysSinceLast: 0 });
    expect(missingIn("four_quarters")).toMatchObject({ marketBeatRate: 1, daysSinceLast: 1 });
  });

  it("tells the class's and the constant's figures, and takes the asked one as the base rate", () => {
    const { baselines, brierBaseRate } = evaluate(file, ask);
    expect(brierBaseRate).toBe(baselines.class.brier);
    expect(evaluate(file, { ...ask, baseRate: "constant" }).brierBaseRate).toBe(baselines.constant.brier);
    expect(baselines.constant.auc).toBe(0.5);
  });

  it("counts a report of two files once", () => {
    expect(evaluate([file, file], ask).n).toBe(evaluate(file, ask).n);
  });

  it("prints one JSON object, and the bad rows beside it", () => {
    const out = execFileSync(
      process.execPath,
      ["scripts/model/evaluate-command.ts", "--history", file, "--from", ask.from, "--to", ask.to, "--json"],
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
      execFileSync(process.execPath, ["scripts/model/evaluate-command.ts", "--history", bad, "--json"], {
        encoding: "utf8",
        stdio: "pipe",
      });
    expect(run).toThrow("column eps_estimate, eps_actual is missing");
  });
});
