import { describe, expect, it } from "vitest";
import type { CompanyReport, Part, ReportedQuarter } from "#contract/market-data.ts";
import { anFmp, report, sixQuarters } from "./bodies.ts";

const { now, out, past, newest, upcoming } = sixQuarters("2024-04-29");

async function read(rows: object[], answers: Record<string, object> = {}): Promise<CompanyReport> {
  const bodies = {
    earnings: rows,
    "analyst-estimates?annual": [{ date: "2023-12-31" }, { date: "2024-12-31" }],
    "analyst-estimates?quarter": [],
    ...answers,
  };
  const told = Object.fromEntries(Object.entries(bodies).map(([list, body]) => [list, { body }]));
  return anFmp(told).market.company("ACME", now);
}
const dataOf = <T>(part: Part<T>) => {
  if (part.state === "missing") throw new Error(part.detail);
  return part.data;
};
const quartersOf = async (rows: object[], answers: Record<string, object> = {}) =>
  dataOf((await read(rows, answers)).history);
const newestOf = async (rows: object[], answers?: Record<string, object>) =>
  (await quartersOf(rows, answers)).at(-1);
const keyOf = ({ fiscalQuarterEnd, reportDate, estimate, actual }: ReportedQuarter) => [
  fiscalQuarterEnd,
  reportDate,
  estimate,
  actual,
];
const faultsOf = ({ history }: CompanyReport) => (history.state === "missing" ? undefined : history.faults);

const clean = [
  ["2022-12-31", "2023-01-26", 1.15, 1.2],
  ["2023-03-31", "2023-04-27", 1.2, 1.28],
  ["2023-06-30", "2023-07-27", 1.25, 1.24],
  ["2023-09-30", "2023-10-26", 1.3, 1.33],
  ["2023-12-31", "2024-01-25", 1.35, 1.41],
  ["2024-03-31", "2024-04-25", 1.4, 1.5],
];

describe("a report that a source lists twice", () => {
  it("a day apart is one quarter, on the earlier day", async () => {
    const rows = [upcoming, { ...newest, date: "2024-04-26" }, newest, ...past];
    expect((await quartersOf(rows)).map(keyOf)).toEqual(clean);
    expect((await quartersOf(rows.toReversed())).map(keyOf)).toEqual(clean);
    expect(faultsOf(await read(rows))).toEqual([
      { reason: "listed_twice", symbol: "ACME", day: "2024-04-26" },
    ]);
  });

  it("on the quarter's end and on its day is one quarter, on its day", async () => {
    const rows = [upcoming, newest, { ...newest, date: "2024-03-31" }, ...past];
    expect((await quartersOf(rows)).map(keyOf)).toEqual(clean);
    expect(faultsOf(await read(rows))).toEqual([
      { reason: "dated_on_quarter_end", symbol: "ACME", day: "2024-03-31" },
    ]);
  });

  it("on the end of a quarter of whole weeks, too", async () => {
    const rows = [upcoming, newest, { ...newest, date: "2024-03-29" }, ...past];
    expect((await quartersOf(rows)).map(keyOf)).toEqual(clean);
  });

  it("is two quarters where the first row is the report of the quarter before", async () => {
    const late = { ...newest, date: "2024-03-28" };
    const [, ...before] = past;
    const ends = (await quartersOf([upcoming, newest, late, ...before])).map(
      ({ fiscalQuarterEnd }) => fiscalQuarterEnd,
    );
    expect(ends.slice(-2)).toEqual(["2023-12-31", "2024-03-31"]);
  });

  it("is two quarters where two successive ones have equal figures", async () => {
    const equal = { ...newest, date: "2024-02-20" };
    expect(await quartersOf([upcoming, newest, equal, ...past.slice(1)])).toHaveLength(6);
  });

  it("three times on two days is one quarter", async () => {
    const onNextDay = { ...newest, date: "2024-04-26" };
    const rows = [upcoming, onNextDay, newest, { ...newest, epsEstimated: null }, onNextDay, ...past];
    expect((await quartersOf(rows)).map(keyOf)).toEqual(clean);
  });

  it("a day apart is two quarters where the rows name two, as after a moved fiscal year", async () => {
    const ofQuarter = { ...newest, fiscalDateEnding: "2024-03-31" };
    const ofStub = { ...newest, date: "2024-04-26", epsActual: 0.4, fiscalDateEnding: "2024-02-29" };
    const named = (await quartersOf([ofQuarter, ofStub, ...past])).slice(-2);
    expect(named.map(keyOf)).toEqual([
      ["2024-03-31", "2024-04-25", 1.4, 1.5],
      ["2024-02-29", "2024-04-26", 1.4, 0.4],
    ]);
  });

  it("is not seen in a company that reports twice a year", async () => {
    const halves = [...past, newest].filter((_, i) => i % 2 === 0);
    const quarters = await quartersOf(halves);
    expect(quarters.map(({ actual }) => actual)).toEqual([1.2, 1.24, 1.41]);
  });

  it("and again without its figure is one quarter, and the next report is the next one", async () => {
    const again = { ...newest, date: "2024-05-02", epsActual: null };
    const company = await read([upcoming, again, newest, ...past]);
    expect(dataOf(company.history).map(keyOf)).toEqual(clean);
    expect(dataOf(company.estimate).consensusEps).toBe(1.6);
  });
});

