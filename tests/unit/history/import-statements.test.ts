import { describe, expect, it } from "vitest";
import { companyStatements, importStatements } from "../../../scripts/history/import-statements.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";

const event = (symbol: string, reportDate = "2020-02-01"): EarningsEvent => ({
  symbol,
  reportDate,
  session: null,
  epsEstimate: -0.5,
  epsActual: 0.25,
  industry: null,
  country: null,
  sector: null,
  family: "alphavantage",
  trend: 0,
  coverage: "continuous",
});

const to = (source: string) => ({ source, ledgerId: "live", now: new Date(0) });
const rowsOf = (statements: readonly string[]) => carried(statements, "season_reports");
const companiesOf = (statements: readonly string[]) => carried(statements, "season_companies");
const carried = (statements: readonly string[], table: string) =>
  statements
    .filter((statement) => statement.startsWith(`INSERT INTO ${table}`))
    .flatMap((statement) => JSON.parse(/json_each\('(.*)'\)/.exec(statement)?.[1] ?? "") as unknown[][]);

describe("the statements of a history import", () => {
  it("carry each report with its quarter, its outcome and the name of its file, quoted", () => {
    const { statements } = importStatements([event("aapl")], to("Bob's file"));
    expect(rowsOf(statements)).toEqual([["AAPL", "2019-12-31", "2020-02-01", -0.5, 0.25, 1, null]]);
    expect(statements.join()).toContain("'Bob''s file'");
  });

  it("carry a result on another basis with its doubt and without an outcome, and no zero that stands for none", () => {
    const days = ["2019-05-01", "2019-08-01", "2019-11-01", "2020-02-01"];
    const [first, second, third, fourth] = days.map((day) => event("A", day));
    if (!first || !second || !third || !fourth) throw new Error("events were expected");
    const events = [first, second, { ...third, epsActual: 0 }, { ...fourth, epsActual: 9.5 }];
    const rows = rowsOf(importStatements(events, to("f")).statements);
    expect(rows.map(([, , day, , actual, isBeat, doubt]) => [day, actual, isBeat, doubt])).toEqual([
      ["2019-05-01", 0.25, 1, null],
      ["2019-08-01", 0.25, 1, null],
      ["2020-02-01", 9.5, null, "other_basis"],
    ]);
  });

  it("count a report once that the file has twice, some days apart", () => {
    const days = ["2020-02-01", "2020-02-03", "2020-05-02", "2020-08-01"];
    const { statements, loaded } = importStatements(
      days.map((day) => event("A", day)),
      to("f"),
    );
    expect(rowsOf(statements).map(([, quarter, day]) => [quarter, day])).toEqual([
      ["2019-12-31", "2020-02-01"],
      ["2020-03-31", "2020-05-02"],
      ["2020-06-30", "2020-08-01"],
    ]);
    expect(loaded).toBe(3);
  });

  it("keep a report that follows a double in the quarter of its own, and never name two by one quarter", () => {
    const usual = ["2019-02-01", "2019-05-01", "2019-08-01", "2019-11-01", "2020-02-01", "2020-05-01"];
    const days = [...usual, "2020-02-25", "2020-05-25", "2020-08-01", "2021-02-01"];
    const { statements } = importStatements(
      days.map((day) => event("A", day)),
      to("f"),
    );
    expect(rowsOf(statements).map(([, quarter, day]) => [quarter, day])).toEqual([
      ["2018-12-31", "2019-02-01"],
      ["2019-03-31", "2019-05-01"],
      ["2019-06-30", "2019-08-01"],
      ["2019-09-30", "2019-11-01"],
      ["2019-12-31", "2020-02-01"],
      ["2020-02-25", "2020-02-25"],
      ["2020-03-31", "2020-05-01"],
      ["2020-05-25", "2020-05-25"],
      ["2020-06-30", "2020-08-01"],
      ["2020-12-31", "2021-02-01"],
    ]);
  });

  it("carry sector, industry and country of the companies, also alone", () => {
    const described = { ...event("A"), sector: "Technology", industry: "Software", country: "USA" };
    const { statements } = importStatements([described], to("f"));
    expect(companiesOf(statements)).toEqual([["A", "Technology", "Software", "USA"]]);
    const alone = companyStatements([described, event("B'"), event("B")], to("f"));
    expect(companiesOf(alone.statements)).toEqual([
      ["A", "Technology", "Software", "USA"],
      ["B", null, null, null],
    ]);
    expect(alone).toMatchObject({ loaded: 2, refused: ["B'"] });
    expect(rowsOf(alone.statements)).toEqual([]);
  });

  it("write a class of shares with our dot, whichever sign the file has", () => {
    const { statements } = importStatements([event("brk-b"), event("BF.B"), event("X-WI")], to("f"));
    expect(rowsOf(statements).map(([symbol]) => symbol)).toEqual(["BRK.B", "BF.B", "X-WI"]);
  });

  it("refuse what is no ticker, and name it once", () => {
    const hostile = "X'); DROP TABLE users; --";
    const { statements, loaded, refused } = importStatements(
      [event(hostile), event(hostile), event("A")],
      to("f"),
    );
    expect(loaded).toBe(1);
    expect(refused).toEqual([hostile]);
    expect(statements.join()).not.toContain("DROP");
  });

  it("stay under D1's 100 kB a statement", () => {
    const events = Array.from({ length: 1201 }, (_, i) => event(`A${i}`));
    const { statements } = importStatements(events, to("a history file with quite a long name.csv"));
    expect(rowsOf(statements)).toHaveLength(1201);
    for (const statement of statements) expect(statement.length).toBeLessThan(100_000);
  });
});
