import { and, between, eq, getTableColumns, sql } from "drizzle-orm";
import { isSameQuarter, SAME_QUARTER_DAYS } from "#contract/fiscal-quarter.ts";
import { dottedClass } from "#contract/symbol.ts";
import { daysBetween, easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { isWitnessOfReport, reportWitnesses } from "#platform/schema/witness.ts";
import { reportsAtOf } from "./slate/lock-times.ts";
import type { SeasonStore } from "./store.ts";
import { witnessOf } from "./witness/witness.ts";

export type ReportedStore = SeasonStore & {
  /** Most trusted first; never an imported file. */
  sources: readonly string[];
  /** New figures then wait for the companies' filings. */
  hasFilings: boolean;
};

type Quarter = { symbol: string; fiscalQuarterEnd: string };

export type Found = Awaited<ReturnType<typeof findReported>>[number];

/** In the quarters' order. `now` is the market's time. */
export async function findReported(store: ReportedStore, quarters: readonly Quarter[], now: Date) {
  if (quarters.length === 0) return [];
  const { db, ledgerId } = store;
  const symbols = JSON.stringify([...new Set(quarters.map(({ symbol }) => dottedClass(symbol)))]);
  const ends = quarters.map(({ fiscalQuarterEnd }) => fiscalQuarterEnd).sort();
  const [from = "", to = ""] = [ends[0], ends.at(-1)];
  // No batch: it would mix up columns of one name.
  const [reports, companies] = await Promise.all([
    db
      .select({ report: getTableColumns(seasonReports), filed: getTableColumns(reportWitnesses) })
      .from(seasonReports)
      .leftJoin(reportWitnesses, isWitnessOfReport)
      .where(
        and(
          eq(seasonReports.ledgerId, ledgerId),
          sql`${seasonReports.symbol} IN (SELECT value FROM json_each(${symbols}))`,
          between(
            seasonReports.fiscalQuarterEnd,
            dayAfter(from, -SAME_QUARTER_DAYS),
            dayAfter(to, SAME_QUARTER_DAYS),
          ),
        ),
      ),
    db
      .select({
        symbol: seasonCompanies.symbol,
        askedAt: seasonCompanies.askedAt,
        answeredAt: seasonCompanies.answeredAt,
      })
      .from(seasonCompanies)
      .where(
        and(
          eq(seasonCompanies.ledgerId, ledgerId),
          sql`${seasonCompanies.symbol} IN (SELECT value FROM json_each(${symbols}))`,
        ),
      ),
  ]);
  const reportsOf = Map.groupBy(reports, ({ report }) => report.symbol);
  const companyOf = new Map(companies.map(({ symbol, ...asked }) => [symbol, asked]));
  return quarters.map(({ symbol: asked, fiscalQuarterEnd }) => {
    const symbol = dottedClass(asked);
    const same = (reportsOf.get(symbol) ?? []).filter(({ report }) =>
      isSameQuarter(report.fiscalQuarterEnd, fiscalQuarterEnd),
    );
    const { askedAt = null, answeredAt = null } = companyOf.get(symbol) ?? {};
    // About the company's overdue figure.
    return { ...foundIn(store, same, fiscalQuarterEnd, now), askedAt, answeredAt };
  });
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
    /** Most trusted first. */
    figures: reported.map(({ report: { source, reportedEps, isDayKnown, reportDate, consensusEps } }) => ({
      source,
      eps: reportedEps ?? 0,
      reportDate: isDayKnown ? reportDate : null,
      estimate: consensusEps,
    })),
    /** Null once it is out, or where its day is not known. */
    expectedAt: open && !first ? reportsAtOf(open.report) : null,
    witness: hasFilings && first ? witnessOf(first.filed, first.report.reportedSeenAt, now) : null,
  };
}
