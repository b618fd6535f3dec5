import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { featureNames, featuresOf } from "#model/features.ts";
import { type ForecastInput, NO_CONTEXT, type PastQuarter } from "#model/history.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { examplesOf } from "../../../scripts/model/examples.ts";
import { aMarket } from "./market-of-companies.ts";

const day = (n: number) => new Date(Date.parse("2015-01-01") + n * 86_400_000).toISOString().slice(0, 10);
const eps = fc.oneof(
  fc.constantFrom(0, -0, 0.001, -0.004, 0.005, 1e-9, 1e6, -1e6),
  fc.double({ min: -50, max: 50, noNaN: true }),
);

const pastQuarter = fc.record<PastQuarter>({
  reportDate: fc.integer({ min: 0, max: 2000 }).map(day),
  isDayKnown: fc.boolean(),
  epsEstimate: fc.option(eps),
  epsActual: eps,
});

const inputAt = (past: PastQuarter[], epsEstimate = 1): ForecastInput => ({
  past,
  upcoming: { reportDate: day(1010), isDayKnown: true, epsEstimate },
  isHistoryMissing: false,
  trend: 0,
  isForeign: false,
  sector: "Technology",
  family: "alphavantage",
  context: NO_CONTEXT,
  asOf: day(1000),
});

describe("the features of a forecast", () => {
  it("are the same whatever is reported on or after the as-of day", () => {
    fc.assert(
      fc.property(fc.array(pastQuarter), fc.array(pastQuarter), (past, other) => {
        const before = past.filter((quarter) => quarter.reportDate < day(1000));
        const after = other.filter((quarter) => quarter.reportDate >= day(1000));
        expect(featuresOf(inputAt([...after, ...before]))).toEqual(featuresOf(inputAt(before)));
      }),
    );
  });

  it("do not depend on the order of the quarters", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(pastQuarter, { selector: (quarter) => quarter.reportDate }),
        fc.nat(),
        (past, turn) => {
          const at = past.length === 0 ? 0 : turn % past.length;
          const turned = [...past.slice(at), ...past.slice(0, at)];
          expect(featuresOf(inputAt(turned))).toEqual(featuresOf(inputAt(past)));
        },
      ),
    );
  });

  it("survive zero, negative, tiny, huge and missing estimates: each is a bounded number or missing", () => {
    fc.assert(
      fc.property(fc.array(pastQuarter), eps, (past, estimate) => {
        for (const value of featuresOf(inputAt(past, estimate)))
          expect(Number.isNaN(value) || Math.abs(value) <= 1000).toBe(true);
      }),
    );
  });

  it("miss what a source does not know, and nothing else", () => {
    const quarters = Array.from({ length: 12 }, (_, i) => ({
      reportDate: day(920 - 91 * i),
      isDayKnown: true,
      epsEstimate: 1,
      epsActual: 1.02,
    }));
    const missing = (input: ForecastInput) => {
      const row = featuresOf(input);
      return featureNames.filter((_, i) => Number.isNaN(row[i]));
    };
    const context = ["marketBeatRate", "seasonBeatRate", "industryBeatRate", "peersBeatRate"];
    expect(missing(inputAt(quarters))).toEqual(context);
    const guessed = quarters.map((quarter) => ({ ...quarter, isDayKnown: false }));
    expect(missing(inputAt(guessed))).toEqual([
      ...context,
      "daysSinceLast",
      "lateness",
      "gapToUsual",
      "gapScatter",
    ]);
    expect(missing({ ...inputAt(quarters), isForeign: null })).toEqual([...context, "isForeign"]);
  });
});

describe("the features of a history file", () => {
  it("are the same whatever any row of the same day or later says", () => {
    const market = aMarket({ companies: 12, quarters: 16 });
    const row = fc.integer({ min: 0, max: market.length - 1 });
    const change = fc.record({ row, epsActual: eps, epsEstimate: eps });
    fc.assert(
      fc.property(row, fc.array(change, { minLength: 1, maxLength: 40 }), (asked, changes) => {
        const event = market[asked] as EarningsEvent;
        const changed = market.map((own, i) => {
          const to = changes.find((candidate) => candidate.row === i);
          if (!to || own.reportDate < event.reportDate) return own;
          const { epsActual, epsEstimate } = to;
          return own === event ? { ...own, epsActual } : { ...own, epsActual, epsEstimate };
        });
        const isAsked = (own: EarningsEvent) =>
          own.symbol === event.symbol && own.reportDate === event.reportDate;
        expect(examplesOf(changed, isAsked).rows).toEqual(examplesOf(market, isAsked).rows);
      }),
      { numRuns: 60 },
    );
  });

  it("change with an earlier row of the same company", () => {
    const market = aMarket({ companies: 3, quarters: 6 });
    const last = market.at(-1) as EarningsEvent;
    const isAsked = (own: EarningsEvent) => own === last;
    const changed = market.map((own) =>
      own.symbol === last.symbol && own !== last ? { ...own, epsActual: own.epsEstimate - 1 } : own,
    );
    expect(examplesOf(changed, isAsked).rows).not.toEqual(examplesOf(market, isAsked).rows);
  });
});
