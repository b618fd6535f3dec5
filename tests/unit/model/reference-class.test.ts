import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addToClasses,
  type BeatCounts,
  type ClassTraits,
  classLabel,
  classOf,
  classTraitsOf,
  companySizeOf,
  NO_REPORTS,
  shippedClasses,
} from "#model/reference-class.ts";
import { type ClassReport, RollingClasses } from "../../../scripts/model/rolling-classes.ts";

const large: ClassTraits = { size: "large", isProfitable: true, sector: "Technology" };
const small: ClassTraits = { size: "small", isProfitable: false, sector: "Healthcare" };

/** Counts the reports of each class and how many of them beat. */
const countsOf = (...reports: (ClassTraits & BeatCounts)[]) => {
  const counts = new Map<string, BeatCounts>();
  for (const report of reports) addToClasses(counts, report, report);
  return counts;
};

/** In this fitting data every class beats as often as the whole, in 67% of reports. */
const flat = { from: "2022-01-01", to: "2023-12-31", classes: { all: { n: 100, beats: 67 } } };
const market = [
  { ...large, n: 400, beats: 320 },
  { ...small, n: 600, beats: 300 },
];

describe("the reference class", () => {
  it("has the beat rate of comparable companies, drawn towards the whole, with its N and interval", () => {
    const own = classOf(countsOf(...market), large, flat);
    // All reports have the rate (620 + 100 · 0.67) / 1,100, profitable companies (320 + 80 · that rate) / 480, and
    // so on to the sector.
    const levels = [1, 2, 3].reduce((rate) => (320 + 80 * rate) / 480, (620 + 67) / 1100);
    expect(own.beatRate).toBeCloseTo(levels, 12);
    expect(own).toMatchObject({ n: 400, fittedReports: null, traits: large });
    const reach = 1.959964 * Math.hypot(Math.sqrt((levels * (1 - levels)) / 480), 0.015);
    expect([own.low, own.high]).toEqual([levels - reach, levels + reach]);
    expect(classOf(countsOf(...market), small, flat).beatRate).toBeLessThan(0.53);
  });

  it("draws a class of few reports to those next to it, and says that it rests on the fitting data", () => {
    const utility: ClassTraits = { ...large, sector: "Utilities" };
    const counts = countsOf(...market, { ...utility, n: 3, beats: 0 });
    const few = classOf(counts, utility, flat);
    expect(few).toMatchObject({ n: 3, fittedReports: 0 });
    expect(few.beatRate).toBeGreaterThan(0.7);
    const own = classOf(counts, large, flat);
    expect(few.beatRate).toBeLessThan(own.beatRate);
    expect(few.high - few.low).toBeGreaterThan(own.high - own.low);
  });

  it("is the fitting data's where no report is stored", () => {
    const classes = {
      all: { n: 1000, beats: 650 },
      profitable: { n: 800, beats: 560 },
      "profitable large": { n: 400, beats: 300 },
      "profitable large Technology": { n: 120, beats: 100 },
    };
    const own = classOf(NO_REPORTS, large, { ...flat, classes });
    const profitable = (560 + 80 * 0.65) / 880;
    const sized = (300 + 80 * profitable) / 480;
    expect(own.beatRate).toBeCloseTo((100 + 80 * sized) / 200, 12);
    expect(own).toMatchObject({ n: 0, fittedReports: 120 });
    const shipped = shippedClasses().classes.all as BeatCounts;
    const anyone = classOf(NO_REPORTS, { size: null, isProfitable: true, sector: null });
    expect(anyone.beatRate).toBeGreaterThan(shipped.beats / shipped.n);
  });

  it("keeps the fitting data's difference between a class and the next larger one while the class is young", () => {
    const classes = { all: { n: 1000, beats: 650 }, profitable: { n: 920, beats: 662 } };
    const traits = { size: null, isProfitable: true, sector: null };
    const stored = new Map([["all", { n: 9900, beats: 7485 }]]);
    // (662 + 80 · 0.65) / 1,000 is 6.4 points above 65%, and the stored rate of all reports is 75.5%.
    expect(classOf(stored, traits, { ...flat, classes }).beatRate).toBeCloseTo(0.755 + 0.064, 12);
  });

  it("of a company of unknown size counts its sector's companies of every size", () => {
    const anySize = { ...large, size: null };
    expect(classOf(countsOf(...market, { ...anySize, n: 7, beats: 1 }), anySize, flat).n).toBe(407);
    expect(classOf(countsOf(...market, { ...anySize, n: 7, beats: 1 }), large, flat).n).toBe(400);
  });

  it("is a share between 0 and 1 within its interval, whatever was counted", () => {
    const traits = fc.record({
      size: fc.constantFrom("large", "medium", "small", null),
      isProfitable: fc.boolean(),
      sector: fc.constantFrom("Technology", "Utilities", null),
    });
    const report = fc
      .tuple(traits, fc.integer({ min: 0, max: 300 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([of, n, share]) => ({ ...of, n, beats: Math.round(n * share) }));
    fc.assert(
      fc.property(fc.array(report), traits, (stored, asked) => {
        const { beatRate, low, high } = classOf(countsOf(...stored), asked);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(beatRate).toBeGreaterThanOrEqual(low);
        expect(high).toBeGreaterThanOrEqual(beatRate);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("takes the size from the market value, else from the analysts", () => {
    expect([companySizeOf(50e9, 2), companySizeOf(5e9, 40), companySizeOf(1e8, null)]).toEqual([
      "large",
      "medium",
      "small",
    ]);
    expect([
      companySizeOf(null, 20),
      companySizeOf(null, 8),
      companySizeOf(null, 1),
      companySizeOf(null, null),
    ]).toEqual(["large", "medium", "small", null]);
    expect(classTraitsOf({ marketCap: 12e9, analystCount: 1, consensusEps: 0, sector: "tech" })).toEqual({
      size: "large",
      isProfitable: false,
      sector: "Technology",
    });
  });

  it("says which companies it means", () => {
    expect(classLabel(large)).toBe("large, profitable, technology");
    expect(classLabel({ size: null, isProfitable: false, sector: null })).toBe("loss-making");
  });
});

describe("the lab's rolling classes", () => {
  const reports = (traits: ClassTraits, n: number, beats: number): ClassReport[] =>
    Array.from({ length: n }, (_, i) => ({ ...traits, reportDate: "2024-02-01", isBeat: i < beats }));
  const at = (day: string) => {
    const classes = new RollingClasses(flat);
    for (const report of [...reports(large, 400, 320), ...reports(small, 600, 300)]) classes.add(report);
    return classes.classAt(day, large);
  };

  it("count the last four seasons", () => {
    expect(at("2024-02-02")).toEqual(classOf(countsOf(...market), large, flat));
    expect(at("2025-02-05").n).toBe(400);
    expect(at("2025-02-06")).toMatchObject({ n: 0, beatRate: 0.67 });
  });
});
