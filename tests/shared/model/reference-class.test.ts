import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isBeat } from "#model/history.ts";
import { shippedWeights } from "#model/weights.ts";
import { readEvents } from "../../../scripts/model/events.ts";
import { joinHistories } from "../../../scripts/model/histories.ts";
import { classesBefore } from "../../../scripts/model/rolling-classes.ts";

const folder = "../shared/earnings";

/**
 * Mean squared errors of the class's rate and of the constant, by year, with each class computed from earlier days
 * alone.
 */
function errorsByYear(files: readonly string[]) {
  const { events, isCounted } = joinHistories(
    files.map((file) => readEvents(`${folder}/${file}.csv`).events),
  );
  const classes = classesBefore(events.filter(isCounted));
  const years = Map.groupBy(classes, ([{ reportDate }]) => reportDate.slice(0, 4));
  const { baseRate } = shippedWeights();
  return [...years].map(([year, rows]) => {
    const error = (rate: (row: (typeof rows)[number]) => number) =>
      rows.reduce((sum, row) => {
        const [{ epsActual, epsEstimate }] = row;
        return sum + (rate(row) - Number(isBeat(epsActual, epsEstimate))) ** 2;
      }, 0) / rows.length;
    return { year, ofClass: error(([, own]) => own.beatRate), ofConstant: error(() => baseRate) };
  });
}

describe.skipIf(!existsSync(folder))("comparable companies on real earnings", () => {
  it.each([
    { of: "the S&P 500", files: ["sp500-yahoo-1999-2025"] },
    { of: "the wider market", files: ["us-eps-1993-2020", "us-eps-2021-2023"] },
    { of: "small companies", files: ["us-eps-2012-2018"] },
  ])("of $of tell more than one share for everybody in every year from 2007 on", ({ files }) => {
    const years = errorsByYear(files).filter(({ year }) => year >= "2007");
    expect(years.length).toBeGreaterThan(6);
    const worse = years.filter(({ ofClass, ofConstant }) => ofClass >= ofConstant);
    expect(worse).toEqual([]);
  });
});
