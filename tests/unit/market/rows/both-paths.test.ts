import { describe, expect, it } from "vitest";
import type { FigureDoubt } from "#contract/figure-doubt.ts";
import { sixQuarters } from "../fmp/bodies.ts";
import { type Read, readFirst, readStored } from "./both-paths.ts";

const { now, out, past, newest, upcoming } = sixQuarters(null);

type Figures = [end: string, day: string, estimate: number | null, actual: number, doubt: FigureDoubt | null];
const pastFigures: Figures[] = [
  ["2022-12-31", "2023-01-26", 1.15, 1.2, null],
  ["2023-03-31", "2023-04-27", 1.2, 1.28, null],
  ["2023-06-30", "2023-07-27", 1.25, 1.24, null],
  ["2023-09-30", "2023-10-26", 1.3, 1.33, null],
  ["2023-12-31", "2024-01-25", 1.35, 1.41, null],
];
const clean: Figures[] = [...pastFigures, ["2024-03-31", "2024-04-25", 1.4, 1.5, null]];
const figuresOf = ({ quarters }: Read): Figures[] =>
  quarters.map(({ end, day, estimate, actual, doubt }) => [end, day ?? "", estimate, actual, doubt]);

/** Reads rows through both paths, in both orders, and expects the same. */
async function inBothPaths(rows: object[], expectAll: (read: Read, path: string) => void): Promise<void> {
  for (const ordered of [rows, rows.toReversed()]) {
    expectAll(await readFirst(ordered, now), "the first analysis");
    expectAll(await readStored([ordered], now), "the store");
    expectAll(await readStored([ordered, rows], now), "the store that reads them again");
  }
}
const quartersAre = (expected: Figures[]) => (read: Read, path: string) =>
  expect(figuresOf(read), path).toEqual(expected);
const newestIs =
  (...expected: [day: string, estimate: number | null, actual: number, doubt: FigureDoubt | null]) =>
  (read: Read, path: string) =>
    expect(figuresOf(read).at(-1)?.slice(1), path).toEqual(expected);
const nextIs = (day: string, estimate: number | null) => (read: Read, path: string) =>
  expect(read.next, path).toEqual({ day, estimate });

describe("rows that a source was seen to send, in a first analysis and in the store", () => {
  it("a report a day apart is one quarter on the earlier day", () =>
    inBothPaths([upcoming, newest, { ...newest, date: "2024-04-26" }, ...past], quartersAre(clean)));

  it("a row on the quarter's end and one on the report's day are one quarter on that day", () =>
    inBothPaths([upcoming, newest, { ...newest, date: "2024-03-31" }, ...past], quartersAre(clean)));

  it("two estimates of a day, without a fiscal year that tells, are none", () =>
    inBothPaths(
      [upcoming, newest, { ...newest, epsEstimated: 0.9 }, ...past],
      newestIs("2024-04-25", null, 1.5, "two_estimates"),
    ));

  it("two rows of a day have the estimate of the one whose quarter had ended", () => {
    const [own, later] = ["2024-03-31", "2024-12-31"].map((fiscalDateEnding, i) => ({
      ...newest,
      epsEstimated: [1.4, 0.15][i],
      fiscalDateEnding,
    }));
    return inBothPaths([upcoming, own ?? {}, later ?? {}, ...past], newestIs("2024-04-25", 1.4, 1.5, null));
  });

  it("a zero without revenue is no result until it comes with revenue", async () => {
    const zero = { ...newest, epsActual: 0, revenueActual: null };
    await inBothPaths([upcoming, zero, ...past], quartersAre(pastFigures));
    await inBothPaths(
      [upcoming, { ...zero, revenueActual: 900 }, ...past],
      newestIs("2024-04-25", 1.4, 0, null),
    );
  });

  it("two expected days are one report on the earlier day", () => {
    const days = [
      { ...upcoming, date: "2024-07-18" },
      { ...upcoming, epsEstimated: 1.62 },
    ];
    return inBothPaths([...days, newest, ...past], nextIs("2024-07-18", 1.6));
  });

  it("two expected days of a source that dates its rows are the newer statement", () => {
    const days = [
      { ...upcoming, date: "2024-07-18", lastUpdated: "2024-04-02" },
      { ...upcoming, epsEstimated: 1.62, lastUpdated: "2024-04-29" },
    ];
    return inBothPaths([...days, newest, ...past], nextIs("2024-07-25", 1.62));
  });

  it("a projected day that passed without figures gives way to the real one", () => {
    const [passed, real] = ["2024-04-28", "2024-05-03"].map((date) => ({
      ...upcoming,
      date,
      epsEstimated: 1.4,
    }));
    return inBothPaths([real ?? {}, passed ?? {}, ...past], nextIs("2024-05-03", 1.4));
  });

  it("a result on another basis than its estimate is shown with a doubt", () => {
    const losses = past.map((row) => ({ ...row, epsEstimated: -0.14, epsActual: -0.12 }));
    return inBothPaths(
      [upcoming, out("2024-04-25", -0.15, 2.32), ...losses],
      newestIs("2024-04-25", -0.15, 2.32, "other_basis"),
    );
  });

  it("a result in another currency is shown with a doubt", () =>
    inBothPaths(
      [upcoming, { ...newest, epsActual: 6.1, revenueEstimated: 1_000, revenueActual: 4_100 }, ...past],
      newestIs("2024-04-25", 1.4, 6.1, "other_basis"),
    ));

  it("a fiscal year named a year apart changes no quarter", () =>
    inBothPaths(
      [upcoming, newest, ...past].map((row) => ({ ...row, fiscalYear: 2030 })),
      quartersAre(clean),
    ));
});