describe("two rows of one day that differ", () => {
  const first = out("2022-02-10", -1.1067, -0.17, { fiscalYear: 2021 });
  const second = out("2022-02-10", -0.1521, -0.17, { fiscalYear: 2022 });
  const ofBoth = (...rows: object[]) => newestOf(rows);

  it("have the estimate of the row whose fiscal year fits, in any order", async () => {
    for (const rows of [
      [first, second],
      [second, first],
    ])
      expect(await ofBoth(...rows)).toMatchObject({ estimate: -1.1067, actual: -0.17 });
  });

  it("have no estimate where no fiscal year is named, or the year's name tells nothing", async () => {
    const unnamed = [first, second].map((row) => ({ ...row, fiscalYear: null }));
    const doubtful = { estimate: null, actual: -0.17, doubt: "two_estimates" };
    expect(await ofBoth(...unnamed)).toMatchObject(doubtful);
    const endsInJanuary = { "analyst-estimates?annual": [{ date: "2022-01-31" }] };
    expect(await newestOf([first, second], endsInJanuary)).toMatchObject(doubtful);
  });

  it("have the estimate of the row whose quarter had ended", async () => {
    const named = (row: object, fiscalDateEnding: string) => ({ ...row, fiscalYear: null, fiscalDateEnding });
    const rows = [named(second, "2022-12-31"), named(first, "2021-12-31")];
    expect(await ofBoth(...rows)).toMatchObject({ fiscalQuarterEnd: "2021-12-31", estimate: -1.1067 });
  });

  it("have the newer result where the source dates its rows, and else a doubtful one", async () => {
    const other = { ...newest, epsActual: 1.1 };
    expect(await newestOf([newest, other, ...past])).toMatchObject({ estimate: null, doubt: "two_results" });
    const dated = { ...other, lastUpdated: "2024-04-28" };
    expect(await newestOf([newest, dated, ...past])).toMatchObject({ actual: 1.5, estimate: 1.4 });
  });
});

describe("a figure that stands for none", () => {
  it("of zero without revenue is no result until the source repeats it with revenue", async () => {
    const zero = out("2024-04-30", 1.4, 0, { revenueActual: null });
    const company = await read([upcoming, zero, ...past]);
    expect(dataOf(company.history)).toHaveLength(5);
    expect(dataOf(company.reportDate).from).toBe("2024-04-30T04:00:00.000Z");
    expect(dataOf(company.estimate).consensusEps).toBe(1.4);
    expect(faultsOf(company)).toEqual([{ reason: "placeholder_result", symbol: "ACME", day: "2024-04-30" }]);
    expect(await newestOf([{ ...zero, revenueActual: 900 }, ...past])).toMatchObject({ actual: 0 });
  });

  it("of zero stands for a company whose EPS is a few cents", async () => {
    const cents = ["2024-01-25", "2023-10-26", "2023-07-27"].map((day) => out(day, 0.03, 0.02));
    const zero = out("2024-04-25", 0.03, 0, { revenueActual: null });
    expect(await newestOf([zero, ...cents])).toMatchObject({ actual: 0 });
  });

  it("of zero is no estimate for a company that earns dollars", async () => {
    const none = { epsEstimated: 0, revenueEstimated: null };
    expect((await read([{ ...upcoming, ...none }, newest, ...past])).estimate.state).toBe("missing");
    expect(await newestOf([{ ...newest, ...none }, ...past])).toMatchObject({ estimate: null });
  });

  it("in quotation marks is a figure", async () => {
    const rows = [upcoming, { ...newest, epsActual: "1.50", epsEstimated: "1.4" }, ...past];
    expect((await quartersOf(rows)).map(keyOf)).toEqual(clean);
  });
});

