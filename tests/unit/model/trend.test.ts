import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isoDay } from "#contract/time.ts";
import { logGapFromMean, relativeTrendOf } from "#model/trend.ts";
import { trendsOf } from "../../../scripts/model/closes.ts";
import { readSectors, screenedSector } from "../../../scripts/model/sectors.ts";
import { trendWeightOf } from "../../../scripts/model/trend-weight.ts";

describe("a gap", () => {
  it("is the log of the close over the mean of the newest closes", () => {
    const closes = [...Array(49).fill(100), 110];
    expect(logGapFromMean(closes, 49, 50)).toBeCloseTo(Math.log(110 / 100.2), 12);
  });

  it("is unknown before its window is full, without a close, and with fewer than 70% of the closes", () => {
    expect(logGapFromMean(Array(60).fill(100), 48, 50)).toBeNaN();
    expect(logGapFromMean([...Array(50).fill(100), Number.NaN], 50, 50)).toBeNaN();
    const sparse = Array.from({ length: 50 }, (_, i) => (i < 16 ? Number.NaN : 100));
    expect(logGapFromMean(sparse, 49, 50)).toBeNaN();
    expect(logGapFromMean([100, ...sparse.slice(2), 100, 100], 49, 50)).toBe(0);
  });
});

it("a trend lies between -1 and 1; the short gap stands in for an unknown long one, and no price is 0", () => {
  expect(relativeTrendOf({ short: 0.12, long: 0.25 })).toBeCloseTo(Math.tanh(1), 12);
  expect(relativeTrendOf({ short: 0.12, long: null })).toBeCloseTo(
    0.5 * Math.tanh(1) + 0.5 * Math.tanh(0.48),
    12,
  );
  expect(relativeTrendOf({ short: -1.5, long: -9 })).toBeCloseTo(-1, 6);
  expect(relativeTrendOf(null)).toBe(0);
});

it("a price five times its own mean, or a fifth of it, is of another side of a split: no trend", () => {
  expect(relativeTrendOf({ short: Math.log(5.1), long: 1 })).toBe(0);
  expect(relativeTrendOf({ short: -Math.log(5.1), long: null })).toBe(0);
  expect(relativeTrendOf({ short: Math.log(4.9), long: 1 })).toBeCloseTo(1, 2);
});

describe("a file of closes", () => {
  const days = Array.from({ length: 210 }, (_, i) => isoDay(Date.UTC(2024, 0, 1) + i * 86_400_000));
  // UP rises 1% a day at the end, and FLAT and SAME never move, so the median gap is theirs, 0.
  const up = days.map((_, i) => (i < 200 ? 100 : 100 * 1.01 ** (i - 199)));
  const text = [
    "date,UP,FLAT,SAME",
    ...days.map((day, i) => `${day},${up[i]?.toFixed(6)},50,${i === 209 ? "" : "70"}`),
  ].join("\n");
  const file = join(mkdtempSync(join(tmpdir(), "beatcast-closes-")), "closes.csv.gz");
  writeFileSync(file, gzipSync(text));
  const at = trendsOf([file]);

  it("gives the trend of the last trading day before the report, whether packed or plain", () => {
    const last = days[209] as string;
    const meanOf = (from: number) => up.slice(from, 209).reduce((sum, one) => sum + one, 0) / (209 - from);
    const [short, long] = [
      Math.log((up[208] as number) / meanOf(159)),
      Math.log((up[208] as number) / meanOf(9)),
    ];
    expect(at({ symbol: "UP", reportDate: last })).toBeCloseTo(relativeTrendOf({ short, long }), 6);
    expect(at({ symbol: "FLAT", reportDate: last })).toBe(0);
    const plain = file.replace(".gz", "");
    writeFileSync(plain, text);
    expect(trendsOf([plain])({ symbol: "UP", reportDate: last })).toBe(
      at({ symbol: "UP", reportDate: last }),
    );
  });

  it("gives 0 for a company without a price, and for a report long after the file ends", () => {
    expect(at({ symbol: "NONE", reportDate: days[209] as string })).toBe(0);
    expect(at({ symbol: "UP", reportDate: "2025-01-01" })).toBe(0);
    expect(at({ symbol: "UP", reportDate: days[0] as string })).toBe(0);
  });

  it("is read however it was written: index without a name, times, quotes, CRLF, classes, gaps, days in any order", () => {
    const odd = file.replace("closes.csv.gz", "odd.csv");
    const rows = days.map(
      (day, i) => `"${day} 00:00:00", ${up[i]?.toFixed(6)} ,50,${i === 209 ? "nan" : "70"},,0`,
    );
    const holiday = "2023-12-25,,null,NaN,,";
    writeFileSync(
      odd,
      `\uFEFF,UP, flat,BF-B,NEVER,ZERO\r\n${[holiday, ...rows].reverse().join("\r\n")}\r\n\r\n`,
    );
    const read = trendsOf([odd]);
    const last = days[209] as string;
    expect(read({ symbol: "UP", reportDate: last })).toBe(at({ symbol: "UP", reportDate: last }));
    expect(read({ symbol: "bf/b", reportDate: last })).toBe(at({ symbol: "SAME", reportDate: last }));
    for (const symbol of ["NEVER", "ZERO"]) expect(read({ symbol, reportDate: last })).toBe(0);
  });

  it("goes on in the next file, apart from a share that was split between the two", () => {
    const parts = [0, 120].map((from, part) => {
      const name = file.replace("closes.csv.gz", `part${part}.csv`);
      const own = days.slice(from, part === 0 ? 120 : undefined);
      const closes = own.map((day, i) => `${day},${up[from + i]?.toFixed(6)},50,${part === 0 ? 70 : 7},9`);
      writeFileSync(name, ["date,UP,FLAT,SAME,STILL", ...closes].join("\n"));
      return name;
    });
    const read = trendsOf(parts.toReversed());
    const last = days[209] as string;
    expect(read({ symbol: "UP", reportDate: last })).toBe(at({ symbol: "UP", reportDate: last }));
    // The long gap would reach back over the split, so the short one is used instead.
    expect(read({ symbol: "SAME", reportDate: last })).toBe(0);
    expect(trendsOf([parts[1] as string])({ symbol: "UP", reportDate: last })).not.toBe(
      read({ symbol: "UP", reportDate: last }),
    );
  });

  it("counts by the widest file, in whatever order the files are named", () => {
    const wide = file.replace("closes.csv.gz", "wide.csv");
    const falling = days.map((_, i) => 100 * 0.99 ** i);
    const rows = days.map(
      (day, i) => `${day},${up[i]},50,${falling[i]},${falling[i]},${falling[i]},${falling[i]}`,
    );
    writeFileSync(wide, ["date,UP,FLAT,A,B,C,D", ...rows].join("\n"));
    const asked = { symbol: "FLAT", reportDate: days[209] as string };
    expect(trendsOf([wide])(asked)).toBeGreaterThan(0.5);
    expect(trendsOf([file, wide])(asked)).toBe(trendsOf([wide])(asked));
    expect(trendsOf([wide, file])(asked)).toBe(trendsOf([wide])(asked));
  });

  it("is refused where it has another form", () => {
    const other = file.replace("closes.csv.gz", "other.csv");
    writeFileSync(other, "symbol,close\nUP,1\n");
    expect(() => trendsOf([other])).toThrow("closes begin with date,SYMBOL");
    expect(() => trendsOf([`${other}.none`])).toThrow("cannot be read");
    writeFileSync(other, "date,UP\n01/02/2024,1\n");
    expect(() => trendsOf([other])).toThrow('line 2: "01/02/2024" is no day as 2024-01-31');
    writeFileSync(other, "");
    expect(() => trendsOf([other])).toThrow("closes begin with date,SYMBOL");
    writeFileSync(other, gzipSync(text).subarray(0, 500));
    expect(() => trendsOf([other])).toThrow("cannot be read");
  });
});

