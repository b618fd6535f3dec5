import { describe, expect, it } from "vitest";
import { mergeReports } from "#season/merge.ts";
import { seen, storedAfter } from "./a-report.ts";

const past = ["2023-07-27", "2023-10-26", "2024-01-25"].map((reportDate, i) =>
  seen({ reportDate, consensusEps: 1.2 + 0.05 * i, reportedEps: 1.25 + 0.05 * i }),
);
const newest = seen({ reportDate: "2024-04-25", consensusEps: 1.4, reportedEps: 1.5 });
const newestOf = (today: string, ...answers: Parameters<typeof storedAfter>[1][]) =>
  storedAfter(today, past, ...answers).slice(past.length);

describe("a report that the store sees twice", () => {
  const onQuarterEnd = { ...newest, reportDate: "2024-03-31" };

  it("under its quarter's end is one report on its day, in one answer or two, in any order", () => {
    for (const answers of [
      [[newest, onQuarterEnd]],
      [[onQuarterEnd, newest]],
      [[onQuarterEnd], [newest]],
      [[newest], [onQuarterEnd]],
    ]) {
      const stored = newestOf("2024-04-30", ...answers);
      expect(stored).toMatchObject([
        { fiscalQuarterEnd: "2024-03-31", reportDate: "2024-04-25", reportedEps: 1.5 },
      ]);
      expect(newestOf("2024-04-30", ...answers, ...answers)).toEqual(stored);
    }
  });

  it("on a Sunday and on its day is on its day, in one answer or two, in any order", () => {
    const onSunday = { ...newest, reportDate: "2024-04-21" };
    for (const answers of [[[newest, onSunday]], [[onSunday], [newest]], [[newest], [onSunday]]])
      expect(newestOf("2024-04-30", ...answers)).toMatchObject([{ reportDate: "2024-04-25", doubt: null }]);
  });

  it("with two results asks for the company's filings until one decides", () => {
    const stored = storedAfter("2024-04-30", past, [newest, { ...newest, reportedEps: 1.38 }]);
    const at = { now: new Date("2024-04-30T12:00:00Z"), today: "2024-04-30" };
    expect(stored.at(-1)).toMatchObject({ doubt: "two_results", isBeat: null });
    expect(mergeReports(stored, [newest, { ...newest, reportedEps: 1.38 }], at)).toMatchObject({
      changed: [],
      isUnsure: true,
    });
    const filed = [{ day: "2024-04-25", eps: [{ value: 1.5, basis: null }] }];
    expect(
      mergeReports(stored, [newest, { ...newest, reportedEps: 1.38 }], at, { filed }).changed,
    ).toMatchObject([{ reportedEps: 1.5, isBeat: true, doubt: null }]);
  });

  it("with two estimates keeps the one that was known before the report", () => {
    const coming = { ...newest, reportedEps: null };
    const two = [{ ...newest, consensusEps: 0.9 }, newest];
    expect(newestOf("2024-04-30", [coming], two)).toMatchObject([
      { consensusEps: 1.4, reportedEps: 1.5, isBeat: true, doubt: null },
    ]);
    expect(newestOf("2024-04-30", two)).toMatchObject([
      { consensusEps: null, reportedEps: 1.5, isBeat: null, doubt: "two_estimates" },
    ]);
  });

  it("is named among the faults", () => {
    const at = { now: new Date("2024-04-30T12:00:00Z"), today: "2024-04-30" };
    const { faults } = mergeReports([], [newest, { ...newest, reportDate: "2024-04-26" }], at);
    expect(faults).toEqual([{ reason: "listed_twice", symbol: "ACME", day: "2024-04-26" }]);
    expect(mergeReports([], [newest], at)).not.toHaveProperty("faults");
  });
});

describe("what the company filed", () => {
  const at = { now: new Date("2024-04-30T12:00:00Z"), today: "2024-04-30" };
  const known = storedAfter("2024-04-01", past);
  const filing = (day: string, ...values: number[]) => ({
    day,
    eps: values.map((value) => ({ value, basis: null })),
  });
  const added = (sightings: (typeof newest)[], ...filed: ReturnType<typeof filing>[]) =>
    mergeReports(known, sightings, at, { filed }).changed;
  const onNextDay = { ...newest, reportDate: "2024-04-26" };

  it("decides on which of two days a report came out, in one answer or two, and a repeated answer changes nothing", () => {
    const filed = filing("2024-04-26", 1.5);
    expect(added([newest, onNextDay])).toMatchObject([{ reportDate: "2024-04-25" }]);
    const both = added([newest, onNextDay], filed);
    expect(both).toMatchObject([{ reportDate: "2024-04-26", reportedEps: 1.5 }]);
    expect(mergeReports([...known, ...both], [newest, onNextDay], at, { filed: [filed] }).changed).toEqual(
      [],
    );
    const first = added([newest], filed);
    expect(mergeReports([...known, ...first], [onNextDay], at, { filed: [filed] }).changed).toMatchObject([
      { reportDate: "2024-04-26" },
    ]);
  });

  it("makes a zero without revenue a result", () => {
    const zero = { ...newest, reportedEps: 0 };
    expect(added([zero], filing("2024-04-25", 0.004, 0.31))).toMatchObject([
      { reportedEps: 0, isBeat: false },
    ]);
    expect(added([zero], filing("2024-04-25", 1.5))).toMatchObject([{ reportedEps: null }]);
    expect(added([zero], filing("2024-01-25", 0))).toMatchObject([{ reportedEps: null }]);
  });

  it("is asked for where it can matter, and nowhere else", () => {
    const isUnsure = (...sightings: (typeof newest)[]) =>
      mergeReports(known, sightings, at).isUnsure ?? false;
    expect(isUnsure(newest)).toBe(false);
    expect(isUnsure(newest, onNextDay)).toBe(true);
    expect(isUnsure({ ...newest, reportedEps: 0 })).toBe(true);
    expect(isUnsure({ ...newest, reportedEps: 22.5 })).toBe(true);
  });
});

