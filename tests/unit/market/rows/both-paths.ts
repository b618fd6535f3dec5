import type { FigureDoubt, RowFault } from "#contract/figure-doubt.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { withValidation } from "#market/validated.ts";
import { type KnownOfCompany, mergeReports } from "#season/merge.ts";
import { type ReportObservation, reportObservationOf, type StoredReport } from "#season/report.ts";
import { anFmp } from "../fmp/bodies.ts";

/** A past quarter as a path from rows to reports gives it. */
export type Quarter = {
  end: string;
  day: string | null;
  estimate: number | null;
  actual: number;
  doubt: FigureDoubt | null;
};
export type Read = {
  quarters: Quarter[];
  next: { day: string; estimate: number | null } | null;
  faults: RowFault[];
};

const FROM = "2015-01-01";
const DAYS_AHEAD = 120;
const MAX_FORWARD_DAYS = 130;

/** FMP's answers about Acme, whose fiscal year is the calendar year unless the answers say otherwise. */
function source(rows: readonly unknown[], answers: Record<string, unknown>) {
  const bodies = {
    earnings: rows,
    "earnings-calendar": rows,
    "analyst-estimates?annual": [{ date: "2023-12-31" }, { date: "2024-12-31" }],
    "analyst-estimates?quarter": [],
    ...answers,
  };
  const told = Object.fromEntries(Object.entries(bodies).map(([list, body]) => [list, { body }]));
  return withValidation(anFmp(told).market);
}

/** Reads rows as the first analysis of an unknown company does, straight from the company's list. */
export async function readFirst(
  rows: readonly unknown[],
  now: Date,
  answers: Record<string, unknown> = {},
): Promise<Read> {
  return asRead(await source(rows, answers).company("ACME", now));
}

export function asRead({ history, estimate, reportDate }: CompanyReport): Read {
  const quarters = history.state === "missing" ? [] : history.data;
  return {
    quarters: quarters.map((quarter) => ({
      end: quarter.fiscalQuarterEnd,
      day: quarter.reportDate,
      estimate: quarter.estimate,
      actual: quarter.actual,
      doubt: quarter.doubt ?? null,
    })),
    next:
      reportDate.state === "missing"
        ? null
        : {
            day: easternDay(reportDate.data.from),
            estimate: estimate.state === "missing" ? null : estimate.data.consensusEps,
          },
    faults: (history.state !== "missing" && history.faults) || [],
  };
}

type Stored = { reports: StoredReport[]; faults: RowFault[] };

/** Reads rows as the store does: each answer of the market's calendar is merged into what is known. */
export async function readStored(
  answers: readonly (readonly unknown[])[],
  now: Date,
  company: KnownOfCompany = {},
  symbol = "ACME",
): Promise<Read> {
  let stored: Stored = { reports: [], faults: [] };
  for (const rows of answers) stored = merged(stored, await sightingsIn(rows, symbol, now), now, company);
  return storedAsRead(stored, easternDay(now));
}

async function sightingsIn(
  rows: readonly unknown[],
  symbol: string,
  now: Date,
): Promise<ReportObservation[]> {
  const part = await source(rows, {}).reports(FROM, addIsoDays(easternDay(now), DAYS_AHEAD), now);
  if (part.state === "missing") return [];
  return part.data.filter((row) => row.symbol === symbol).map((row) => reportObservationOf(row, "FMP"));
}

function merged(
  { reports, faults }: Stored,
  sightings: readonly ReportObservation[],
  now: Date,
  company: KnownOfCompany,
): Stored {
  const merge = mergeReports(reports, sightings, { now, today: easternDay(now) }, company);
  const gone = new Set([
    ...merge.renamed.map(({ from }) => from),
    ...merge.changed.map((report) => report.fiscalQuarterEnd),
  ]);
  const kept = reports.filter((report) => !gone.has(report.fiscalQuarterEnd));
  return {
    reports: [...kept, ...merge.changed].sort((a, b) => (a.reportDate < b.reportDate ? -1 : 1)),
    faults: [...faults, ...(merge.faults ?? [])],
  };
}

function storedAsRead({ reports, faults }: Stored, today: string): Read {
  const next = reports.find(
    ({ reportedEps, reportDate }) =>
      reportedEps === null && reportDate >= today && reportDate <= addIsoDays(today, MAX_FORWARD_DAYS),
  );
  return {
    quarters: reports.flatMap((report): Quarter[] =>
      report.reportedEps === null
        ? []
        : [
            {
              end: report.fiscalQuarterEnd,
              day: report.isDayKnown ? report.reportDate : null,
              estimate: report.consensusEps,
              actual: report.reportedEps,
              doubt: report.doubt,
            },
          ],
    ),
    next: next ? { day: next.reportDate, estimate: next.consensusEps } : null,
    faults,
  };
}
