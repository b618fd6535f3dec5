import { describe, expect, it } from "vitest";
import { importStatements } from "../../../scripts/history/import-statements.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";

const event = (symbol: string, reportDate = "2020-02-01"): EarningsEvent => ({
  symbol,
  reportDate,
  epsEstimate: -0.5,
  epsActual: 0.25,
  industry: null,
  country: null,
});

describe("the statements of a history import", () => {
  it("carry each report with the name of its file, quoted", () => {
    expect(importStatements([event("aapl")], "Bob's file").statements).toEqual([
      "INSERT OR REPLACE INTO imported_quarters (symbol, report_date, eps_estimate, eps_actual, source) VALUES\n" +
        "('AAPL','2020-02-01',-0.5,0.25,'Bob''s file');",
    ]);
  });

  it("write a class of shares with our dot, whichever sign the file has", () => {
    const { statements } = importStatements([event("brk-b"), event("BF.B"), event("X-WI")], "f");
    expect(statements.join().match(/\('[^']+'/g)).toEqual(["('BRK.B'", "('BF.B'", "('X-WI'"]);
  });

  it("refuse what is no ticker, and name it once", () => {
    const hostile = "X'); DROP TABLE users; --";
    const { statements, loaded, refused } = importStatements(
      [event(hostile), event(hostile), event("A")],
      "f",
    );
    expect(loaded).toBe(1);
    expect(refused).toEqual([hostile]);
    expect(statements.join()).not.toContain("DROP");
  });

  it("stay under D1's 100 kB a statement", () => {
    const events = Array.from({ length: 1201 }, (_, i) => event(`A${i}`));
    const { statements } = importStatements(events, "a history file with quite a long name.csv");
    expect(statements).toHaveLength(3);
    for (const statement of statements) expect(statement.length).toBeLessThan(100_000);
  });
});