describe("the next report", () => {
  const earlier = report("2024-07-18", 1.6, null, { lastUpdated: null });
  const later = report("2024-07-25", 1.62, null, { lastUpdated: null });

  it("expected on two days is one report on the earlier, and the days are a range", async () => {
    const { estimate, reportDate } = await read([later, earlier, newest, ...past]);
    expect(dataOf(estimate).consensusEps).toBe(1.6);
    expect(dataOf(reportDate)).toEqual({
      from: "2024-07-18T04:00:00.000Z",
      to: "2024-07-26T03:59:59.000Z",
      isEstimate: true,
      session: null,
    });
  });

  it("is on the day of the newer statement where the source dates its rows", async () => {
    const dated = [
      { ...earlier, lastUpdated: "2024-04-02" },
      { ...later, lastUpdated: "2024-04-29" },
    ];
    const { estimate, reportDate } = await read([...dated, newest, ...past]);
    expect(dataOf(estimate).consensusEps).toBe(1.62);
    expect(dataOf(reportDate)).toMatchObject({
      from: "2024-07-25T04:00:00.000Z",
      to: "2024-07-26T03:59:59.000Z",
    });
  });

  it("has no estimate where its two rows are far apart", async () => {
    const { estimate } = await read([{ ...later, epsEstimated: 2.6 }, earlier, newest, ...past]);
    expect(estimate.state).toBe("missing");
  });

  it("whose projected day passed without figures is on the day that is still to come", async () => {
    const passed = report("2024-04-28", 1.4, null, { lastUpdated: null });
    const real = report("2024-05-03", 1.4, null, { lastUpdated: null });
    expect(dataOf((await read([real, passed, ...past])).reportDate).from).toBe("2024-05-03T04:00:00.000Z");
  });

  it("has no estimate where its row has that of the quarter after it", async () => {
    const ranges = [
      { date: "2024-06-30", epsLow: 0.26, epsHigh: 0.3, numAnalystsEps: 5 },
      { date: "2024-09-30", epsLow: 0.36, epsHigh: 0.41, numAnalystsEps: 5 },
    ];
    const estimateOf = async (epsEstimated: number) =>
      (await read([{ ...upcoming, epsEstimated }, newest, ...past], { "analyst-estimates?quarter": ranges }))
        .estimate;
    expect((await estimateOf(0.3855)).state).toBe("missing");
    expect(dataOf(await estimateOf(0.28)).consensusEps).toBe(0.28);
  });
});

