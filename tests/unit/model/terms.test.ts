import { describe, expect, it } from "vitest";
import { addIsoDays } from "#contract/time.ts";
import type { Closes } from "../../../scripts/model/closes.ts";
import { correlatedSurprises, returnsOf } from "../../../scripts/model/correlated-surprises.ts";
import { logisticRegression } from "../../../scripts/model/logistic-regression.ts";
import { peerErrors, type TermForecast } from "../../../scripts/model/peer-errors.ts";

/** A report in February 2024 that beat by 10% with a probability of 60%, as a test changes it. */
function aReport(change: Partial<TermForecast> = {}): TermForecast {
  const reportDate = change.reportDate ?? "2024-02-01";
  return {
    symbol: "PEER",
    industry: "Major Banks",
    isBeat: true,
    probability: 0.6,
    surprise: 0.1,
    lockDay: addIsoDays(reportDate, -1),
    ...change,
    reportDate,
  };
}
/** Locked on February 14, the evening before its report. */
const asked = aReport({ symbol: "ASKED", reportDate: "2024-02-15" });

describe("the errors of peers", () => {
  const termOf = (...peers: TermForecast[]) => peerErrors([asked, ...peers])[0];

  it("are outcomes minus probabilities, shrunk by 20 reports", () => {
    expect(termOf(aReport())).toBeCloseTo(0.4 / 21, 12);
    const missed = aReport({ symbol: "OTHER", isBeat: false, probability: 0.7 });
    expect(termOf(aReport(), missed)).toBeCloseTo((0.4 - 0.7) / 22, 12);
    expect(termOf(...Array.from({ length: 20 }, () => aReport()))).toBeCloseTo(0.4 / 2, 12);
  });

  it("are known from reports before the day of the lock, and count for a year", () => {
    expect(termOf(aReport({ reportDate: "2024-02-13" }))).toBeCloseTo(0.4 / 21, 12);
    for (const reportDate of ["2024-02-14", "2024-02-15", "2024-02-16"])
      expect(termOf(aReport({ reportDate }))).toBe(0);
    expect(termOf(aReport({ reportDate: "2023-02-14" }))).toBeCloseTo(0.4 / 21, 12);
    expect(termOf(aReport({ reportDate: "2023-02-13" }))).toBe(0);
  });

  it("are those of other companies of the same industry", () => {
    expect(termOf(aReport({ symbol: "ASKED" }))).toBe(0);
    expect(termOf(aReport({ industry: "Steel" }))).toBe(0);
    const unknown = [{ ...asked, industry: null }, aReport({ industry: null })];
    expect(peerErrors(unknown)[0]).toBe(0);
  });
});

