import { and, eq } from "drizzle-orm";
import { DAY_MS, daysBetween, easternDay, HOUR_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { reportWitnesses } from "#platform/schema/releases.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { type Exhibit, type Filings, FilingsUnavailable } from "./filings.ts";
import { findFigure } from "./find-figure.ts";
import { gaapEpsOf, parseAcceptanceTime, releaseOf } from "./read-filings.ts";
import type { ReportKey } from "./witness.ts";

export type WitnessDeps = { db: Database; ledgerId: string; filings: Filings };

/**
 * Filings are looked for until this many days after the report. The 10-K with a fourth quarter has been filed
 * by then.
 */
const LOOK_FOR_DAYS = 75;
/**
 * For this many days after the report, its release is looked for every hour. After that it is looked for daily,
 * as the GAAP figure is.
 */
const EAGER_DAYS = 2;
/**
 * When the SEC does not answer, the next request follows after the time that the SEC states, at least a minute
 * and at most this long.
 */
const LONGEST_WAIT_SECONDS = 3_600;

type Row = typeof reportWitnesses.$inferSelect;
type KnownSubject = {
  report: typeof seasonReports.$inferSelect;
  company: typeof seasonCompanies.$inferSelect;
};

/**
 * Looks in a company's SEC filings for a reported figure and stores what they say. Returns the seconds after
 * which to retry when the SEC does not answer, otherwise null. Safe to retry or overlap.
 */
export async function witnessReport(
  deps: WitnessDeps,
  subject: ReportKey,
  now: Date,
): Promise<number | null> {
  const subjectRows = await readKnown(deps, subject);
  if (!subjectRows?.report || subjectRows.report.reportedEps === null) return null;
  const before = await readWitness(deps, subject);
  const isSameFigure = before?.reportedEps === subjectRows.report.reportedEps;
  if (before && isSameFigure && (before.lookAgainAt === null || before.lookAgainAt > now)) return null;
  const row: Row = {
    ...(before && isSameFigure ? before : empty(deps, subjectRows, now)),
    attempts: (before?.attempts ?? 0) + 1,
    lookedAt: now,
  };
  const failure = await look(deps, subjectRows, row, now).catch((error: unknown): FilingsUnavailable => {
    if (error instanceof FilingsUnavailable) return error;
    throw error;
  });
  const waitSeconds = failure && Math.min(LONGEST_WAIT_SECONDS, Math.max(60, failure.retryAfterSeconds ?? 0));
  // The row becomes due just before the retry of this message, so that other messages about the report do
  // nothing until the retry.
  row.lookAgainAt = waitSeconds
    ? new Date(now.getTime() + (waitSeconds - 10) * 1000)
    : nextLook(row, subjectRows, now);
  await store(deps, subjectRows, row);
  return waitSeconds ?? null;
}

async function look(
  { filings }: WitnessDeps,
  { report, company }: KnownSubject,
  row: Row,
  now: Date,
): Promise<void> {
  const { cik } = company;
  if (!cik) return;
  if (row.finding === "no_release" || row.documentUrl === null)
    await lookIntoRelease(filings, cik, report, row, now);
  if (row.gaapEps === null) await lookForGaap(filings, cik, report, row);
}

async function lookIntoRelease(
  filings: Filings,
  cik: string,
  report: KnownSubject["report"],
  row: Row,
  now: Date,
) {
  const releases = (await filings.releases(cik)) ?? [];
  const today = easternDay(now);
  const release = releaseOf(
    releases.filter(({ filingDate }) => filingDate <= today),
    report,
  );
  if (!release) return;
  const header = await filings.header(cik, release.accession);
  const moment = header
    ? { from: header.acceptedAt, to: header.acceptedAt }
    : parseAcceptanceTime(release.acceptedText);
  row.releasedFrom = moment?.from ?? null;
  row.releasedTo = moment?.to ?? null;
  row.finding = "not_found";
  const exhibit = pressRelease(header?.exhibits ?? []);
  if (!exhibit) return;
  const html = await filings.exhibit(cik, release.accession, exhibit.file);
  if (html === null) return;
  row.documentUrl = filings.documentUrl(cik, release.accession, exhibit.file);
  const finding = findFigure(html, row.reportedEps);
  row.finding = finding.state;
  if (finding.state === "not_found") return;
  row.exhibitBasis = finding.basis;
  row.quote = finding.quote;
  row.exhibitEps = finding.state === "contradicted" ? finding.eps : null;
}

async function lookForGaap(filings: Filings, cik: string, report: KnownSubject["report"], row: Row) {
  const eps =
    (await filings.facts(cik, "EarningsPerShareDiluted")) ??
    (await filings.facts(cik, "EarningsPerShareBasicAndDiluted")) ??
    [];
  const own = gaapEpsOf(eps, [], report);
  const shares = own
    ? []
    : ((await filings.facts(cik, "WeightedAverageNumberOfDilutedSharesOutstanding")) ?? []);
  const gaap = own ?? gaapEpsOf(eps, shares, report);
  row.gaapEps = gaap?.eps ?? null;
  row.isGaapDerived = gaap?.isDerived ?? null;
  row.gaapFiled = gaap?.filed ?? null;
}

/** Returns exhibit 99.1 or, without one, the only exhibit 99. */
function pressRelease(exhibits: readonly Exhibit[]): Exhibit | undefined {
  const releases = exhibits.filter(({ type }) => /^EX-99(\.|$)/.test(type));
  return (
    releases.find(({ type }) => /^EX-99\.0?1$/.test(type)) ??
    (releases.length === 1 ? releases[0] : undefined)
  );
}

function nextLook(row: Row, { report }: KnownSubject, now: Date): Date | null {
  const age = daysBetween(report.reportDate, easternDay(now));
  const isDone = row.documentUrl !== null && row.gaapEps !== null;
  if (isDone || age > LOOK_FOR_DAYS) return null;
  const isEager = row.documentUrl === null && age <= EAGER_DAYS;
  return new Date(now.getTime() + (isEager ? HOUR_MS : DAY_MS));
}

function empty({ ledgerId }: WitnessDeps, { report }: KnownSubject, now: Date): Row {
  return {
    ledgerId,
    symbol: report.symbol,
    fiscalQuarterEnd: report.fiscalQuarterEnd,
    reportedEps: report.reportedEps ?? 0,
    finding: "no_release",
    releasedFrom: null,
    releasedTo: null,
    documentUrl: null,
    exhibitEps: null,
    exhibitBasis: null,
    quote: null,
    gaapEps: null,
    isGaapDerived: null,
    gaapFiled: null,
    attempts: 0,
    firstLookedAt: now,
    lookedAt: now,
    lookAgainAt: null,
  };
}

/**
 * Stores what was found. The basis (adjusted or GAAP) of a confirmed figure becomes that of the report and of
 * the company.
 */
async function store(
  { db, ledgerId }: WitnessDeps,
  { report, company }: KnownSubject,
  row: Row,
): Promise<void> {
  const basis = row.finding === "confirmed" ? row.exhibitBasis : null;
  const write = db
    .insert(reportWitnesses)
    .values(row)
    .onConflictDoUpdate({
      target: [reportWitnesses.ledgerId, reportWitnesses.symbol, reportWitnesses.fiscalQuarterEnd],
      set: row,
    });
  if (!basis || (basis === report.basis && basis === company.basis)) return void (await write);
  const { symbol, fiscalQuarterEnd } = report;
  await db.batch([
    write,
    db
      .update(seasonReports)
      .set({ basis })
      .where(
        and(
          eq(seasonReports.ledgerId, ledgerId),
          eq(seasonReports.symbol, symbol),
          eq(seasonReports.fiscalQuarterEnd, fiscalQuarterEnd),
        ),
      ),
    db
      .update(seasonCompanies)
      .set({ basis })
      .where(and(eq(seasonCompanies.ledgerId, ledgerId), eq(seasonCompanies.symbol, symbol))),
  ]);
}

async function readKnown({ db, ledgerId }: WitnessDeps, subject: ReportKey): Promise<KnownSubject | null> {
  const [row] = await db
    .select({ report: seasonReports, company: seasonCompanies })
    .from(seasonReports)
    .innerJoin(seasonCompanies, isCompanyOfReport)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        eq(seasonReports.symbol, subject.symbol),
        eq(seasonReports.fiscalQuarterEnd, subject.fiscalQuarterEnd),
      ),
    )
    .limit(1);
  return row ?? null;
}

async function readWitness({ db, ledgerId }: WitnessDeps, subject: ReportKey): Promise<Row | null> {
  const [row] = await db
    .select()
    .from(reportWitnesses)
    .where(
      and(
        eq(reportWitnesses.ledgerId, ledgerId),
        eq(reportWitnesses.symbol, subject.symbol),
        eq(reportWitnesses.fiscalQuarterEnd, subject.fiscalQuarterEnd),
      ),
    )
    .limit(1);
  return row ?? null;
}
