import { describe, expect, it } from "vitest";
import { featureTiers } from "#contract/rules.ts";
import { featureNames } from "#model/features.ts";
import { sigmoid } from "#model/statistics.ts";
import { checkedWeights } from "#model/weights.ts";
import type { EarningsEvent } from "../../scripts/model/events.ts";
import { fitModel } from "../../scripts/model/fit-model.ts";
import { fitDataOf } from "../../scripts/model/fit-table.ts";
import { runFits } from "../../scripts/model/fit-threads.ts";
import { JUDGE_FROM, judgeProblem, judgmentOf, judgmentsIn } from "../../scripts/model/judge.ts";
import { auc } from "../../scripts/model/metrics.ts";
import { fitUntil, scoresOf } from "../../scripts/model/train.ts";
import { aMarket, quickFit, withShuffledOutcomes } from "../unit/model/market-of-companies.ts";

const SPLIT = "2012-01-01";

/** Returns the AUC of both models on the years after those they were fitted on. */
function aucAfterFit(events: EarningsEvent[]): { trees: number; nets: number } {
  const { table } = fitDataOf([events], SPLIT);
  const fitted = fitUntil(table, SPLIT, quickFit);
  const later = Array.from(table.days.keys()).filter((i) => (table.days[i] ?? 0) >= Date.parse(SPLIT));
  const labels = Uint8Array.from(later, (i) => table.labels[i] ?? 0);
  const scores = scoresOf(fitted, table, "full", later);
  return { trees: auc(scores.trees.map(sigmoid), labels), nets: auc(scores.nets.map(sigmoid), labels) };
}

describe("fitting", () => {
  it("learns which companies beat", () => {
    const { trees, nets } = aucAfterFit(aMarket({ companies: 60 }));
    expect(trees).toBeGreaterThan(0.62);
    expect(nets).toBeGreaterThan(0.62);
  });

  it("learns nothing from outcomes dealt out at random", () => {
    const market = aMarket({ companies: 250 });
    const { trees, nets } = aucAfterFit(withShuffledOutcomes(market, 11));
    expect(Math.abs(trees - 0.5)).toBeLessThan(0.02);
    expect(Math.abs(nets - 0.5)).toBeLessThan(0.02);
  });

  it("gives the same weights and card to the byte, which the Worker takes", async () => {
    const market = aMarket({ companies: 20 });
    const once = await fitModel([market], () => undefined, quickFit);
    const again = await fitModel([market], () => undefined, quickFit);
    expect(JSON.stringify(again.weights)).toBe(JSON.stringify(once.weights));
    expect(again.cardWith([])).toBe(once.cardWith([]));
    const weights = checkedWeights(JSON.parse(JSON.stringify(once.weights)));
    expect(JSON.stringify(weights)).toBe(JSON.stringify(once.weights));
    expect(weights.fittedUntil).toBe(market.at(-1)?.reportDate);
    expect(Object.keys(weights.tiers)).toEqual([...featureTiers]);
  });

  it("does not depend on the number of threads", async () => {
    const { table } = fitDataOf([aMarket({ companies: 20 })], SPLIT);
    const tasks = [SPLIT, "2013-01-01", "2014-01-01"].map((until) => ({ until, rows: [1, 2, 3] }));
    const alone = await runFits(table, tasks, quickFit);
    const together = await runFits(table, tasks, { ...quickFit, threads: 2 });
    expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
  });

  it("names the walk-forward years one after the other, each with its own reports only", async () => {
    const market = aMarket({ companies: 12 });
    const lines: string[] = [];
    await fitModel([market], (line) => lines.push(line), quickFit);
    const lastYear = Number(market.at(-1)?.reportDate.slice(0, 4));
    const expected = Array.from({ length: 6 }, (_, i) => {
      const year = lastYear - 5 + i;
      return `${year}: ${market.filter((event) => event.reportDate.startsWith(`${year}`)).length} forecasts`;
    });
    expect(lines.slice(1)).toEqual([...expected, "calibrating the tested years"]);
  });

  it("gives weights that end before a day too: those of a fit that knows nothing later", async () => {
    const market = aMarket({ companies: 20 });
    const day = `${market.at(-1)?.reportDate.slice(0, 4)}-07-01`;
    const { earlier } = await fitModel([market], () => undefined, quickFit, [day]);
    const before = market.filter(({ reportDate }) => reportDate < day);
    const { weights } = await fitModel([before], () => undefined, quickFit);
    expect(before.length).toBeLessThan(market.length);
    expect(earlier).toEqual([weights]);
  });
});

const judged = Number(JUDGE_FROM.slice(0, 4));

