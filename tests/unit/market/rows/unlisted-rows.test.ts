import { describe, expect, it } from "vitest";
import { isResultDoubtful } from "#contract/figure-doubt.ts";
import type { Split } from "#market/rows/split-sides.ts";
import { sixQuarters } from "../fmp/bodies.ts";
import { type Read, readFirst, readStored } from "./both-paths.ts";

const { now, out, past, newest, upcoming } = sixQuarters(null);
const all = [upcoming, newest, ...past];

/** The right quarters: the end, the day, the estimate and the result. */
const clean: [string, string, number, number][] = [
  ["2022-12-31", "2023-01-26", 1.15, 1.2],
  ["2023-03-31", "2023-04-27", 1.2, 1.28],
  ["2023-06-30", "2023-07-27", 1.25, 1.24],
  ["2023-09-30", "2023-10-26", 1.3, 1.33],
  ["2023-12-31", "2024-01-25", 1.35, 1.41],
  ["2024-03-31", "2024-04-25", 1.4, 1.5],
];

type Kind = {
  rows: unknown[];
  splits?: Split[];
  /** Days of a quarter's report that are right beside the usual one, by its quarter's end. */
  days?: Record<string, string[]>;
  /** Quarters that must be there with these figures, or with a doubt or null instead. Others may be missing. */
  mustHave?: string[];
  /** The estimates of the next report that are right beside null. */
  next?: number[];
  nextDays?: string[];
};

const replaced = (row: object) => [upcoming, row, ...past];
const allEnds = clean.map(([end]) => end);
const allButNewest = allEnds.slice(0, -1);

/** Kinds of wrong rows beside those that people had reported, each with what is right. */
const kinds: Record<string, Kind> = {
  "three rows of one quarter on three days": {
    rows: [...all, { ...newest, date: "2024-04-26" }, { ...newest, date: "2024-04-29" }],
  },
  "an estimate restated after the report, beside the first": {
    rows: [...all, { ...newest, epsEstimated: 1.52 }],
  },
  "a quarter's end that is named a year early": {
    rows: replaced({ ...newest, fiscalDateEnding: "2023-03-31" }),
  },
  "an amended report two weeks later": {
    rows: [...all, { ...out("2024-02-08", 1.35, 1.31) }],
  },
  "an estimate with a decimal comma": {
    rows: replaced({ ...newest, epsEstimated: "1,40" }),
  },
  "an estimate with a comma of thousands in every row": {
    rows: all.map((row) => ({ ...row, epsEstimated: `1,${String(row.epsEstimated).replace(".", "")}` })),
    mustHave: [],
  },
  "a row without a day": { rows: [...all, { ...newest, date: null }] },
  "a row of the year 2062": { rows: [...all, out("2062-07-25", 1.7, null)] },
  "only a row of the year 2062 ahead": {
    rows: [newest, ...past, out("2062-07-25", 1.7, null)],
    nextDays: [],
  },
  "the end of a quarter in the future with a result": {
    rows: replaced({ ...newest, fiscalDateEnding: "2024-06-30" }),
  },
  "result and estimate swapped in a second row": {
    rows: [...all, { ...newest, epsEstimated: 1.5, epsActual: 1.4 }],
  },
  "a report on a Sunday beside its real day": {
    rows: [...all, { ...newest, date: "2024-04-21" }],
  },
  "only a Sunday as the day of the report": {
    rows: replaced({ ...newest, date: "2024-04-28" }),
    days: { "2024-03-31": ["2024-04-26", "2024-04-28", "2024-04-29"] },
  },
  "times in five spellings": {
    rows: all.map((row, i) => ({ ...row, time: ["amc", "bmo", "AMC ", "--", "12:00"][i % 5] })),
  },
  "the next report again under an old ticker, in the same list": {
    rows: [...all, { ...upcoming, symbol: "OLDX", date: "2024-07-18", epsEstimated: 1.1 }],
  },
  "a split between the estimate and the report": {
    rows: [upcoming, { ...newest, epsEstimated: 2.8, epsActual: 1.5 }, ...past],
    splits: [{ day: "2024-04-15", factor: 2 }],
  },
  "the next estimate in cents": { rows: [{ ...upcoming, epsEstimated: 160 }, newest, ...past] },
  "the next estimate in another currency": { rows: [{ ...upcoming, epsEstimated: 240 }, newest, ...past] },
  "words for numbers": {
    rows: replaced({ ...newest, epsEstimated: "NaN", revenueActual: "Infinity", revenueEstimated: "-" }),
  },
  "minus zero as a result without revenue": {
    rows: replaced({ ...newest, epsActual: -0, revenueActual: null }),
    mustHave: allButNewest,
    nextDays: ["2024-04-25", "2024-07-25"],
    next: [1.4, 1.6],
  },
  "a billion as a result": { rows: replaced({ ...newest, epsActual: 1e9 }) },
  "a billion as the result of a new company": {
    rows: [upcoming, { ...newest, epsActual: 1e9 }],
    mustHave: [],
  },
  "exponents in quotation marks": {
    rows: replaced({ ...newest, epsEstimated: "1.4e0", epsActual: "1.5E+0" }),
    mustHave: allButNewest,
    nextDays: ["2024-04-25", "2024-07-25"],
    next: [1.4, 1.6],
  },
  "dollar signs and losses in parentheses": {
    rows: replaced({ ...newest, epsEstimated: "$1.40", epsActual: "(0.17)" }),
    mustHave: allButNewest,
    nextDays: ["2024-04-25", "2024-07-25"],
    next: [1.4, 1.6],
  },
  "the year's figures beside the fourth quarter's": {
    rows: [...all, out("2024-01-25", 5.1, 5.26)],
  },
  "the result and the estimate in two rows": {
    rows: [
      upcoming,
      { ...newest, epsEstimated: null },
      { ...newest, date: "2024-04-26", epsActual: null },
      ...past,
    ],
  },
  "a day in another order": {
    rows: [...all, { ...newest, date: "04/25/2024" }, { ...newest, date: 1_714_003_200 }],
  },
  "a small ticker with a space": { rows: [...all, { ...newest, symbol: "acme " }] },
  "rows that are no objects": { rows: [null, "row", [newest], 7, ...all] },
  "a result of a coming day": {
    rows: [{ ...upcoming, epsActual: 1.66 }, newest, ...past],
  },
  "the next report a week after the last": {
    rows: [{ ...upcoming, date: "2024-05-02" }, upcoming, newest, ...past],
  },
};

