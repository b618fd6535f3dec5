import { describe, expect, it } from "vitest";
import { mergeReports } from "#season/merge.ts";
import { seen, storedAfter } from "./a-report.ts";

const TODAY = "2025-04-20";
const coming = seen({ reportDate: "2025-05-01", consensusEps: 1.2, analystCount: 9 });
const keys = (reports: ReturnType<typeof storedAfter>) =>
  reports.map(({ fiscalQuarterEnd, reportDate }) => [fiscalQuarterEnd, reportDate]);

describe("a report that is seen again", () => {
  it("changes nothing when it is the same", () => {
    const known = storedAfter(TODAY, [coming]);
    const again = mergeReports(known, [coming], {
      now: new Date("2025-04-21T12:00:00Z"),
      today: "2025-04-21",
    });
    expect(again).toEqual({ changed: [], renamed: [], scale: 1 });
  });

  it("moves with its day, and says from where", () => {
    const [report, ...others] = storedAfter(TODAY, [coming], [{ ...coming, reportDate: "2025-05-08" }]);
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      fiscalQuarterEnd: "2025-03-31",
      reportDate: "2025-05-08",
      movedFrom: "2025-05-01",
      consensusEps: 1.2,
    });
  });

  it("that one answer lists on two days is on the earlier, and stays there", () => {
    const twice = [{ ...coming, reportDate: "2025-05-02", consensusEps: 1.3 }, coming];
    const stored = storedAfter(TODAY, twice);
    expect(stored).toMatchObject([{ reportDate: "2025-05-01", movedFrom: null, consensusEps: 1.2 }]);
    expect(storedAfter(TODAY, twice, twice)).toEqual(stored);
    const missed = [{ ...coming, reportDate: "2025-04-15" }, coming];
    expect(storedAfter(TODAY, missed, missed)).toMatchObject([{ reportDate: "2025-05-01" }]);
  });

  it("stays one report when it is announced anew two months after it failed to come", () => {
    const late = seen({ reportDate: "2025-06-30", consensusEps: 1.1 });
    expect(keys(storedAfter("2025-06-01", [coming], [late]))).toEqual([["2025-03-31", "2025-06-30"]]);
  });

  it("is another one where it is announced weeks after the last was out, or was out weeks after it", () => {
    const out = seen({ reportDate: "2025-06-14", consensusEps: 2.15, reportedEps: 2.76 });
    const next = seen({ reportDate: "2025-07-27", consensusEps: 1.64 });
    const before = ["2024-07-30", "2024-10-30", "2025-01-30"].map((reportDate) => ({ ...out, reportDate }));
    const newest = (...answers: Parameters<typeof storedAfter>[1][]) =>
      keys(storedAfter("2025-07-28", before, ...answers)).slice(before.length);
    const both = [
      ["2025-03-31", "2025-06-14"],
      ["2025-06-30", "2025-07-27"],
    ];
    expect(newest([out], [next])).toEqual(both);
    expect(newest([out], [{ ...next, reportedEps: 1.5 }])).toEqual(both);
    const soon = { ...next, reportDate: "2025-07-04" };
    expect(newest([out], [soon]), "20 days").toEqual([["2025-03-31", "2025-06-14"]]);
  });

  it("that a source lists on two days once it is out has the first day and its figures, whichever is read first", () => {
    const first = seen({ reportDate: "2025-05-01", consensusEps: 2.97, reportedEps: 3.08 });
    const second = seen({ reportDate: "2025-05-06", consensusEps: 2.79, reportedEps: 2.89 });
    for (const answers of [[[first, second]], [[second, first]], [[first], [second]], [[second], [first]]]) {
      const stored = storedAfter("2025-05-07", ...answers);
      expect(stored).toMatchObject([{ reportDate: "2025-05-01", consensusEps: 2.97, reportedEps: 3.08 }]);
      expect(storedAfter("2025-05-07", ...answers, [second])).toEqual(stored);
    }
    const [mended] = storedAfter("2025-05-07", [first], [{ ...first, reportedEps: 3.1 }]);
    expect(mended?.reportedEps, "the same day's figure is mended").toBe(3.1);
  });

  it("takes the quarter that a source names in place of the one worked out from its day", () => {
    const before = storedAfter(TODAY, [coming]);
    const declared = { ...coming, fiscalQuarterEnd: "2025-02-28" };
    const { renamed } = mergeReports(before, [declared], { now: new Date(), today: TODAY });
    expect(renamed).toEqual([{ from: "2025-03-31", to: "2025-02-28" }]);
    expect(keys(storedAfter(TODAY, [coming], [declared], [coming]))).toEqual([["2025-02-28", "2025-05-01"]]);
  });

  it("keeps its figure against an answer from before it, and against a file", () => {
    const reported = { ...coming, reportedEps: 1.3 };
    const file = { ...coming, reportedEps: 9, consensusEps: 8, source: "file.csv", isImported: true };
    const [report] = storedAfter("2025-05-02", [reported], [coming], [file]);
    expect(report).toMatchObject({ reportedEps: 1.3, consensusEps: 1.2, isBeat: true, source: "Source" });
  });

  it("keeps consensus and figure of one source together", () => {
    const reported = { ...coming, reportedEps: 1.3 };
    const half = { ...coming, source: "Other", consensusEps: null, reportedEps: 1.1 };
    expect(storedAfter("2025-05-02", [reported], [half])[0]).toMatchObject({
      reportedEps: 1.3,
      isBeat: true,
    });
    const whole = { ...half, consensusEps: 1.2 };
    expect(storedAfter("2025-05-02", [reported], [whole])[0]).toMatchObject({
      reportedEps: 1.1,
      isBeat: false,
    });
  });

  it("lets a source's figures take the place of an imported file's", () => {
    const file = { ...coming, reportedEps: 9, consensusEps: 8, source: "file.csv", isImported: true };
    const [report] = storedAfter("2025-05-02", [file], [{ ...coming, reportedEps: 1.3 }]);
    expect(report).toMatchObject({
      reportedEps: 1.3,
      consensusEps: 1.2,
      source: "Source",
      isImported: false,
    });
  });

  it("that is upcoming is stored once somebody names its day, and never on a day worked out", () => {
    const upcoming = seen({ reportDate: null, fiscalQuarterEnd: "2025-03-31" });
    expect(storedAfter("2025-04-10", [upcoming])).toEqual([]);
    expect(storedAfter("2025-04-10", [upcoming], [coming])).toMatchObject([
      { reportDate: "2025-05-01", isDayKnown: true },
    ]);
  });

  it("given by its quarter alone stands on a day worked out until somebody knows it", () => {
    const quarter = seen({ reportDate: null, fiscalQuarterEnd: "2025-03-31", reportedEps: 1 });
    expect(storedAfter("2025-06-01", [quarter])[0]).toMatchObject({
      reportDate: "2025-04-30",
      isDayKnown: false,
    });
    expect(storedAfter("2025-06-01", [quarter], [{ ...coming, reportedEps: 1 }])).toMatchObject([
      { reportDate: "2025-05-01", isDayKnown: true, movedFrom: null },
    ]);
  });
});