describe("the judge's year", () => {
  it("is in no table of the card, and opened once a version, with who and when", async () => {
    const market = aMarket({ companies: 40, quarters: 68 + 4 * (judged - 2024) });
    expect(market.at(-1)?.reportDate.slice(0, 4)).toBe(`${judged}`);
    const { weights, tested, cardWith } = await fitModel([market], () => undefined, quickFit);
    const card = cardWith([]);
    expect(card).toContain(`| ${judged - 1} |`);
    expect(card).not.toContain(`| ${judged} |`);
    expect(judgmentsIn(card)).toEqual([]);
    const asked = { version: weights.version, who: "A. Judge", day: "2026-11-22" };
    const line = judgmentOf(tested, asked, []) ?? "";
    expect(line).toMatch(/^\| 2026-11-22 \| A\. Judge \| \d{4}-\d\d-\d\d\.[0-9a-f]{8} \|/);
    const opened = cardWith([line]);
    expect(judgmentsIn(opened)).toEqual([line]);
    expect(judgmentOf(tested, asked, judgmentsIn(opened))).toBeNull();
    const ofOtherYears = opened.replace(`Events from ${JUDGE_FROM}`, `Events from ${judged - 1}-01-01`);
    expect(judgmentsIn(ofOtherYears)).toEqual([]);
  });
});

it("the judge's year is opened by a name, for a fit that reaches it", () => {
  expect(judgeProblem("A. Judge", `${judged}-12-31`)).toBeNull();
  expect(judgeProblem("A. Judge", `${judged - 1}-12-31`)).toBe(
    `a fit until ${judged - 1}-12-31 has no event of the judge's year`,
  );
  for (const name of ["", " ", "a | b", "a\nb", "a".repeat(81)])
    expect(judgeProblem(name, `${judged}-12-31`)).toContain("takes the name of a person");
});

describe("what a fit learns from", () => {
  const days = ["2010-02-01", "2010-05-01", "2010-08-01", "2010-11-01", "2011-02-01", "2011-05-01"];
  const event = (
    symbol: string,
    reportDate: string,
    changes: Partial<EarningsEvent> = {},
  ): EarningsEvent => ({
    symbol,
    reportDate,
    epsEstimate: 1,
    epsActual: 1.1,
    sector: null,
    industry: null,
    country: null,
    family: "alphavantage",
    session: null,
    trend: 0,
    coverage: "continuous",
    ...changes,
  });
  const early = event("OLD", "2003-12-31");
  const first = days.map((day) => event("A", day));
  const second = [
    ...days.map((day) => event("A", day, { family: "small_caps" })),
    event("B", "2012-02-01", { family: "small_caps" }),
    event("B", "2012-05-01", { family: "small_caps" }),
  ];
  const { table, events } = fitDataOf([[early, ...first], second], "2012-01-01");

  it("is each report once, from the first family that has it, none from before 2004, small caps at half", () => {
    expect(events.map(({ symbol, family }) => `${symbol} ${family}`)).toEqual([
      ...Array(6).fill("A alphavantage"),
      ...Array(2).fill("B small_caps"),
    ]);
    expect([...table.weights]).toEqual([1, 1, 1, 1, 1, 1, 0.5, 0.5]);
  });

  it("is no first row where the file itself only begins", () => {
    const begins = days.map((day) => event("C", day));
    expect([...fitDataOf([begins], "2012-01-01").table.weights]).toEqual([0, 1, 1, 1, 1, 1]);
    const seasons = [
      ...begins,
      ...days.map((day) => event("D", `2013${day.slice(4)}`, { coverage: "seasons" })),
    ];
    expect(fitDataOf([seasons], "2012-01-01").table.weights[6]).toBe(0);
  });

  it("is seen in four tiers", () => {
    const column = (featureTier: (typeof featureTiers)[number], name: (typeof featureNames)[number]) =>
      Array.from(
        { length: 6 },
        (_, i) => table.tiers[featureTier][i * table.width + featureNames.indexOf(name)] ?? 0,
      );
    const quartersIn = (featureTier: (typeof featureTiers)[number]) =>
      column(featureTier, "reports").map((value) => Math.round(Math.expm1(value)));
    expect(quartersIn("full")).toEqual([0, 1, 2, 3, 4, 5]);
    expect(quartersIn("forty_quarters")).toEqual([0, 1, 2, 3, 4, 5]);
    expect(quartersIn("four_quarters_with_context")).toEqual([0, 1, 2, 3, 4, 4]);
    expect(quartersIn("four_quarters")).toEqual([0, 1, 2, 3, 4, 4]);
    expect(column("forty_quarters", "daysSinceLast").slice(1)).toEqual([89, 92, 92, 92, 89]);
    expect(column("four_quarters", "daysSinceLast").every(Number.isNaN)).toBe(true);
    expect(column("four_quarters", "weekday").map(Number.isNaN)).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });
});
