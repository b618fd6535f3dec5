import { expect, it } from "vitest";
import { type MeasuredUse, usdPerMillion, usdPerMillionAnalyses } from "../../../scripts/bench/load/costs.ts";

const nothing: MeasuredUse = {
  d1Statements: 0,
  d1RoundTrips: 0,
  rowsRead: 0,
  rowsWritten: 0,
  objectCalls: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  fileReads: 0,
  fileWrites: 0,
  messages: 0,
  cpuMilliseconds: 0,
  objectSeconds: 0,
};

/** A million requests cost 0.30 USD per million, and two million log lines 0.60 USD per million. */
const LEAST = 1.5;

it("a million requests that use nothing cost the price of a million requests and their lines of log", () => {
  expect(usdPerMillion(nothing)).toBeCloseTo(LEAST, 10);
});

it.each([
  [{ cpuMilliseconds: 10 }, 0.2],
  [{ rowsWritten: 6 }, 6],
  [{ rowsRead: 100 }, 0.1],
  [{ objectCalls: 2, objectSeconds: 0.5 }, 2 * 0.15 + 0.5 * 0.128 * 12.5],
  [{ objectRowsWritten: 1, objectRowsRead: 10 }, 1.01],
  [{ fileReads: 1, fileWrites: 1 }, 4.86],
  [{ messages: 1 }, 1.2],
  // The number of statements in a request costs nothing, because D1 bills their rows.
  [{ d1Statements: 5, d1RoundTrips: 3 }, 0],
])("a million that use %j cost %d dollars more", (use, dollars) => {
  expect(usdPerMillion({ ...nothing, ...use })).toBeCloseTo(LEAST + dollars, 10);
});

it("a tenth of a million analyses is fresh", () => {
  const fresh = { ...nothing, rowsWritten: 10 };
  expect(usdPerMillionAnalyses({ fresh, cached: nothing })).toBeCloseTo(LEAST + 1, 10);
});