describe("figures that do not belong together", () => {
  it("of another basis or currency are shown with a doubt", async () => {
    const losses = ["2024-01-25", "2023-10-26", "2023-07-27"].map((day) => out(day, -0.14, -0.12));
    const doubtful = out("2024-04-25", -0.15, 2.32);
    expect(await newestOf([doubtful, ...losses])).toMatchObject({
      estimate: -0.15,
      actual: 2.32,
      doubt: "other_basis",
    });
    expect((await newestOf([out("2024-04-25", -0.15, 0.32), ...losses]))?.doubt).toBeUndefined();
  });

  it("of another currency miss EPS and revenue by the same factor, also for a new company", async () => {
    const inZloty = out("2024-04-25", 1.4, 6.1, { revenueEstimated: 1_000, revenueActual: 4_100 });
    expect(await newestOf([inZloty])).toMatchObject({ actual: 6.1, doubt: "other_basis" });
    expect((await newestOf([{ ...inZloty, revenueActual: 1_100 }]))?.doubt).toBeUndefined();
  });

  it("are not doubted for a real miss of a company that has had such figures", async () => {
    const boeing = [
      out("2024-01-31", -0.79, -0.47),
      out("2023-10-25", -2.96, -3.26),
      out("2023-07-26", -0.88, -0.82),
      out("2023-04-26", -1.07, -1.27),
    ];
    expect((await newestOf([out("2024-04-24", -1.72, -10.44), ...boeing]))?.doubt).toBeUndefined();
  });

  it("of one side of a declared split are restated", async () => {
    const afterSplit = [out("2024-04-25", 0.68, 0.7), out("2024-01-25", 0.66, 0.67)];
    const before = out("2023-10-26", 2.61, 0.65);
    const splits = { splits: [{ symbol: "ACME", date: "2023-12-01", numerator: 4, denominator: 1 }] };
    const [oldest] = await quartersOf([...afterSplit, before], splits);
    expect(oldest).toMatchObject({ estimate: 0.6525, actual: 0.65 });
    expect(oldest?.doubt).toBeUndefined();
    const [result] = await quartersOf([...afterSplit, out("2023-10-26", 0.64, 2.6)], splits);
    expect(result).toMatchObject({ estimate: 0.64, actual: 0.65 });
    const [adjusted] = await quartersOf([...afterSplit, out("2023-10-26", 0.64, 0.65)], splits);
    expect(adjusted).toMatchObject({ estimate: 0.64, actual: 0.65 });
  });

  const after = [
    ["2024-04-25", 0.68, 0.7],
    ["2024-01-25", 0.66, 0.67],
    ["2023-10-26", 0.64, 0.66],
  ].map(([day, estimate, actual]) => out(String(day), Number(estimate), Number(actual)));
  const before = ["2023-07-27", "2023-04-27"].map((day) => out(day, 2.61, 0.65));
  const bySplit = (symbol: string, factor: number) => ({
    splits: [{ symbol, date: "2023-09-01", numerator: factor, denominator: 1 }],
  });
  const oldestTwo = async (answers: Record<string, object>) =>
    (await quartersOf([...after, ...before], answers))
      .slice(0, 2)
      .map(({ estimate, doubt }) => [estimate, doubt]);

  it("of one side of a split are doubtful where the list of splits cannot be read, and real where it has none", async () => {
    const doubtful = [2.61, "other_shares"];
    expect(
      await oldestTwo({ splits: { "Error Message": "This endpoint is not in your current subscription." } }),
    ).toEqual([doubtful, doubtful]);
    expect(await oldestTwo({ splits: [{ symbol: "ACME", date: "2023-09-01" }] })).toEqual([
      doubtful,
      doubtful,
    ]);
    expect(await oldestTwo({ splits: [] })).toEqual([
      [2.61, undefined],
      [2.61, undefined],
    ]);
  });

  it("after a split of which most reports show nothing are real", async () => {
    const misses = [
      out("2023-07-27", 0.62, 0.2),
      out("2023-04-27", 0.6, 0.61),
      out("2023-01-26", 0.6, 0.6),
      out("2022-10-27", 0.6, 0.6),
    ];
    const quarters = await quartersOf([...after, ...misses], bySplit("ACME", 5));
    expect(quarters.map(({ estimate, actual, doubt }) => [estimate, actual, doubt])).toContainEqual([
      0.62,
      0.2,
      undefined,
    ]);
  });

  it("are doubtful where a split may explain the difference and the other reports do not tell", async () => {
    const steep = [out("2023-07-27", 1.3, 0.65), out("2023-04-27", 1.28, 0.62)];
    const quarters = await quartersOf([...after, ...steep], bySplit("ACME", 2));
    expect(quarters.slice(0, 2).map(({ doubt }) => doubt)).toEqual(["other_shares", "other_shares"]);
  });

  it("are not restated for a split that is still to come", async () => {
    const coming = { splits: [{ symbol: "ACME", date: "2024-06-10", numerator: 4, denominator: 1 }] };
    expect(await newestOf([out("2024-04-25", 2.61, 0.65), ...past], coming)).toMatchObject({
      estimate: 2.61,
    });
  });
});

describe("a fiscal year that the source names a year apart", () => {
  it("changes no quarter, because the ends of quarters decide", async () => {
    const apart = [upcoming, newest, ...past].map((row) => ({ ...row, fiscalYear: 2030 }));
    expect((await quartersOf(apart)).map(keyOf)).toEqual(clean);
  });
});
