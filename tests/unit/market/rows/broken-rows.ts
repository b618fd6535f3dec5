import { addIsoDays } from "#contract/time.ts";
import { quarterEndBefore } from "#market/fiscal-quarters.ts";

/** A row of FMP's list of reports. */
export type FmpRow = {
  symbol: string;
  date: string;
  epsActual: unknown;
  epsEstimated: unknown;
  revenueActual: unknown;
  revenueEstimated: unknown;
  lastUpdated: string | null;
  fiscalYear?: number;
};

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Broken = { rows: FmpRow[]; splits: { date: string; numerator: number }[] };
type Break = (rows: FmpRow[], random: () => number, yearEnd: string) => FmpRow[] | Broken;

/** Units of Polish, Danish, Swedish, Mexican, Taiwanese, Indian, Japanese and Korean money for a dollar. */
const currencies = [4, 7, 10.5, 17, 32, 83, 150, 1_350];
const sides = [
  ["epsActual", "revenueActual"],
  ["epsEstimated", "revenueEstimated"],
] as const;
const isOut = (row: FmpRow) => typeof row.epsActual === "number";
const anyOf = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;
const changed = (rows: FmpRow[], which: FmpRow, change: Partial<FmpRow>) =>
  rows.map((row) => (row === which ? { ...row, ...change } : row));
/** Returns any row with a result, but not the oldest, beside which there is nothing to compare it with. */
const anyOut = (rows: FmpRow[], random: () => number) =>
  anyOf(
    rows
      .filter(isOut)
      .sort((a, b) => (a.date < b.date ? -1 : 1))
      .slice(2),
    random,
  );
const shuffled = (rows: FmpRow[], random: () => number) =>
  rows
    .map((row) => ({ row, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);

/** The ways in which sources were seen to send wrong rows, and their neighbors. */
export const breaks: Readonly<Record<string, Break>> = {
  reordered: shuffled,
  "next quarter's row first": (rows) => rows.toSorted((a, b) => (a.date < b.date ? 1 : -1)),
  repeated: (rows, random) => [...rows, anyOf(rows, random), anyOf(rows, random)],
  "repeated on a later day": (rows, random) => {
    const row = anyOut(rows, random);
    return [{ ...row, date: addIsoDays(row.date, 1 + Math.floor(random() * 18)) }, ...rows];
  },
  "repeated later without its result": (rows, random) => {
    const row = anyOut(rows, random);
    return [{ ...row, date: addIsoDays(row.date, 1 + Math.floor(random() * 10)), epsActual: null }, ...rows];
  },
  "repeated on the quarter's end": (rows, random, yearEnd) => {
    const row = anyOut(rows, random);
    return [...rows, { ...row, date: quarterEndBefore(row.date, yearEnd) }];
  },
  "half-filled": (rows, random) => {
    const keys = ["epsEstimated", "revenueActual", "revenueEstimated"] as const;
    return changed(rows, anyOut(rows, random), { [anyOf(keys, random)]: null });
  },
  "zero for null": (rows) =>
    rows.map((row) => ({
      ...row,
      epsActual: row.epsActual ?? 0,
      epsEstimated: row.epsEstimated ?? 0,
      revenueActual: row.revenueActual ?? 0,
      revenueEstimated: row.revenueEstimated ?? 0,
    })),
  "zero for a result": (rows, random) =>
    changed(rows, anyOut(rows, random), { epsActual: 0, revenueActual: 0 }),
  "zero for an estimate": (rows, random) =>
    changed(rows, anyOut(rows, random), { epsEstimated: 0, revenueEstimated: 0 }),
  "strings for numbers": (rows) =>
    rows.map((row) => ({
      ...row,
      epsActual: row.epsActual === null ? "" : String(row.epsActual),
      epsEstimated: row.epsEstimated === null ? "N/A" : String(row.epsEstimated),
    })),
  "words for a number": (rows, random) => changed(rows, anyOut(rows, random), { epsEstimated: "n/a" }),
  "days off by one": (rows, random) =>
    rows.map((row) =>
      isOut(row) ? { ...row, date: addIsoDays(row.date, Math.floor(random() * 3) - 1) } : row,
    ),
  "another zone": (rows) => rows.map((row) => ({ ...row, date: `${row.date}T23:00:00.000Z` })),
  "another currency": (rows, random) => {
    const row = anyOut(rows, random);
    const [eps, revenue] = anyOf(sides, random);
    const units = anyOf(currencies, random);
    return changed(rows, row, { [eps]: Number(row[eps]) * units, [revenue]: Number(row[revenue]) * units });
  },
  "cents for dollars": (rows, random) => {
    const row = anyOut(rows, random);
    const [eps] = anyOf(sides, random);
    return changed(rows, row, { [eps]: Number(row[eps]) * 100 });
  },
  "a split in the middle": (rows, random) => {
    const key = anyOf(["epsActual", "epsEstimated"] as const, random);
    const [numerator, before] = [anyOf([2, 3, 4, 10, 20], random), anyOut(rows, random).date];
    return {
      rows: rows.map((row) =>
        isOut(row) && row.date < before ? { ...row, [key]: Number(row[key]) * numerator } : row,
      ),
      splits: [{ date: before, numerator }],
    };
  },
  "two estimates of a day": (rows, random) => {
    const row = anyOut(rows, random);
    return [...rows, { ...row, epsEstimated: Number(row.epsEstimated) * 1.4 + 0.1 }];
  },
  "two results of a day": (rows, random) => {
    const row = anyOut(rows, random);
    return [...rows, { ...row, epsActual: Number(row.epsActual) * 0.7 - 0.1 }];
  },
  "an amended result weeks later": (rows, random) => {
    const row = anyOut(rows, random);
    const date = addIsoDays(row.date, 7 + Math.floor(random() * 12));
    return [...rows, { ...row, date, epsActual: Number(row.epsActual) * 0.9 - 0.04 }];
  },
  "a split between the estimate and the report": (rows, random) => {
    const row = anyOut(rows, random);
    const numerator = anyOf([2, 3, 4, 10, 20], random);
    const date = addIsoDays(row.date, -1 - Math.floor(random() * 20));
    return {
      rows: changed(rows, row, { epsEstimated: Number(row.epsEstimated) * numerator }),
      splits: [{ date, numerator }],
    };
  },
  "a day of another century": (rows, random) => {
    const row = anyOf(rows, random);
    return [...rows, { ...row, date: `20${60 + Math.floor(random() * 30)}-07-25`, epsActual: null }];
  },
  "rows of another ticker": (rows, random) => {
    const row = anyOf(rows, random);
    return [...rows, { ...row, symbol: "OLDX", date: addIsoDays(row.date, 7), epsEstimated: 7.77 }];
  },
  "the next estimate in cents or another currency": (rows, random) => {
    const units = anyOf([100, 150, 1_350], random);
    return rows.map((row) => (isOut(row) ? row : { ...row, epsEstimated: Number(row.epsEstimated) * units }));
  },
  "the year's figures on the fourth quarter's day": (rows, random) => {
    const row = anyOut(rows, random);
    const [epsActual, epsEstimated] = [Number(row.epsActual) * 3.8, Number(row.epsEstimated) * 3.8];
    return [...rows, { ...row, epsActual, epsEstimated }];
  },
  "a second expected day": (rows, random) => {
    const coming = rows.filter((row) => !isOut(row)).sort((a, b) => (a.date < b.date ? -1 : 1))[0];
    if (!coming) return rows;
    return [...rows, { ...coming, date: addIsoDays(coming.date, 3 + Math.floor(random() * 10)) }];
  },
};
