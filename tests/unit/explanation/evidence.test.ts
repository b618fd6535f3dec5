import { describe, expect, it } from "vitest";
import { evidenceSchema } from "#contract/evidence.ts";
import {
  citationsOf,
  computedFrom,
  type EvidenceOrigin,
  openEvidenceSet,
  toEvidence,
  verifiedSourceCount,
} from "#explanation/evidence.ts";
import { percentChange } from "#model/statistics.ts";

const asOf = "2025-02-25T15:00:00.000Z";
const origin: EvidenceOrigin = {
  source: "The source",
  url: "https://source.example/page",
  asOf,
  state: "live",
};
const fact = { kind: "price", label: "Share price", unit: "USD", origin } as const;

describe("the evidence of an analysis", () => {
  it("numbers its rows, and shows them without what only the check needs", () => {
    const evidence = openEvidenceSet(asOf);
    expect([
      evidence.add({ ...fact, key: "price", value: 10 }),
      evidence.add({ ...fact, key: "close", value: 11 }),
    ]).toEqual(["F1", "F2"]);
    const rows = evidence.facts.map(toEvidence);
    for (const row of rows) expect(evidenceSchema.strict().parse(row)).toEqual(row);
  });

  it("keeps a figure of the source as it is, and one of ours to ten digits", () => {
    const evidence = openEvidenceSet(asOf);
    evidence.add({ ...fact, key: "price", value: 0.1 + 0.2 });
    evidence.add({ ...fact, key: "sum", value: 0.1 + 0.2, computedBy: "percentChange" });
    expect(evidence.facts.map(({ value }) => value)).toEqual([0.1 + 0.2, 0.3]);
  });

  it("refuses a number that is none", () => {
    expect(() => openEvidenceSet(asOf).add({ ...fact, key: "price", value: Number.NaN })).toThrow("price");
  });

  it("a missing row has no value and says why", () => {
    const evidence = openEvidenceSet(asOf);
    evidence.addMissing({
      key: "price",
      kind: "price",
      label: "Share price",
      source: "The source",
      reason: "closed",
    });
    expect(evidence.facts[0]).toMatchObject({ state: "missing", value: null, note: "closed", url: null });
  });

  it("drops an address that is no web address", () => {
    const evidence = openEvidenceSet(asOf);
    for (const url of [
      "javascript:alert(1)",
      "data:text/html,x",
      "not a url",
      `https://x.example/${"a".repeat(2000)}`,
    ])
      evidence.add({ ...fact, key: url, value: 1, url });
    expect(evidence.facts.map(({ url }) => url)).toEqual([null, null, null, null]);
  });
});

describe("citations", () => {
  it("name each address once, with what was read there, and count as verified when the source answered", () => {
    const evidence = openEvidenceSet(asOf);
    evidence.add({ ...fact, key: "price", value: 10 });
    evidence.add({ ...fact, key: "target", label: "Mean price target", value: 12 });
    evidence.add({ ...fact, key: "gap", label: "Gap", value: 20, origin: computedFrom(origin) });
    const headline = {
      ...fact,
      kind: "news",
      key: "headline",
      value: "Profit rises",
      unit: null,
      isQuotation: true,
    } as const;
    evidence.add({ ...headline, url: "https://news.example/1", origin: { ...origin, state: "sample" } });
    expect(citationsOf(evidence.facts)).toEqual([
      {
        title: "The source: price",
        url: "https://source.example/page",
        snippet: "Share price; Mean price target",
        verified: true,
      },
      { title: "Profit rises", url: "https://news.example/1", snippet: "The source", verified: false },
    ]);
  });
});

it("three headlines and a quote page of one source are one verified source, and no headline is verified", () => {
  const evidence = openEvidenceSet(asOf);
  const live = { ...origin, state: "live" } as const;
  evidence.add({ ...fact, key: "price", value: 10, origin: live });
  for (const n of [1, 2, 3])
    evidence.add({
      ...fact,
      kind: "news",
      key: `headline ${n}`,
      value: `Headline ${n}`,
      unit: null,
      url: `https://news.example/${n}`,
      isQuotation: true,
      origin: live,
    });
  evidence.add({ ...fact, key: "gap", value: 20, origin: computedFrom(live) });
  expect(verifiedSourceCount(evidence.facts)).toBe(1);
  expect(citationsOf(evidence.facts).map(({ verified }) => verified)).toEqual([true, false, false, false]);
  evidence.add({
    ...fact,
    key: "mood",
    value: 5,
    origin: { ...live, source: "Another", url: "https://another.example/x" },
  });
  expect(verifiedSourceCount(evidence.facts)).toBe(2);
});

describe("a change in percent", () => {
  it("is against the absolute first, so that a smaller loss is a rise", () => {
    expect([percentChange(2, 3), percentChange(-2, -1), percentChange(2, 1)]).toEqual([50, 50, -50]);
  });
});