const listedSplits = ({ splits = [] }: Kind) =>
  splits.map(({ day, factor }) => ({ symbol: "ACME", date: day, numerator: factor, denominator: 1 }));

function faultIn(read: Read, kind: Kind): string | null {
  const ends = read.quarters.map(({ end }) => end);
  if (new Set(ends).size < ends.length) return `a quarter twice: ${ends.join(" ")}`;
  const missing = (kind.mustHave ?? allEnds).find((end) => !ends.includes(end));
  if (missing) return `no quarter ${missing}`;
  for (const { end, day, estimate, actual, doubt } of read.quarters) {
    const right = clean.find(([known]) => known === end);
    if (!right) return `a phantom quarter ${end} of ${day}`;
    if (isResultDoubtful(doubt)) continue;
    const days = [right[1], ...(kind.days?.[end] ?? [])];
    if (day !== null && !days.includes(day)) return `${end} on ${day}`;
    if (Math.abs(actual - right[3]) > 1e-4) return `${end} with ${actual} for ${right[3]}`;
    if (estimate !== null && Math.abs(estimate - right[2]) > 1e-4)
      return `${end} with the estimate ${estimate} for ${right[2]}`;
  }
  if (read.next) {
    const days = ["2024-07-25", ...(kind.nextDays ?? [])];
    if (!days.includes(read.next.day)) return `the next report on ${read.next.day}`;
    const { estimate } = read.next;
    if (estimate !== null && !(kind.next ?? [1.6]).includes(estimate)) return `the next estimate ${estimate}`;
  }
  return null;
}

describe("a kind of wrong row that nobody has reported", () => {
  for (const [name, kind] of Object.entries(kinds)) {
    it(`${name}: is right, doubtful or missing in a first analysis`, async () => {
      expect(faultIn(await readFirst(kind.rows, now, { splits: listedSplits(kind) }), kind)).toBeNull();
    });

    it(`${name}: is right, doubtful or missing in the store`, async () => {
      expect(faultIn(await readStored([kind.rows], now, kind), kind)).toBeNull();
      expect(faultIn(await readStored([kind.rows.toReversed(), kind.rows], now, kind), kind)).toBeNull();
    });
  }
});

describe("another result on an earlier day", () => {
  const early = out("2024-04-11", 1.4, 1.32);
  const filed = [{ day: "2024-04-25", eps: [{ value: 1.5, basis: "adjusted" as const }] }];
  const newestOf = ({ quarters }: Read) => quarters.at(-1);

  it("is taken as the report, as in the files of the model's fit, until a filing decides", async () => {
    const first = { day: "2024-04-11", actual: 1.32, doubt: null };
    expect(newestOf(await readFirst([...all, early], now))).toMatchObject(first);
    expect(newestOf(await readStored([[...all, early]], now))).toMatchObject(first);
    for (const answers of [[[...all, early]], [[...past, early], [newest]]])
      expect(newestOf(await readStored(answers, now, { filed }))).toMatchObject({
        day: "2024-04-25",
        actual: 1.5,
      });
  });
});