describe("the weight of the trend", () => {
  const n = 6_000;
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const forecasts = (truth: number) => {
    const blend = Float64Array.from({ length: n }, () => 2 * random() - 0.5);
    const trends = Float64Array.from({ length: n }, () => 2 * random() - 1);
    const labels = Uint8Array.from(blend, (value, i) =>
      Number(random() < 1 / (1 + Math.exp(-(0.1 + 0.9 * (value + truth * (trends[i] as number)))))),
    );
    return { blend, trends, labels, weights: new Float64Array(n).fill(1) };
  };

  it("is found in outcomes that follow it", () => {
    expect(trendWeightOf(forecasts(0.6))).toBeCloseTo(0.6, 0);
    expect(Math.abs(trendWeightOf(forecasts(0.6)) - 0.6)).toBeLessThan(0.12);
  });

  it("is never negative, and 0 with too few prices", () => {
    expect(trendWeightOf(forecasts(-0.6))).toBe(0);
    const few = forecasts(0.6);
    few.trends.fill(0, 900);
    expect(trendWeightOf(few)).toBe(0);
  });
});

describe("a screener's sectors", () => {
  it.each([
    ["Industrials", "Biotechnology: Laboratory Analytical Instruments", "Healthcare"],
    ["Industrials", "Aluminum", "Basic Materials"],
    ["Industrials", "Aerospace", "Industrials"],
    ["Consumer Discretionary", "Air Freight/Delivery Services", "Industrials"],
    ["Consumer Discretionary", "Package Goods/Cosmetics", "Consumer Defensive"],
    ["Consumer Discretionary", "Restaurants", "Consumer Cyclical"],
    ["Consumer Discretionary", "Broadcasting", "Communication Services"],
    ["Consumer Discretionary", "Specialty Chemicals", "Basic Materials"],
    ["Consumer Staples", "Packaged Foods", "Consumer Defensive"],
    ["Finance", "Real Estate", "Real Estate"],
    ["Finance", "Major Banks", "Financial Services"],
    ["Technology", "Semiconductors", "Technology"],
    ["Technology", "Radio And Television Broadcasting And Communications Equipment", "Technology"],
    ["Telecommunications", "Telecommunications Equipment", "Communication Services"],
    ["Consumer Discretionary", "Telecommunications Equipment", "Technology"],
    ["Utilities", "Oil/Gas Transmission", "Energy"],
    ["Utilities", "Natural Gas Distribution", "Utilities"],
    ["Energy", "Coal Mining", "Energy"],
    ["Consumer Services", "Real Estate Investment Trusts", "Real Estate"],
    ["Nothing known", "Nothing", null],
  ])("%s, %s is %s", (sector, industry, expected) => {
    expect(screenedSector(sector, industry)).toBe(expected);
  });

  it("are read by symbol; a file without them is refused", () => {
    const file = join(mkdtempSync(join(tmpdir(), "beatcast-sectors-")), "sectors.csv");
    writeFileSync(file, 'symbol,sector,industry,country\nAA,Industrials,Aluminum,"United States"\nZZ,,,\n');
    expect([...readSectors(file)]).toEqual([["AA", "Basic Materials"]]);
    writeFileSync(file, "name,sector\nAA,Energy\n");
    expect(() => readSectors(file)).toThrow("it needs the columns symbol and sector");
  });
});
