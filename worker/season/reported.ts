import { and, between, eq, getTableColumns } from "drizzle-orm";
import { isSameQuarter, SAME_QUARTER_DAYS } from "#contract/fiscal-quarter.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { addIsoDays, daysBetween, easternDay } from "#contract/time.ts";
import { isAmong } from "#platform/db/client.ts";
import { isWitnessOfReport, reportWitnesses } from "#platform/schema/releases.ts";
import { seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { readSplits } from "./splits.ts";
import type { SeasonStore } from "./store.ts";
import { reportsAtOf } from "./upcoming/lock-times.ts";
import { witnessOf } from "./witness/witness.ts";

export type ReportedStore = SeasonStore & {
  /** The market data sources, most trusted first. Imported files are never among them. */
  sources: readonly string[];
  /** When true, settlement of a new figure waits for the company's filing with the SEC. */
  hasFilings: boolean;
};

type Quarter = { symbol: string; fiscalQuarterEnd: string };

export type FoundReport = Awaited<ReturnType<typeof findReported>>[number];

/**
 * Returns for each quarter, in the given order, the reported figures and what else settlement must know about
 * it.
 */
export async function findReported(store: ReportedStore, quarters: readonly Quarter[], now: Date) {
  if (quarters.length === 0) return [];
  const { db, ledgerId } = store;
  const names = [...new Set(quarters.map(({ symbol }) => withDottedShareClass(symbol)))];
  const ends = quarters.map(({ fiscalQuarterEnd }) => fiscalQuarterEnd).sort();
  const [from = "", to = ""] = [ends[0], ends.at(-1)];
  // Three queries are used because a batch would mix up columns with the same name.
  const [reports, companies, splits] = await Promise.all([
    db
      .select({ report: getTableColumns(seasonReports), filed: getTableColumns(reportWitnesses) })
      .from(seasonReports)
      .leftJoin(reportWitnesses, isWitnessOfReport)
      .where(
        and(
          eq(seasonReports.ledgerId, ledgerId),
          isAmong(seasonReports.symbol, names),
          between(
            seasonReports.fiscalQuarterEnd,
            addIsoDays(from, -SAME_QUARTER_DAYS - LONGEST_QUARTER_DAYS),
            addIsoDays(to, SAME_QUARTER_DAYS),
          ),
        ),
      ),
    db
      .select({
        symbol: seasonCompanies.symbol,
        askedAt: seasonCompanies.askedAt,
        answeredAt: seasonCompanies.answeredAt,
        currency: seasonCompanies.currency,
        endedOn: seasonCompanies.endedOn,
        endedHow: seasonCompanies.endedHow,
        endedBy: seasonCompanies.endedBy,
      })
      .from(seasonCompanies)
      .where(and(eq(seasonCompanies.ledgerId, ledgerId), isAmong(seasonCompanies.symbol, names))),
    readSplits(store, names, easternDay(now)),
  ]);
  const reportsOf = Map.groupBy(reports, ({ report }) => report.symbol);
  const companyOf = new Map(companies.map(({ symbol, ...asked }) => [symbol, asked]));
  return quarters.map(({ symbol: requestedSymbol, fiscalQuarterEnd }) => {
    const symbol = withDottedShareClass(requestedSymbol);
    const companyRows = reportsOf.get(symbol) ?? [];
    const same = companyRows.filter(({ report }) => isSameQuarter(report.fiscalQuarterEnd, fiscalQuarterEnd));
    const company = companyOf.get(symbol);
    return {
      ...foundIn(store, same, fiscalQuarterEnd, now),
      /** When the company's overdue figure was last requested from the source. */
      askedAt: company?.askedAt ?? null,
      answeredAt: company?.answeredAt ?? null,
      /** The current currency of the company's reports. */
      currency: company?.currency ?? null,
      shortQuarterDays: shortQuarterDays(companyRows, same),
      splits: splits.get(symbol) ?? [],
      ended: company?.endedOn
        ? { on: company.endedOn, how: company.endedHow ?? "delisted", by: company.endedBy }
        : null,
    };
  });
}

/** Two quarter ends of a regular fiscal year are at least this many days apart. */
const SHORTEST_QUARTER_DAYS = 75;
const LONGEST_QUARTER_DAYS = 110;

/**
 * Returns the number of days between the quarter's end and the nearest other quarter end when it is too small
 * for a regular quarter, because the company changed its fiscal year. Returns null otherwise.
 */
function shortQuarterDays(companyRows: readonly Row[], same: readonly Row[]): number | null {
  const named = (rows: readonly Row[]) =>
    rows.flatMap(({ report }) => (report.isQuarterDeclared ? [report.fiscalQuarterEnd] : []));
  const [end] = named(same);
  if (end === undefined) return null;
  const apart = named(companyRows)
    .map((otherEnd) => daysBetween(otherEnd, end))
    .filter((days) => days > SAME_QUARTER_DAYS);
  const days = Math.min(...apart);
  return days < SHORTEST_QUARTER_DAYS ? days : null;
}

type Row = {
  report: typeof seasonReports.$inferSelect;
  filed: typeof reportWitnesses.$inferSelect | null;
};

function foundIn(
  { sources, hasFilings }: ReportedStore,
  rows: readonly Row[],
  fiscalQuarterEnd: string,
  now: Date,
) {
  const apart = ({ report }: Row) => Math.abs(daysBetween(report.fiscalQuarterEnd, fiscalQuarterEnd));
  const trust = ({ report }: Row) => sources.indexOf(report.source);
  const reported = rows
    .filter(({ report: { reportedEps, isImported, reportDate } }) => {
      return reportedEps !== null && !isImported && reportDate <= easternDay(now);
    })
    .filter((row) => trust(row) >= 0)
    .toSorted((a, b) => trust(a) - trust(b) || apart(a) - apart(b));
  const [first] = reported;
  const open = rows.find(({ report: { reportedEps, isDayKnown } }) => reportedEps === null && isDayKnown);
  return {
    figures: reported.map(
      ({ report: { source, reportedEps, isDayKnown, reportDate, consensusEps, doubt } }) => ({
        source,
        eps: reportedEps ?? 0,
        reportDate: isDayKnown ? reportDate : null,
        estimate: consensusEps,
        ...(doubt === null ? {} : { doubt }),
      }),
    ),
    /** When the report is expected; null once it is published, or when its day is not known. */
    expectedAt: open && !first ? reportsAtOf(open.report) : null,
    witness: hasFilings && first ? witnessOf(first.filed, first.report.reportedSeenAt, now) : null,
  };
}
