import { and, eq, sql } from "drizzle-orm";
import type { Disputed, ReleaseItems } from "#contract/company-release.ts";
import { addIsoDays, DAY_MS, daysBetween, easternDay, HOUR_MS } from "#contract/time.ts";
import { isAmong } from "#platform/db/client.ts";
import { storeExhibit } from "#platform/files/evidence-file.ts";
import { companyReleases } from "#platform/schema/releases.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import type { ReadableExhibit } from "../release/read-release.ts";
import type { SeasonStore } from "../store.ts";
import type { Exhibit, Filings, Release } from "../witness/filings.ts";
import { parseAcceptanceTime } from "../witness/read-filings.ts";

/**
 * A company's releases are listed at this interval on the days around a report (EAGER_DAYS), until its release
 * has been read.
 */
const EAGER_MS = 25 * 60_000;
const EAGER_DAYS = { before: 1, after: 4 } as const;
/** On all other days its releases are listed at this interval, because one may appear on a day that no calendar shows. */
const USUAL_MS = 7 * DAY_MS;
/** A form 8-K is due within four business days of the report. */
const FILED_WITHIN_DAYS = 6;

/**
 * Returns up to `limit` companies whose releases are due to be listed: first those with a report around today,
 * then those never listed, the largest first. Only companies with a known SEC number count.
 */
export async function dueReleases(
  { db, ledgerId }: SeasonStore,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const today = easternDay(now);
  const before = (ms: number) => now.getTime() - ms;
  const rows = await db.all<{ symbol: string }>(sql`
    WITH expected AS (
      SELECT DISTINCT r.symbol FROM season_reports AS r INDEXED BY season_reports_by_day
      WHERE r.ledger_id = ${ledgerId}
        AND r.report_date BETWEEN ${addIsoDays(today, -EAGER_DAYS.after)} AND ${addIsoDays(today, EAGER_DAYS.before)}
        AND NOT EXISTS (SELECT 1 FROM company_releases AS seen WHERE seen.ledger_id = r.ledger_id
          AND seen.symbol = r.symbol AND seen.filing_date BETWEEN date(r.report_date, '-1 day')
          AND date(r.report_date, ${`+${FILED_WITHIN_DAYS} days`}))
    )
    SELECT c.symbol FROM season_companies AS c LEFT JOIN expected AS e ON e.symbol = c.symbol
    WHERE c.ledger_id = ${ledgerId} AND c.is_active AND c.cik IS NOT NULL
      AND coalesce(c.releases_listed_at, 0) <= iif(e.symbol IS NULL, ${before(USUAL_MS)}, ${before(EAGER_MS)})
      AND EXISTS (SELECT 1 FROM season_reports AS r WHERE r.ledger_id = c.ledger_id AND r.symbol = c.symbol)
    ORDER BY e.symbol IS NULL, c.releases_listed_at IS NOT NULL, coalesce(c.market_cap, 0) DESC, c.symbol
    LIMIT ${limit}`);
  return rows.map(({ symbol }) => symbol);
}

/** How far back recent filings are requested. It covers several runs, so that a failed one loses nothing. */
const RECENT_MS = HOUR_MS / 2;

/**
 * Makes companies that filed results in the last half hour due at once, whatever the calendar says, unless such
 * a release has been read. Throws `FilingsUnavailable`.
 */
export async function markFilers(
  { db, ledgerId, filings }: SeasonStore & { filings: Filings },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - RECENT_MS);
  const ciks = await filings.recentFilers(since);
  if (ciks.length === 0) return;
  await db
    .update(seasonCompanies)
    .set({ releasesListedAt: null })
    .where(
      and(
        eq(seasonCompanies.ledgerId, ledgerId),
        isAmong(seasonCompanies.cik, ciks),
        sql`NOT EXISTS (SELECT 1 FROM company_releases AS r WHERE r.ledger_id = ${ledgerId}
          AND r.symbol = ${seasonCompanies.symbol} AND r.accepted_at >= ${since.getTime()})`,
      ),
    );
}

type ReadExhibit = { items: ReleaseItems; disputed: readonly Disputed[] };

export type ReleaseDeps = SeasonStore & {
  files: R2Bucket;
  filings: Filings;
  readRelease: (exhibit: ReadableExhibit) => Promise<ReadExhibit>;
};

/** How many releases of a company are read: those of the past year. */
const RELEASES = 4;
/** How many documents of a filing are read: the release and one filed with it, such as tables. */
const EXHIBITS = 2;
/**
 * The header of a new filing may appear this many days later than its line in EDGAR's list. Until then the
 * filing is not read without it.
 */
