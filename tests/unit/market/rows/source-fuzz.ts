import { isResultDoubtful } from "#contract/figure-doubt.ts";
import type { CompanyReport, ReportedQuarter } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";
import { withValidation } from "#market/validated.ts";
import { anFmp } from "../fmp/bodies.ts";
import { breaks, type FmpRow, randomOf } from "./broken-rows.ts";

export type Company = { symbol: string; rows: FmpRow[]; yearEnds: string[]; now: Date };

const A_DAY_OFF = 1;
/** A restated figure is rounded to four decimals. */
const ROUNDING = 0.0001;

/** Breaks a company's rows in one way after another and returns how many cases there were and which failed. */
export async function fuzz(company: Company, seed: number): Promise<{ cases: number; failures: string[] }> {
  const clean = await read(company, company.rows);
  const failures: string[] = [];
  const names = Object.keys(breaks);
  for (const [i, name] of names.entries()) {
    const random = randomOf(seed * 1_000 + i);
    const broken = breaks[name]?.([...company.rows], random, company.yearEnds[0] ?? "") ?? [];
    const { rows, splits } = Array.isArray(broken) ? { rows: broken, splits: [] } : broken;
    const fault = faultIn(await read(company, rows, splits), clean);
    if (fault) failures.push(`${company.symbol}, ${name}, seed ${seed}: ${fault}`);
  }
  return { cases: names.length, failures };
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
  const quarters = broken.history.state === "missing" ? [] : broken.history.data;
  const known = clean.history.state === "missing" ? [] : clean.history.data;
  const ends = quarters.map(({ fiscalQuarterEnd }) => fiscalQuarterEnd);
  if (new Set(ends).size < ends.length) return `a quarter twice: ${ends.join(" ")}`;
  for (const quarter of quarters) {
    const right = known.find(({ fiscalQuarterEnd }) => fiscalQuarterEnd === quarter.fiscalQuarterEnd);
    if (!right) return `a phantom quarter ${quarter.fiscalQuarterEnd} of ${quarter.reportDate}`;
    const fault = quarterFault(quarter, right);
    if (fault) return `${quarter.fiscalQuarterEnd}: ${fault}`;
  }
  if (broken.estimate.state !== "missing") {
    const own = broken.estimate.data;
    // Without its result, the newest report is still to come.
    const overdue = known.find(({ fiscalQuarterEnd }) => fiscalQuarterEnd === own.fiscalQuarterEnd);
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

function quarterFault(quarter: ReportedQuarter, right: ReportedQuarter): string | null {
  const apart = daysBetween(quarter.reportDate ?? "", right.reportDate ?? "");
  if (Math.abs(apart) > A_DAY_OFF) return `the day ${quarter.reportDate} instead of ${right.reportDate}`;
  if (isResultDoubtful(quarter.doubt)) return null;
  if (Math.abs(quarter.actual - right.actual) > ROUNDING)
    return `${quarter.actual} instead of ${right.actual}`;
  if (quarter.estimate !== null && Math.abs(quarter.estimate - (right.estimate ?? Number.NaN)) > ROUNDING)
    return `the estimate ${quarter.estimate} instead of ${right.estimate}`;
  return null;
}
