import { describe, expect, it } from "vitest";
import { planIds, probabilityAccessFor, tiers } from "#contract/plans.ts";
import { OPEN_LARGEST_OF_WEEK } from "#contract/rules.ts";
import { calendarOf, type StoredRow, weeksOf } from "#season/calendar/calendar.ts";

const WEDNESDAY = "2026-11-25";
const week = { from: "2026-11-23", to: "2026-11-29", today: WEDNESDAY };

type Given = Partial<StoredRow["report"]> & {
  company?: Partial<NonNullable<StoredRow["company"]>>;
  scored?: Partial<NonNullable<StoredRow["scored"]>> | null;
  record?: Partial<NonNullable<StoredRow["record"]>>;
};

/** Makes a scored report of tomorrow. Fields that a test does not name are empty. */
function aRow({ company, scored, record, ...report }: Given = {}): StoredRow {
  return {
    report: {
      symbol: "ACME",
      fiscalQuarterEnd: "2026-09-30",
      reportDate: "2026-11-26",
      session: null,
      isConfirmed: false,
      movedFrom: null,
      consensusEps: 1.5,
      analystCount: null,
      reportedEps: null,
      consensusRevenue: null,
      reportedRevenue: null,
      isBeat: null,
      ...report,
    },
    company: company ? { name: null, sector: null, currency: "USD", marketCap: null, ...company } : null,
    scored:
      scored === null
        ? null
        : { beatProbability: 0.8, baseRate: 0.7, edgeVerdict: "edge_up", confidence: "high", ...scored },
    record: record
      ? {
          id: "prd_1",
          symbolAtPrediction: null,
          lockId: "record ACME 2026-09-30",
          companyName: "Acme",
          sector: null,
          currency: "USD",
          state: "pending",
          stateReason: null,
          ledgerSeq: 7,
          beatProbability: 0.75,
          baseRate: 0.7,
          confidence: "medium",
          consensusEps: 1.4,
          actualResult: null,
          actualEps: null,
          isCorrect: null,
          ...record,
        }
      : null,
    moves: null,
  };
}

const rowOf = (given: Given, opens: "none" | "largest" | "all" = "all") =>
  calendarOf([aRow(given)], { ...week, opens }).items[0];

describe("a row's state", () => {
  it("is upcoming with the latest score before it is locked", () => {
    expect(rowOf({})).toMatchObject({
      state: "upcoming",
      name: "ACME",
      consensusEps: 1.5,
      baseRate: 0.7,
      beatProbability: 0.8,
      edgeVerdict: "edge_up",
      confidence: "high",
      needsPlan: false,
      predictionId: null,
    });
  });

  it("is locked with what the ledger has, its consensus included", () => {
    expect(rowOf({ record: {} })).toMatchObject({
      state: "locked",
      consensusEps: 1.4,
      beatProbability: 0.75,
      confidence: "medium",
      predictionId: null,
    });
    expect(rowOf({ record: { ledgerSeq: null } }), "not in the ledger yet").toMatchObject({
      state: "upcoming",
      beatProbability: 0.8,
    });
  });

  it("is awaited once its day has passed without a figure", () => {
    expect(rowOf({ reportDate: "2026-11-24", record: {} })?.state).toBe("awaited");
    expect(rowOf({ reportDate: WEDNESDAY })?.state).toBe("upcoming");
  });

  it("is reported with the figure, and right or wrong once it is settled", () => {
    const reported = { reportDate: "2026-11-24", reportedEps: 1.3, isBeat: false } as const;
    expect(rowOf({ ...reported, record: {} })).toMatchObject({
      state: "reported",
      outcome: "miss",
      reportedEps: 1.3,
      isCorrect: null,
      beatProbability: 0.75,
      predictionId: "prd_1",
    });
    const settled = { state: "settled", actualResult: "miss", actualEps: 1.31, isCorrect: false } as const;
    expect(rowOf({ ...reported, record: settled })).toMatchObject({
      outcome: "miss",
      reportedEps: 1.31,
      isCorrect: false,
      consensusEps: 1.4,
    });
  });

  it("says why a prediction is under review or void", () => {
    const record = { state: "void", stateReason: "No source gave a figure." } as const;
    expect(rowOf({ reportDate: "2026-11-24", record })).toMatchObject({
      state: "void",
      stateReason: "No source gave a figure.",
      beatProbability: 0.75,
    });
    expect(rowOf({ record: { state: "review" } })?.state).toBe("review");
  });

  it("a score that was never locked is no prediction of a report that is out", () => {
    for (const record of [undefined, { state: "unlocked", ledgerSeq: null } as const])
      expect(rowOf({ reportedEps: 1.6, isBeat: true, ...(record ? { record } : {}) })).toMatchObject({
        state: "reported",
        outcome: "beat",
        beatProbability: null,
        baseRate: null,
        predictionId: null,
      });
  });
});

