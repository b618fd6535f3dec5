import { isResultDoubtful } from "#contract/figure-doubt.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";
import { withValidation } from "#market/validated.ts";
import { anFmp } from "../fmp/bodies.ts";
import { asRead, type Quarter, type Read, readStored } from "./both-paths.ts";
import { breaks, type FmpRow, randomOf } from "./broken-rows.ts";

export type Company = { symbol: string; rows: FmpRow[]; yearEnds: string[]; now: Date };

const A_DAY_OFF = 1;
const NEAR_DAYS = 40;
/** A restated figure is rounded to four decimals. */
const ROUNDING = 0.0001;

/**
 * Breaks a company's rows in one way after another, reads them as a first analysis and as the store do, and returns how
 * many cases there were and which failed.
 */
export async function fuzz(company: Company, seed: number): Promise<{ cases: number; failures: string[] }> {
  const { symbol, now } = company;
  const clean = await read(company, company.rows);
  const cleanStored = await readStored([company.rows], now, {}, symbol);
  const failures: string[] = [];
  const names = Object.keys(breaks);
  for (const [i, name] of names.entries()) {
    const random = randomOf(seed * 1_000 + i);
    const broken = breaks[name]?.([...company.rows], random, company.yearEnds[0] ?? "") ?? [];
    const { rows, splits } = Array.isArray(broken) ? { rows: broken, splits: [] } : broken;
    const listed = splits.map(({ date, numerator }) => ({
      symbol,
      date,
      numerator,
      denominator: 1,
    }));
    const known = { splits: splits.map(({ date: day, numerator: factor }) => ({ day, factor })) };
    const faults = {
      "a first analysis": faultIn(await read(company, rows, listed), clean),
      "the store": faultInStored(await readStored([rows], now, known, symbol), cleanStored),
      "the store, later": faultInStored(
        await readStored([company.rows, rows, rows], now, known, symbol),
        cleanStored,
      ),
    };
    for (const [path, fault] of Object.entries(faults))
      if (fault) failures.push(`${symbol}, ${name}, seed ${seed}, ${path}: ${fault}`);
  }
  return { cases: 3 * names.length, failures };
}

async function read(
  { symbol, yearEnds, now }: Company,
  rows: FmpRow[],
  splits: object[] = [],
): Promise<CompanyReport> {
  const { market } = anFmp({
    earnings: { body: rows },
    "analyst-estimates?annual": { body: yearEnds.map((date) => ({ date })) },
    "analyst-estimates?quarter": { body: [] },
    splits: { body: splits },
  });
  return withValidation(market).company(symbol, now);
}

/** Returns what a broken answer says that the clean one does not, or null when all of it is equal or missing. */
function faultIn(broken: CompanyReport, clean: CompanyReport): string | null {
  const known = asRead(clean).quarters;
  const fault = quartersFault(asRead(broken).quarters, known, (a, b) => a.end === b.end);
  if (fault) return fault;
  if (broken.estimate.state !== "missing") {
    const own = broken.estimate.data;
    // Without its result, the newest report is still to come.
    const overdue = known.find(({ end }) => end === own.fiscalQuarterEnd);
    const coming = clean.estimate.state === "missing" ? null : clean.estimate.data;
    const right = overdue ? { ...own, yearAgoEps: null, consensusEps: overdue.estimate } : coming;
    if (!right) return "an estimate of nothing";
    if (own.consensusEps !== right.consensusEps)
      return `the estimate ${own.consensusEps} instead of ${right.consensusEps}`;
    if (own.fiscalQuarterEnd !== right.fiscalQuarterEnd) return `the estimate of ${own.fiscalQuarterEnd}`;
    if (!overdue && own.yearAgoEps !== null && own.yearAgoEps !== right.yearAgoEps)
      return `a year ago ${own.yearAgoEps}`;
  }
  return null;
}

/**
 * Returns what is wrong in the store. It works out the ends of quarters from days, so a report is found by its day: a
 * day that is moved by one may name all quarters a month later.
 */
function faultInStored({ quarters, next }: Read, clean: Read): string | null {
  const isSame = (a: Quarter, b: Quarter) => Math.abs(daysBetween(a.day ?? "", b.day ?? "")) <= NEAR_DAYS;
  const fault = quartersFault(quarters, clean.quarters, isSame);
  if (fault || next?.estimate == null) return fault;
  return next.estimate === clean.next?.estimate ? null : `the estimate ${next.estimate} of ${next.day}`;
}

function quartersFault(
  quarters: readonly Quarter[],
  known: readonly Quarter[],
  isSame: (a: Quarter, b: Quarter) => boolean,
): string | null {
  const rights = quarters.map((quarter) => known.find((right) => isSame(quarter, right)));
  for (const [i, quarter] of quarters.entries()) {
    const right = rights[i];
    if (!right) return `a phantom quarter ${quarter.end} of ${quarter.day}`;
    if (rights.indexOf(right) < i) return `a quarter twice: ${quarter.end} of ${quarter.day}`;
    const fault = quarterFault(quarter, right);
    if (fault) return `${quarter.end}: ${fault}`;
  }
  return null;
}

function quarterFault(quarter: Quarter, right: Quarter): string | null {
  const apart = daysBetween(quarter.day ?? "", right.day ?? "");
  if (Math.abs(apart) > A_DAY_OFF) return `the day ${quarter.day} instead of ${right.day}`;
  if (isResultDoubtful(quarter.doubt)) return null;
  if (Math.abs(quarter.actual - right.actual) > ROUNDING)
    return `${quarter.actual} instead of ${right.actual}`;
  if (quarter.estimate !== null && Math.abs(quarter.estimate - (right.estimate ?? Number.NaN)) > ROUNDING)
    return `the estimate ${quarter.estimate} instead of ${right.estimate}`;
  return null;
}