describe("a figure that the store doubts", () => {
  it("is no result when it is zero without revenue, until it comes with revenue", () => {
    const zero = { ...newest, reportedEps: 0 };
    expect(newestOf("2024-04-26", [zero])).toMatchObject([{ reportedEps: null, consensusEps: 1.4 }]);
    const withRevenue = { ...zero, revenue: { consensus: 900, reported: 910 } };
    expect(newestOf("2024-04-26", [zero], [withRevenue])).toMatchObject([
      { reportedEps: 0, isBeat: false, doubt: null },
    ]);
  });

  it("is no estimate when it is zero where the source gave another before", () => {
    const coming = { ...newest, reportedEps: null };
    for (const answers of [[{ ...coming, consensusEps: 0 }], [{ ...newest, consensusEps: 0 }]])
      expect(newestOf("2024-04-26", [coming], answers)).toMatchObject([{ consensusEps: 1.4 }]);
    const near = { ...coming, consensusEps: 0.04 };
    expect(newestOf("2024-04-20", [near], [{ ...near, consensusEps: 0 }])).toMatchObject([
      { consensusEps: 0 },
    ]);
  });

  it("is kept with its doubt and without an outcome on another basis, until the source corrects it", () => {
    const other = { ...newest, reportedEps: 22.5 };
    const stored = newestOf("2024-04-26", [other]);
    expect(stored).toMatchObject([{ reportedEps: 22.5, isBeat: null, doubt: "other_basis" }]);
    expect(newestOf("2024-04-26", [other], [other])).toEqual(stored);
    expect(newestOf("2024-04-26", [other], [newest])).toMatchObject([
      { reportedEps: 1.5, isBeat: true, doubt: null },
    ]);
  });

  it("is doubted against the stored consensus where the source gives none", () => {
    const coming = { ...newest, reportedEps: null };
    const other = { ...newest, consensusEps: null, reportedEps: 22.5 };
    expect(newestOf("2024-04-26", [coming], [other])).toMatchObject([{ doubt: "other_basis", isBeat: null }]);
  });
});

describe("a consensus that jumps just before the report", () => {
  const coming = seen({ reportDate: "2024-05-02", consensusEps: 0.28 });
  const nextQuarters = { ...coming, consensusEps: 0.3855 };
  const at = (time: string) => ({ now: new Date(time), today: time.slice(0, 10) });
  const [known] = storedAfter("2024-04-29", [coming]);
  if (!known) throw new Error("a report was expected");
  const merged = (report: typeof known, sighting: typeof coming, time: string) =>
    mergeReports([report], [sighting], at(time)).changed[0] ?? report;

  it("is held back for a day, and taken once it has stayed", () => {
    const held = merged(known, nextQuarters, "2024-04-30T20:00:00Z");
    expect(held).toMatchObject({ consensusEps: 0.28, suddenConsensus: 0.3855 });
    const later = merged(held, nextQuarters, "2024-05-01T10:00:00Z");
    expect(later).toBe(held);
    expect(merged(held, nextQuarters, "2024-05-01T18:00:00Z")).toMatchObject({
      consensusEps: 0.3855,
      suddenConsensus: null,
    });
  });

  it("is forgotten when the source returns to the day before's", () => {
    const held = merged(known, nextQuarters, "2024-04-30T20:00:00Z");
    expect(merged(held, coming, "2024-04-30T21:00:00Z")).toMatchObject({
      consensusEps: 0.28,
      suddenConsensus: null,
    });
  });

  it("is taken at once within the range of the estimates, by a usual step, or long before the report", () => {
    const ranged = { ...known, estimateLow: 0.25, estimateHigh: 0.4 };
    expect(merged(ranged, nextQuarters, "2024-04-30T20:00:00Z").consensusEps).toBe(0.3855);
    const step = { ...coming, consensusEps: 0.3 };
    expect(merged(known, step, "2024-04-30T20:00:00Z").consensusEps).toBe(0.3);
    expect(merged(known, nextQuarters, "2024-04-20T20:00:00Z").consensusEps).toBe(0.3855);
  });
});
