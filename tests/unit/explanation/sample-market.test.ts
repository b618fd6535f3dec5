import { describe, expect, it } from "vitest";
import { type FactKey, factTypes } from "#explanation/fact-types.ts";
import { argumentPlanSchema, planProblems } from "#explanation/plan.ts";
import { planByRules } from "#explanation/rules-plan.ts";
import { fitsSlot, readSlot } from "#explanation/statement.ts";
import { sampleSymbols } from "#market/sample/companies.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { gatherMarketSnapshot } from "#research/gather.ts";
import { expectGoodArgument } from "./good-argument.ts";
import { describeAlone, sampleBrief } from "./sample-briefs.ts";

const days = ["2026-01-20T15:00:00Z", "2026-05-04T12:00:00Z", "2026-08-31T20:30:00Z", "2026-11-20T21:00:00Z"];

describe("the rules' argument", () => {
  it("of every fourth sample company is a plan without a problem, 4 to 9 plain sentences, no fact twice", async () => {
    for (const [i, symbol] of sampleSymbols.filter((_, at) => at % 4 === 0).entries()) {
      const { facts } = await sampleBrief(symbol, new Date(days[i % days.length] ?? ""));
      const plan = planByRules(facts);
      expect(argumentPlanSchema.parse(plan)).toEqual(plan);
      expect(planProblems(plan, facts), symbol).toEqual([]);
      expectGoodArgument(symbol, facts);
    }
  });

  it("finds every fact that a statement may use to be of its type, so that none is silently unused", async () => {
    const keys = Object.keys(factTypes) as FactKey[];
    for (const symbol of ["AAPL", "MSFT", "NVDA", "F"]) {
      const { facts } = await sampleBrief(symbol);
      const unread = facts.flatMap((fact) => {
        const slot = keys.find((key) => fitsSlot(key, fact));
        return slot && readSlot(slot, fact) === null ? [`${fact.key}: ${fact.value} ${fact.unit}`] : [];
      });
      expect(unread).toEqual([]);
    }
  });

  it("is simulated in every fact: nothing of it is said to be live", async () => {
    const { facts } = await sampleBrief("AAPL");
    // The trend of the points comes from the store, which this market does not have.
    expect(facts.filter(({ state }) => state === "missing").map(({ key }) => key)).toEqual(["points trend"]);
    const known = facts.filter(({ state }) => state !== "missing");
    expect(new Set(known.map(({ state }) => state))).toEqual(new Set(["sample"]));
  });

  it("says where a report's expected day has moved", async () => {
    const now = new Date("2026-03-10T15:00:00Z");
    const gathered = await gatherMarketSnapshot(sampleMarket(), "AAPL", now);
    const { reportDate } = gathered.company;
    if (reportDate.state === "missing") throw new Error("AAPL has a report date");
    const moved = { ...reportDate, data: { ...reportDate.data, movedFrom: "2026-03-01" } };
    const company = { ...gathered.company, reportDate: moved };
    const { brief } = await describeAlone({ ...gathered, company });
    const { sections } = expectGoodArgument("AAPL", brief.facts);
    const texts = sections.flatMap(({ sentences }) => sentences.map(({ text }) => text));
    expect(texts.filter((text) => text.includes("moved to a later day"))).toEqual([
      expect.stringMatching(
        /^The report has moved to a later day: it was due 9 days ago and is now due (on \w+ \d+, 2026|in \d+ days)\.$/,
      ),
    ]);
  });

  it("begins with the largest contribution and ends with how such predictions ended", async () => {
    const { facts } = await sampleBrief("AAPL");
    const { sections } = expectGoodArgument("AAPL", facts);
    expect(sections.map(({ group }) => group)).toEqual(["moves", "against", "context", "record"]);
    const points = sections[0]?.sentences.map((sentence) => sentence.points ?? 0) ?? [];
    expect(points).toEqual([...points].sort((a, b) => b - a));
    expect(sections.at(-1)?.sentences[0]?.statement).toBe("such-predictions-ended");
  });

  it("is still an argument of four sentences where hardly anything is known", async () => {
    const { facts } = await sampleBrief("AAPL");
    const known = new Set([
      "name",
      "prediction",
      "probability",
      "baseRate",
      "edgeVerdict",
      "confidence",
      "featureTier",
      "consensus",
      "classLow",
      "classHigh",
      "classCount",
    ]);
    const few = facts.filter(({ key }) => known.has(key));
    expectGoodArgument("AAPL", few);
  });
});
