import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ClassReport,
  type ClassTraits,
  classWords,
  referenceClassOf,
  sizeOf,
} from "#analysis/model/reference-class.ts";

const large: ClassTraits = { size: "large", isProfitable: true, sector: "Technology" };
const small: ClassTraits = { size: "small", isProfitable: false, sector: "Healthcare" };

/** So many reports of a class, of which so many beat. */
const reports = (traits: ClassTraits, n: number, beats: number, reportDate = "2024-02-01"): ClassReport[] =>
  Array.from({ length: n }, (_, i) => ({ ...traits, reportDate, isBeat: i < beats }));

const market = [...reports(large, 400, 320), ...reports(small, 600, 300)];
const at = (traits: ClassTraits, day = "2024-05-01", stored = market) =>
  referenceClassOf(stored, traits, day, 0.67);

describe("the reference class", () => {
  it("has the beat rate of comparable companies, drawn towards the whole, with its N and interval", () => {
    const own = at(large);
    expect(own.n).toBe(400);
    expect(own.whole).toEqual({ beatRate: 0.62, n: 1000 });
    expect(own.beatRate).toBeGreaterThan(0.78);
    expect(own.beatRate).toBeLessThan(0.8);
    expect(own.low).toBeLessThan(own.beatRate);
    expect(own.high).toBeGreaterThan(own.beatRate);
    expect(at(small).beatRate).toBeLessThan(0.53);
  });

  it("draws a class of few reports to those next to it, and a store of few to the long-run rate", () => {
    const few = at({ ...large, sector: "Utilities" }, "2024-05-01", [
      ...market,
      ...reports({ ...large, sector: "Utilities" }, 3, 0),
    ]);
    expect(few.n).toBe(3);
    expect(few.beatRate).toBeGreaterThan(0.7);
    expect(few.beatRate).toBeLessThan(at(large).beatRate);
    expect(at(large, "2024-05-01", [])).toMatchObject({
      beatRate: 0.67,
      n: 0,
      whole: { beatRate: 0.67, n: 0 },
    });
    expect(few.high - few.low).toBeGreaterThan(at(large).high - at(large).low);
  });

  it("counts the last four seasons and no report of the day itself or later", () => {
    expect(at(large, "2024-02-01")).toMatchObject({ n: 0, beatRate: 0.67 });
    expect(at(large, "2024-02-02").n).toBe(400);
    expect(at(large, "2025-02-05").n).toBe(400);
    expect(at(large, "2025-02-06").n).toBe(0);
  });

  it("is the same whatever is reported on or after the day, and in whatever order", () => {
    const day = fc
      .integer({ min: 0, max: 900 })
      .map((n) => new Date(Date.UTC(2023, 0, 1 + n)).toISOString().slice(0, 10));
    const report = fc.record({
      reportDate: day,
      isBeat: fc.boolean(),
      isProfitable: fc.boolean(),
      size: fc.constantFrom("large", "small", null),
      sector: fc.constantFrom("Technology", "Utilities", null),
    });
    fc.assert(
      fc.property(fc.array(report), fc.array(report), (stored, other) => {
        const asked = "2024-06-01";
        const later = other.filter(({ reportDate }) => reportDate >= asked);
        const before = referenceClassOf(
          stored.filter(({ reportDate }) => reportDate < asked),
          large,
          asked,
          0.67,
        );
        expect(referenceClassOf([...later, ...stored.toReversed()], large, asked, 0.67)).toEqual(before);
        expect(before.low).toBeLessThanOrEqual(before.beatRate);
        expect(before.high).toBeGreaterThanOrEqual(before.beatRate);
      }),
    );
  });

  it("takes the size from the market value, else from the analysts", () => {
    expect([sizeOf(50e9, 2), sizeOf(5e9, 40), sizeOf(1e8, null)]).toEqual(["large", "medium", "small"]);
    expect([sizeOf(null, 20), sizeOf(null, 8), sizeOf(null, 1), sizeOf(null, null)]).toEqual([
      "large",
      "medium",
      "small",
      null,
    ]);
  });

  it("says which companies it means", () => {
    expect(classWords(large)).toBe("large profitable companies in Technology");
    expect(classWords({ size: null, isProfitable: false, sector: null })).toBe("loss-making companies");
  });
});