const HEADER_WITHIN_DAYS = 2;

/**
 * Reads and stores a company's releases that are not stored yet. Throws `FilingsUnavailable`. A retry continues
 * where the failed run stopped, and overlapping runs store the same rows.
 */
export async function fillReleases(deps: ReleaseDeps, symbol: string, now: Date): Promise<void> {
  const { db, ledgerId, filings } = deps;
  const company = and(eq(seasonCompanies.ledgerId, ledgerId), eq(seasonCompanies.symbol, symbol));
  const [companyRow] = await db
    .select({ cik: seasonCompanies.cik })
    .from(seasonCompanies)
    .where(company)
    .limit(1);
  if (!companyRow?.cik) return;
  const listed = (await filings.releases(companyRow.cik)) ?? [];
  const storedKeys = await storedAccessions(deps, symbol);
  // The oldest are read first, because later releases refer to earlier ones.
  for (const release of newest(listed, easternDay(now)).toReversed())
    if (!storedKeys.has(release.accession))
      await readFiling(deps, { symbol, cik: companyRow.cik, release }, now);
  await db.update(seasonCompanies).set({ releasesListedAt: now }).where(company);
}

/** Returns the last four releases published by `today`, with their amendments, newest first. */
function newest(listed: readonly Release[], today: string): Release[] {
  const published = listed
    .filter(({ filingDate }) => filingDate <= today)
    .toSorted((a, b) => (a.filingDate < b.filingDate ? 1 : -1));
  const since = published.filter(({ isAmendment }) => !isAmendment)[RELEASES - 1]?.filingDate ?? "";
  return published.filter(({ filingDate }) => filingDate >= since).slice(0, 2 * RELEASES);
}

type Filing = { symbol: string; cik: string; release: Release };

/**
 * Reads a filing's documents and stores what they say in one statement, so that a filing is stored completely
 * or not at all.
 */
async function readFiling(deps: ReleaseDeps, { symbol, cik, release }: Filing, now: Date): Promise<void> {
  const { db, ledgerId, filings } = deps;
  const { accession, isAmendment, filingDate, acceptedText } = release;
  const header = await filings.header(cik, accession);
  if (!header && daysBetween(filingDate, easternDay(now)) <= HEADER_WITHIN_DAYS) return;
  const acceptedAt =
    header?.acceptedAt ?? parseAcceptanceTime(acceptedText)?.to ?? new Date(`${filingDate}T22:00:00Z`);
  const head = { ledgerId, symbol, accession, isAmendment, filingDate, acceptedAt, readAt: now };
  const rows: (typeof companyReleases.$inferInsert)[] = [];
  for (const [i, { file }] of documentsOf(header?.exhibits ?? []).entries()) {
    const text = await filings.exhibit(cik, accession, file);
    if (text === null) continue;
    const hash = await storeExhibit(deps.files, text);
    const { items, disputed } = await deps.readRelease({ html: text, filedOn: filingDate, isMain: i === 0 });
    const isEmpty = items.guidance.length + items.reported.length + items.outlook.length === 0;
    rows.push({
      ...head,
      file,
      hash,
      url: filings.documentUrl(cik, accession, file),
      items: isEmpty ? null : JSON.stringify(items),
      disputed: disputed.length === 0 ? null : JSON.stringify(disputed),
    });
  }
  if (rows.length === 0) rows.push({ ...head, file: "", url: filings.documentUrl(cik, accession, null) });
  await db.insert(companyReleases).values(rows).onConflictDoNothing();
}

/**
 * Returns the exhibits to read, 99.1 first. Pictures and PDF files are left out, because they contain no text.
 */
function documentsOf(exhibits: readonly Exhibit[]): Exhibit[] {
  return exhibits
    .filter(({ type, file }) => /^EX-99(\.|$)/.test(type) && /\.(?:html?|txt)$/i.test(file))
    .toSorted((a, b) => a.type.localeCompare(b.type, "en", { numeric: true }))
    .slice(0, EXHIBITS);
}

async function storedAccessions({ db, ledgerId }: SeasonStore, symbol: string): Promise<Set<string>> {
  const rows = await db
    .select({ accession: companyReleases.accession })
    .from(companyReleases)
    .where(and(eq(companyReleases.ledgerId, ledgerId), eq(companyReleases.symbol, symbol)));
  return new Set(rows.map(({ accession }) => accession));
}
