import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type EdgarRequest, type EdgarText, edgarFilings } from "#season/edgar/filings.ts";
import { findFigure } from "#season/witness/find-figure.ts";
import { gaapEpsOf } from "#season/witness/read-filings.ts";
import { areThere, at, recordedPath, recording } from "../market/recordings.ts";

/** EDGAR as recorded; a concept is part of its company's recorded facts. */
function recordedGate() {
  const read = async ({ path }: EdgarRequest): Promise<EdgarText> => {
    const concept = /^\/api\/xbrl\/companyconcept\/CIK(\d+)\/us-gaap\/(\w+)\.json$/.exec(path);
    const name = { "0001835632": "MRVL", "0000320193": "AAPL" }[concept?.[1] ?? ""];
    if (concept && name) {
      const facts = at(bodyOf(`companyfacts-${name}`), "facts", "us-gaap", concept[2] ?? "");
      return facts ? { isOk: true, text: JSON.stringify(facts) } : missing;
    }
    return path === "/submissions/CIK0001835632.json"
      ? { isOk: true, text: JSON.stringify(bodyOf("submissions-MRVL")) }
      : missing;
  };
  return { read };
}

const missing = {
  isOk: false,
  reason: "not_found",
  detail: "none",
  retryAfterSeconds: null,
  bodyExcerpt: "",
} as const;
const bodyOf = (name: string) => recording(`edgar/${name}.json`)?.body;

describe.skipIf(!areThere)("SEC EDGAR as recorded", () => {
  const filings = edgarFilings(recordedGate());

  it("Marvell: the releases are its 8-Ks with item 2.02, newest first", async () => {
    const releases = (await filings.releases("0001835632")) ?? [];
    expect(releases.slice(0, 5).map(({ accession, filingDate }) => [accession, filingDate])).toEqual([
      ["0001835632-26-000014", "2026-05-27"],
      ["0001835632-26-000006", "2026-03-05"],
      ["0001835632-25-000193", "2025-12-02"],
      ["0001835632-25-000187", "2025-08-28"],
      ["0001835632-25-000115", "2025-05-29"],
    ]);
  });

  it("an unknown company has none", async () => {
    expect(await filings.releases("0000000001")).toBeNull();
  });

  it("Apple: facts are those of the concept's unit, with their span", async () => {
    const facts = (await filings.facts("0000320193", "EarningsPerShareDiluted")) ?? [];
    expect(facts).toHaveLength(330);
    expect(facts.at(-1)).toEqual({
      start: "2025-09-28",
      end: "2025-12-27",
      value: 2.84,
      filed: "2026-01-30",
      form: "10-Q",
    });
  });

  it.each([
    ["0000320193", "2025-12-31", "2026-01-29", 2.84],
    ["0000320193", "2025-06-30", "2025-07-31", 1.57],
    ["0001835632", "2025-10-31", "2025-12-02", 2.2],
  ])("%s: diluted EPS of the quarter to %s", async (cik, fiscalQuarterEnd, reportDate, eps) => {
    const facts = (await filings.facts(cik, "EarningsPerShareDiluted")) ?? [];
    const found = gaapEpsOf(facts, [], { fiscalQuarterEnd, reportDate, isQuarterDeclared: true });
    expect(found).toMatchObject({ eps, isDerived: false });
  });

  it("Buckle's release confirms the quarter's diluted EPS, and no other of its figures", () => {
    const html = readFileSync(recordedPath("edgar/8k-ex99-1-BKE.html"), "utf8");
    expect(findFigure(html, 0.88)).toMatchObject({ state: "confirmed", basis: "gaap", adjustedEps: null });
    for (const other of [0.89, 1.04, 1.05, 2.35, 2.81, -0.88])
      expect(findFigure(html, other)).toMatchObject({ state: "contradicted", eps: 0.88 });
  });
});
