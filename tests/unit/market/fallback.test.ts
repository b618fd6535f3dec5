import { describe, expect, it } from "vitest";
import type { CompanyReport, Part } from "#contract/market-data.ts";
import { withFallback } from "#market/fallback.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";

const now = new Date("2026-03-03T15:00:00Z");
const lacking: Part<never> = {
  state: "missing",
  reason: "not_in_plan",
  detail: "not in the plan",
  source: "First",
};

/** Returns the sample market under another name, with some calls and some parts of the company replaced. */
function aSource(
  name: string,
  calls: Partial<MarketData> = {},
  parts: Partial<CompanyReport> = {},
): MarketData {
  const sample = sampleMarket();
  const named = <T>(part: Part<T>): Part<T> => ({ ...part, source: name });
  return {
    ...sample,
    name,
    prices: async (symbol, at) => named(await sample.prices(symbol, at)),
    options: async (symbol, after, at) => named(await sample.options(symbol, after, at)),
    company: async (symbol, at) => {
      const { identity, ...rest } = await sample.company(symbol, at);
      const entries = Object.entries(rest).map(([key, part]) => [key, { ...part, source: name }]);
      return { identity, ...Object.fromEntries(entries), ...parts } as CompanyReport;
    },
    ...calls,
  };
}

const failing = (reason: MarketError["reason"]) => ({
  company: async () => {
    throw new MarketError(reason, reason);
  },
});

describe("two sources as one", () => {
  it("show the first one's parts", async () => {
    const both = withFallback(aSource("First"), aSource("Second"));
    const { identity, ...parts } = await both.company("AAPL", now);
    expect(identity.name).toBe("Apple Inc.");
    for (const part of Object.values(parts)) expect(part.source).toBe("First");
    expect((await both.prices("AAPL", now)).source).toBe("First");
    expect(both.name).toBe("First, Second");
  });

  it("fill each part the first one lacks from the second, under its name", async () => {
    const first = aSource(
      "First",
      { options: async () => lacking },
      { priceTargets: lacking, revisions: lacking },
    );
    const both = withFallback(first, aSource("Second"));
    const { estimate, priceTargets, revisions } = await both.company("AAPL", now);
    expect([estimate.source, priceTargets.source, revisions.source]).toEqual(["First", "Second", "Second"]);
    expect((await both.options("AAPL", null, now)).source).toBe("Second");
  });

  it("give the first one's reason for what both lack", async () => {
    const first = aSource("First", { options: async () => lacking });
    const second = aSource("Second", {
      options: async () => ({ ...lacking, source: "Second", reason: "empty" }),
    });
    expect(await withFallback(first, second).options("AAPL", null, now)).toEqual(lacking);
  });

  it("give the second one's reason for what the first one never has", async () => {
    const first = aSource("First", { options: async () => ({ ...lacking, reason: "unsupported" }) });
    const empty = { ...lacking, source: "Second", reason: "empty" } as const;
    const second = aSource("Second", { options: async () => empty });
    expect(await withFallback(first, second).options("AAPL", null, now)).toEqual(empty);
  });

  it("cite a price under the source of the estimate, and take only words from the other", async () => {
    const identity = { ...(await sampleMarket().company("AAPL", now)).identity };
    const nameless = { ...identity, name: "AAPL", sector: null, price: null };
    const second = aSource("Second", {}, { identity: { ...identity, price: 7 } });
    const gapless = await withFallback(aSource("First", {}, { identity: nameless }), second).company(
      "AAPL",
      now,
    );
    expect(gapless.identity).toMatchObject({ name: "Apple Inc.", sector: "Technology", price: null });
    const first = aSource("First", {}, { identity: { ...identity, price: 5 }, estimate: lacking });
    const filled = await withFallback(first, second).company("AAPL", now);
    expect([filled.estimate.source, filled.identity.price]).toEqual(["Second", 7]);
  });

  it("never put the trend of one quarter beside the estimate of another", async () => {
    const sample = await sampleMarket().company("AAPL", now);
    if (sample.estimate.state === "missing") throw new Error("an estimate was expected");
    const other = { ...sample.estimate, data: { ...sample.estimate.data, fiscalQuarterEnd: "2031-12-31" } };
    const first = aSource("First", {}, { revisions: lacking });
    const { revisions } = await withFallback(first, aSource("Second", {}, { estimate: other })).company(
      "AAPL",
      now,
    );
    expect(revisions).toEqual(lacking);
  });

  it("show the longer history", async () => {
    const { history } = await sampleMarket().company("AAPL", now);
    if (history.state === "missing") throw new Error("a history was expected");
    const short = { ...history, source: "First", data: history.data.slice(-3) };
    const both = withFallback(aSource("First", {}, { history: short }), aSource("Second"));
    expect((await both.company("AAPL", now)).history.source).toBe("Second");
  });

  it.each(["not_in_plan", "rate_limited", "timed_out", "unknown_symbol"] as const)(
    "go by the second when the first fails with %s",
    async (reason) => {
      const both = withFallback(aSource("First", failing(reason)), aSource("Second"));
      expect((await both.company("AAPL", now)).estimate.source).toBe("Second");
    },
  );

  it("do not need the second", async () => {
    const both = withFallback(aSource("First"), aSource("Second", failing("timed_out")));
    expect((await both.company("AAPL", now)).estimate.source).toBe("First");
  });

  it.each([
    ["not_a_company", "unknown_symbol", "not_a_company"],
    ["rate_limited", "unknown_symbol", "unknown_symbol"],
    ["rate_limited", "timed_out", "rate_limited"],
  ] as const)("after %s and %s tell %s", async (one, other, told) => {
    const both = withFallback(aSource("First", failing(one)), aSource("Second", failing(other)));
    await expect(both.company("AAPL", now)).rejects.toMatchObject({ reason: told });
  });

  it("do not overrule that a ticker is no company", async () => {
    const both = withFallback(aSource("First", failing("not_a_company")), aSource("Second"));
    await expect(both.company("AAPL", now)).rejects.toMatchObject({ reason: "not_a_company" });
  });
});
