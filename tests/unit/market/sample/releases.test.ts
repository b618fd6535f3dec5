import { describe, expect, it } from "vitest";
import { sampleFilings } from "#market/sample/releases.ts";
import { parseRelease } from "#season/release/parse-release.ts";
import { readByRules } from "#season/release/read-release.ts";

const filings = sampleFilings(60, () => new Date("2026-11-23T17:00:00Z"));

const read: { text: string; items: ReturnType<typeof readByRules> }[] = [];
for (const cik of (await filings.companyIds()).values())
  for (const { accession, filingDate } of (await filings.releases(cik)) ?? []) {
    const document = parseRelease((await filings.exhibit(cik, accession)) ?? "");
    const { text } = document;
    read.push({ text, items: readByRules(document, { filed: filingDate }) });
  }

describe("releases of the simulated market", () => {
  it("say first that they are simulated", () => {
    expect(read).toHaveLength(360);
    expect(read.filter(({ text }) => !text.startsWith("Simulated release."))).toEqual([]);
  });

  it("are read by the reader of real ones: each range for the next quarter, and both bases of EPS", () => {
    for (const { text, items } of read) {
      const next = items.guidance.filter(({ periodKind }) => periodKind === "next_quarter");
      const stated =
        / quarter of \d{4}, .{1,80} expects adjusted diluted earnings per share of (-?\$\d+\.\d\d) to (-?\$\d+\.\d\d)/.exec(
          text,
        );
      const dollars = (amount = "") => Number(amount.replace("$", ""));
      expect(next.map(({ low, high }) => [low, high])).toEqual(
        stated ? [[dollars(stated[1]), dollars(stated[2])]] : [],
      );
      expect(items.reported.map(({ metric, basis }) => `${metric} ${basis}`).sort()).toEqual([
        "eps adjusted",
        "eps gaap",
      ]);
    }
  });

  it("raise, lower, keep and withdraw, and a company that does not guide says nothing", () => {
    const actions = read.flatMap(({ items }) => items.guidance.map(({ action }) => action));
    for (const action of ["raised", "lowered", "maintained", "withdrawn"] as const)
      expect(actions.filter((one) => one === action).length, action).toBeGreaterThan(0);
    const without = read.filter(({ text }) => text.includes("does not give guidance"));
    expect(without.length).toBeGreaterThan(60);
    expect(without.flatMap(({ items }) => items.guidance)).toEqual([]);
  });
});