describe("the quarters of a company", () => {
  const days = ["2024-05-02", "2024-08-01", "2024-10-31", "2025-01-30", "2025-05-01"];

  it("are worked out from the days of its reports, each once", () => {
    const ends = ["2024-03-31", "2024-06-30", "2024-09-30", "2024-12-31", "2025-03-31"];
    const answers = days.map((reportDate) => [seen({ reportDate })]);
    expect(keys(storedAfter(TODAY, ...answers))).toEqual(ends.map((end, i) => [end, days[i]]));
    expect(keys(storedAfter(TODAY, ...answers.toReversed()))).toEqual(ends.map((end, i) => [end, days[i]]));
  });

  it("follow a named one", () => {
    const named = seen({ reportDate: "2024-08-01", fiscalQuarterEnd: "2024-05-31" });
    const later = seen({ reportDate: "2024-10-31" });
    expect(keys(storedAfter(TODAY, [named], [later]))).toEqual([
      ["2024-05-31", "2024-08-01"],
      ["2024-08-31", "2024-10-31"],
    ]);
  });

  it("are never shared: the one worked out gives way to the named one", () => {
    const early = seen({ reportDate: "2025-02-20" });
    const named = seen({ reportDate: "2025-05-15", fiscalQuarterEnd: "2024-12-31" });
    const stored = storedAfter("2025-06-01", [{ ...early, reportedEps: 1 }], [named]);
    expect(new Set(stored.map((report) => report.fiscalQuarterEnd)).size).toBe(2);
    expect(stored.find((report) => report.fiscalQuarterEnd === "2024-12-31")?.reportDate).toBe("2025-05-15");
  });
});

describe("a split", () => {
  const quarter = (i: number) =>
    new Date(Date.parse("2022-01-31") + i * 91 * 86_400_000).toISOString().slice(0, 10);
  const reports = (from: number, to: number, factor: number, source = "Source") =>
    Array.from({ length: to - from }, (_, i) =>
      seen({
        reportDate: quarter(from + i),
        consensusEps: (1 + 0.1 * (from + i)) * factor,
        reportedEps: (1.1 + 0.1 * (from + i)) * factor,
        source,
      }),
    );

  it("that the reports given twice show moves the older figures too, once", () => {
    const before = reports(0, 8, 1);
    const after = reports(4, 10, 0.25);
    const stored = storedAfter(TODAY, before, after);
    expect(stored.map(({ reportedEps }) => reportedEps)).toEqual([
      0.275,
      0.3,
      0.325,
      0.35,
      ...after.map(({ reportedEps }) => reportedEps),
    ]);
    expect(stored.every(({ isBeat }) => isBeat)).toBe(true);
    expect(storedAfter(TODAY, before, after, after)).toEqual(stored);
  });

  it("between two histories that share no report leaves the older one out", () => {
    const stored = storedAfter(TODAY, reports(0, 5, 4, "file.csv"), reports(5, 10, 1));
    expect(stored.map(({ isComparable }) => isComparable)).toEqual([
      ...Array(5).fill(false),
      ...Array(5).fill(true),
    ]);
    const smooth = storedAfter(TODAY, reports(0, 5, 1, "file.csv"), reports(5, 10, 1));
    expect(smooth.every(({ isComparable }) => isComparable)).toBe(true);
  });

  it("is not seen in one report that is larger than the last", () => {
    const [first, second] = storedAfter(
      TODAY,
      [seen({ reportDate: "2025-01-30", reportedEps: 0.5 })],
      [seen({ reportDate: "2025-04-17", reportedEps: 2 })],
    );
    expect([first?.isComparable, second?.isComparable, first?.reportedEps]).toEqual([true, true, 0.5]);
  });
});