describe("the surprises of companies whose shares move together", () => {
  /** Trading days until the day before the lock and the two after it. */
  const days = Array.from({ length: 255 }, (_, k) => addIsoDays("2024-02-15", k - 253));
  /** Both have returns of ±1% in turn, and those of PEER are multiplied by `ofPeer`. */
  const returnsWith = (ofPeer: (k: number) => number): Closes => {
    const own = Float64Array.from(days, (_, k) => (k % 2 === 0 ? 0.01 : -0.01));
    return {
      days,
      bySymbol: new Map([
        ["ASKED", own],
        ["PEER", own.map((one, k) => one * ofPeer(k))],
      ]),
    };
  };
  const alike = returnsWith(() => 1);
  const season = (...reports: TermForecast[]) => [
    asked,
    ...reports,
    ...["A", "B", "C", "D"].map((symbol) => aReport({ symbol, surprise: -0.1 })),
  ];
  const tanh1 = Math.tanh(1);
  /** The peer's score less the mean of five, of which four are negative. */
  const ofPeer = tanh1 - (-3 * tanh1) / 5;

  it("are weighted by the squared correlation of their returns, and shrunk by half of a full weight", () => {
    expect(correlatedSurprises(season(aReport()), alike)[0]).toBeCloseTo(ofPeer / 1.5, 10);
    // Opposite on every third pair of days: a correlation of one third.
    const third = returnsWith((k) => (k % 6 < 2 ? -1 : 1));
    expect(correlatedSurprises(season(aReport()), third)[0]).toBeCloseTo(ofPeer / 9 / (0.5 + 1 / 9), 10);
  });

  it("do not count when the shares move against each other", () => {
    const apart = returnsWith(() => -1);
    expect(correlatedSurprises(season(aReport()), apart)[0]).toBe(0);
  });

  it("are known from reports before the day of the lock, for 45 days", () => {
    const termWith = (reportDate: string) =>
      correlatedSurprises(season(aReport({ symbol: "E" }), aReport({ reportDate })), alike)[0];
    expect(termWith("2024-02-13")).toBeGreaterThan(0.5);
    for (const reportDate of ["2024-02-14", "2024-02-15", "2024-02-16"]) expect(termWith(reportDate)).toBe(0);
    expect(termWith("2023-12-31")).toBeGreaterThan(0.5);
    expect(termWith("2023-12-30")).toBe(0);
  });

  it("take returns of days before the lock alone", () => {
    const changed = returnsWith((k) => ((days[k] as string) < "2024-02-14" ? 1 : -40));
    const forecasts = season(aReport());
    expect(correlatedSurprises(forecasts, changed)).toEqual(correlatedSurprises(forecasts, alike));
  });

  it("are none with too few reports, returns or days", () => {
    expect(correlatedSurprises([asked, aReport()], alike)[0]).toBe(0);
    const sparse = returnsWith((k) => (k < 140 ? Number.NaN : 1));
    expect(correlatedSurprises(season(aReport()), sparse)[0]).toBe(0);
    const early = season(aReport()).map((one) => ({ ...one, lockDay: addIsoDays(one.lockDay, -2) }));
    expect(correlatedSurprises(early, alike)[0]).toBe(0);
  });
});

describe("daily returns", () => {
  const file = (days: string[], closes: Record<string, number[]>): Closes => ({
    days,
    bySymbol: new Map(Object.entries(closes).map(([symbol, own]) => [symbol, Float64Array.from(own)])),
  });

  it("are log returns less the market's mean, without steps that are splits", () => {
    const days = ["2024-01-02", "2024-01-03", "2024-01-04"];
    const { bySymbol } = returnsOf([file(days, { UP: [100, 110, 11], FLAT: [50, 50, 50] })]);
    const [, first, second] = bySymbol.get("UP") ?? [];
    expect(first).toBeCloseTo(Math.log(1.1) / 2, 12);
    expect(second).toBeNaN();
    expect([...(bySymbol.get("FLAT") ?? [])]).toEqual([Number.NaN, -(first as number), 0]);
  });

  it("come from the first file that has the company, on the days of all files", () => {
    const one = file(["2024-01-02", "2024-01-03"], { A: [100, 110] });
    const other = file(["2024-01-02", "2024-01-03", "2024-01-04"], { A: [1, 1, 1], B: [10, 10, 10] });
    const { days, bySymbol } = returnsOf([one, other]);
    expect(days).toHaveLength(3);
    expect(bySymbol.get("A")?.[1]).toBeCloseTo(Math.log(1.1) / 2, 12);
    expect(bySymbol.get("A")?.[2]).toBeNaN();
    expect(bySymbol.get("B")?.[2]).toBe(0);
  });
});

describe("a logistic regression", () => {
  it("gives an input the log of the odds ratio between its two values", () => {
    // Of 4 without the input 2 beat, and of 4 with it 3.
    const cases = {
      logOdds: Float64Array.from([0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5]),
      inputs: Float64Array.from([0, 0, 0, 0, 1, 1, 1, 1]),
      labels: Uint8Array.from([1, 1, 0, 0, 1, 1, 1, 0]),
      weights: new Float64Array(8).fill(1),
    };
    const flat = { ...cases, logOdds: new Float64Array(8) };
    expect(logisticRegression(flat).intercept).toBeCloseTo(0, 8);
    expect(logisticRegression(flat).input).toBeCloseTo(Math.log(3), 6);
    const none = logisticRegression({ ...cases, inputs: new Float64Array(8) });
    expect(none.input).toBe(0);
  });
});