describe("one side of a split that is not adjusted", () => {
  const split = { day: "2023-12-01", factor: 4 };
  const after = [out("2024-04-25", 0.68, 0.7), out("2024-01-25", 0.66, 0.67)];
  const before = out("2023-10-26", 2.61, 0.65);

  it("is restated in a first analysis and in the store that knows the split", async () => {
    const splits = [{ symbol: "ACME", date: split.day, numerator: 4, denominator: 1 }];
    const rows = [...after, before];
    const [first] = figuresOf(await readFirst(rows, now, { splits }));
    expect(first).toEqual(["2023-09-30", "2023-10-26", 0.6525, 0.65, null]);
    const [stored] = figuresOf(await readStored([rows], now, { splits: [split] }));
    expect(stored).toEqual(["2023-09-30", "2023-10-26", 0.6525, 0.65, null]);
  });

  it("is doubtful in the store that reads it alone", async () => {
    const [stored] = figuresOf(await readStored([[before], after], now, { splits: [split] }));
    expect(stored?.slice(1)).toEqual(["2023-10-26", 2.61, 0.65, "other_shares"]);
  });

  it("is doubtful where the report came after the split and its estimate before", async () => {
    const rows = [upcoming, { ...newest, epsEstimated: 2.8 }, ...past];
    const late = [{ day: "2024-04-15", factor: 2 }];
    const splits = [{ symbol: "ACME", date: "2024-04-15", numerator: 2, denominator: 1 }];
    newestIs("2024-04-25", 2.8, 1.5, "other_shares")(await readFirst(rows, now, { splits }), "first");
    newestIs(
      "2024-04-25",
      2.8,
      1.5,
      "other_shares",
    )(await readStored([rows], now, { splits: late }), "store");
  });
});

describe("what the company filed, in the store", () => {
  const losses = past.map((row) => ({ ...row, epsEstimated: -0.14, epsActual: -0.12 }));
  const gain = out("2024-04-25", -0.15, 2.32);
  type Basis = "adjusted" | "gaap" | null;
  const filing = (...eps: [number, Basis][]) => [
    { day: "2024-04-25", eps: eps.map(([value, basis]) => ({ value, basis })) },
  ];

  it("ends the doubt about a result that it states as the adjusted or the only EPS", async () => {
    const known = newestIs("2024-04-25", -0.15, 2.32, null);
    known(
      await readStored([[gain, ...losses]], now, { filed: filing([2.32, "adjusted"], [1.9, "gaap"]) }),
      "",
    );
    known(await readStored([[gain, ...losses]], now, { filed: filing([2.324, "gaap"]) }), "");
  });

  it("leaves the doubt where the adjusted EPS is another, or where revenue is in another currency", async () => {
    const doubtful = newestIs("2024-04-25", -0.15, 2.32, "other_basis");
    doubtful(
      await readStored([[gain, ...losses]], now, { filed: filing([2.32, "gaap"], [-0.13, "adjusted"]) }),
      "",
    );
    const inZloty = { ...newest, epsActual: 6.1, revenueEstimated: 1_000, revenueActual: 4_100 };
    newestIs(
      "2024-04-25",
      1.4,
      6.1,
      "other_basis",
    )(await readStored([[inZloty, ...past]], now, { filed: filing([6.1, "gaap"]) }), "");
  });

  it("ends a doubt that was stored before the filing was read", async () => {
    const before = await readStored([[gain, ...losses]], now);
    newestIs("2024-04-25", -0.15, 2.32, "other_basis")(before, "");
    const twice = await readStored([[gain, ...losses], [gain]], now, { filed: filing([2.32, null]) });
    newestIs("2024-04-25", -0.15, 2.32, null)(twice, "");
  });

  it("says which of two results of two days is the report's, by the figure or by the day", async () => {
    const amended = { ...newest, date: "2024-04-29", epsActual: 1.38 };
    const rows = [newest, amended, ...past];
    newestIs("2024-04-25", 1.4, 1.5, null)(await readStored([rows], now), "");
    newestIs(
      "2024-04-29",
      1.4,
      1.38,
      null,
    )(
      await readStored([rows], now, {
        filed: [{ day: "2024-04-28", eps: [{ value: 1.38, basis: "adjusted" }] }],
      }),
      "",
    );
    newestIs("2024-04-25", 1.4, 1.5, null)(await readStored([rows], now, { filed: filing() }), "");
  });
});
