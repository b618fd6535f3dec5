import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { countClasses } from "../../../scripts/model/classes-fit.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { countReactions } from "../../../scripts/model/reactions-fit.ts";
import { companySectors } from "../../../scripts/model/sectors.ts";

const folder = mkdtempSync(join(tmpdir(), "beatcast-counts-"));
afterAll(() => rmSync(folder, { recursive: true }));

function aReport(symbol: string, reportDate: string, traits: Partial<EarningsEvent> = {}): EarningsEvent {
  const company = { sector: null, industry: null, country: null };
  const report = { session: "pre" as const, epsEstimate: 1, epsActual: 1.02, family: "yahoo" as const };
  return { symbol, reportDate, ...company, ...report, trend: 0, coverage: "seasons", ...traits };
}

const tagged = [aReport("DUK", "2024-02-06", { industry: "energy" })];
const earlier = [aReport("DUK", "2018-02-06", { sector: "Industrials" })];
const later = [aReport("DUK", "2024-11-06", { sector: "Utilities" })];

describe("the sector of a company", () => {
  it("is that of its newest report that names one, in whichever file", () => {
    for (const files of [
      [tagged, earlier, later],
      [later, earlier, tagged],
    ])
      expect(companySectors(files).get("DUK")).toBe("Utilities");
  });

  it("comes from the industry only when no report names a sector", () => {
    expect(companySectors([tagged]).get("DUK")).toBe("Energy");
    expect(companySectors([earlier, tagged]).get("DUK")).toBe("Industrials");
    expect(companySectors([[aReport("DUK", "2024-02-06")]]).has("DUK")).toBe(false);
  });
});

it("reactions and classes count a company in that one sector", () => {
  const closes = join(folder, "closes.csv");
  writeFileSync(closes, "date,DUK\n2024-02-05,100\n2024-02-06,103\n2024-02-07,103\n");
  const reactions = countReactions(tagged, [closes], companySectors([tagged, later]));
  expect(reactions.sectors.Utilities?.beat).toEqual({ n: 1, rose: 1, sum: 0.03, sumOfSizes: 0.03 });
  expect(Object.keys(reactions.sectors)).toEqual(["Utilities"]);

  const { classes } = countClasses([later, tagged], { large: tagged, medium: later, small: later });
  expect(classes.all).toEqual({ beats: 2, n: 2 });
  expect(classes["profitable large Utilities"]).toEqual({ beats: 2, n: 2 });
  expect(Object.keys(classes).filter((name) => name.endsWith("Energy"))).toEqual([]);
});

it("reactions of a company that the first file of closes lacks come from the next", () => {
  const [first, second] = [join(folder, "first.csv"), join(folder, "second.csv")];
  writeFileSync(first, "date,DUK\n2024-02-05,100\n2024-02-06,103\n2024-02-07,103\n");
  writeFileSync(second, "date,DUK,CPB\n2024-02-05,100,40\n2024-02-06,110,38\n2024-02-07,110,38\n");
  const reports = [...tagged, aReport("CPB", "2024-02-06", { epsActual: 0.98 })];
  const only = countReactions(reports, [first], new Map());
  expect([only.all.beat, only.all.miss]).toMatchObject([{ n: 1, sum: 0.03 }, { n: 0 }]);
  const both = countReactions(reports, [first, second], new Map());
  expect([both.all.beat, both.all.miss]).toMatchObject([
    { n: 1, sum: 0.03 },
    { n: 1, sum: -0.05 },
  ]);
});