describe("what a plan opens", () => {
  it("nothing open to a visitor, the largest of a week to a free account, all to paid ones", () => {
    expect([null, ...tiers].map(probabilityAccessFor)).toEqual([
      "none",
      "largest",
      ...planIds.map(() => "all"),
    ]);
    expect(OPEN_LARGEST_OF_WEEK).toBe(20);
  });

  it("a hidden row says that there is a prediction, its base rate, and nothing more", () => {
    expect(rowOf({}, "none")).toMatchObject({
      baseRate: 0.7,
      beatProbability: null,
      edge: null,
      edgeVerdict: null,
      confidence: null,
      needsPlan: true,
    });
    expect(rowOf({ scored: null }, "none")).toMatchObject({ baseRate: null, needsPlan: false });
  });

  it("what was reported is open to everyone, with its prediction", () => {
    const record = { state: "settled", actualResult: "beat", actualEps: 2, isCorrect: true } as const;
    expect(rowOf({ reportedEps: 2, isBeat: true, record }, "none")).toMatchObject({
      beatProbability: 0.75,
      confidence: "medium",
      isCorrect: true,
      needsPlan: false,
    });
  });

  it.each(["none", "largest"] as const)("with %s no hidden probability changes the answer", (opens) => {
    const market = (shift: number) =>
      Array.from({ length: 60 }, (_, i) => {
        const symbol = `S${String(i).padStart(2, "0")}`;
        const isLarge = i < OPEN_LARGEST_OF_WEEK;
        const moved = opens === "largest" && isLarge ? 0 : shift;
        return aRow({
          symbol,
          company: { marketCap: 1e9 * (100 - i) },
          scored: {
            beatProbability: 0.5 + ((i * 7) % 40) / 100 + moved,
            edgeVerdict: moved ? "edge_down" : "edge_up",
            confidence: moved ? "low" : "high",
          },
          ...(i % 3 === 0
            ? { record: { beatProbability: 0.6 + moved, confidence: moved ? "low" : "high" } }
            : {}),
        });
      });
    const answer = (shift: number) => JSON.stringify(calendarOf(market(shift), { ...week, opens }));
    expect(answer(0.09)).toBe(answer(0));
    const { items } = calendarOf(market(0), { ...week, opens });
    const open = items.filter(({ beatProbability }) => beatProbability !== null);
    expect(open.map(({ symbol }) => symbol)).toEqual(
      items.slice(0, opens === "none" ? 0 : OPEN_LARGEST_OF_WEEK).map(({ symbol }) => symbol),
    );
  });

  it("the largest are chosen anew each calendar week, among all of its days", () => {
    const day = (index: number, reportDate: string) =>
      aRow({ symbol: `S${reportDate}${index}`, reportDate, company: { marketCap: index } });
    const rows = [
      ...Array.from({ length: 30 }, (_, i) => day(i, "2026-11-23")),
      ...Array.from({ length: 30 }, (_, i) => day(100 + i, "2026-11-27")),
      ...Array.from({ length: 30 }, (_, i) => day(i, "2026-11-30")),
    ];
    const open = (from: string, to: string) =>
      calendarOf(rows, { ...week, from, to, opens: "largest" }).items.filter(({ needsPlan }) => !needsPlan);
    expect(open("2026-11-23", "2026-11-23"), "Friday's are larger").toEqual([]);
    expect(open("2026-11-23", "2026-12-06").map(({ marketCap }) => marketCap)).toEqual([
      ...Array.from({ length: 20 }, (_, i) => 110 + i),
      ...Array.from({ length: 20 }, (_, i) => 10 + i),
    ]);
  });

  it("companies without a known market value come after, those with more analysts first", () => {
    const unknown = Array.from({ length: 25 }, (_, i) => aRow({ symbol: `U${i}`, analystCount: i }));
    const rows = [...unknown, aRow({ symbol: "KNOWN", company: { marketCap: 1 } })];
    const open = calendarOf(rows, { ...week, opens: "largest" }).items.filter(({ needsPlan }) => !needsPlan);
    expect(open.map(({ symbol }) => symbol)).toEqual([
      ...Array.from({ length: 19 }, (_, i) => `U${i + 6}`),
      "KNOWN",
    ]);
  });
});

it("the days of a span are counted, and only those that were asked for", () => {
  const rows = [
    aRow({ symbol: "A", reportDate: "2026-11-23", reportedEps: 2, isBeat: true }),
    aRow({ symbol: "B", reportDate: "2026-11-23", reportedEps: 1, isBeat: false }),
    aRow({ symbol: "C", reportDate: "2026-11-25" }),
    aRow({ symbol: "D", reportDate: "2026-11-27" }),
  ];
  const { items, days } = calendarOf(rows, { ...week, to: "2026-11-25", opens: "all" });
  expect(items.map(({ symbol }) => symbol)).toEqual(["A", "B", "C"]);
  expect(days).toEqual([
    { day: "2026-11-23", reports: 2, reported: 2, beats: 1 },
    { day: "2026-11-25", reports: 1, reported: 0, beats: 0 },
  ]);
});

it("calendar weeks begin on Monday, over the end of a year too", () => {
  expect(weeksOf("2026-11-29", "2026-11-30")).toEqual({ from: "2026-11-23", to: "2026-12-06" });
  expect(weeksOf("2027-01-01", "2027-01-01")).toEqual({ from: "2026-12-28", to: "2027-01-03" });
});
