import { and, eq } from "drizzle-orm";
import type { Disputed, ReleaseItems } from "#contract/company-release.ts";
import { daysBetween, easternDay } from "#contract/time.ts";
import { storeExhibit } from "#platform/files/exhibit-file.ts";
import { companyReleases } from "#platform/schema/releases.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import type { Exhibit as ReadableExhibit } from "../release/read-release.ts";
import type { SeasonStore } from "../store.ts";
import type { Exhibit, Filings, Release } from "../witness/filings.ts";
import { momentOf } from "../witness/read-filings.ts";

type Read = { items: ReleaseItems; disputed: readonly Disputed[] };

export type ReleaseDeps = SeasonStore & {
  files: R2Bucket;
  filings: Filings;
  readRelease: (exhibit: ReadableExhibit) => Promise<Read>;
};

/** A company's past year. */
const RELEASES = 4;
/** The release and what is filed beside it, such as tables. */
const EXHIBITS = 2;
/** A new filing's header may come after its line in the list. */
const HEADER_WITHIN_DAYS = 2;

/**
 * Reads a company's releases not yet stored. Throws `FilingsUnavailable`; a repetition goes on where this one
 * ended, and overlapping ones store the same rows.
 */
export async function fillReleases(deps: ReleaseDeps, symbol: string, now: Date): Promise<void> {
  const { db, ledgerId, filings } = deps;
  const company = and(eq(seasonCompanies.ledgerId, ledgerId), eq(seasonCompanies.symbol, symbol));
  const [known] = await db.select({ cik: seasonCompanies.cik }).from(seasonCompanies).where(company).limit(1);
  if (!known?.cik) return;
  const listed = (await filings.releases(known.cik)) ?? [];
  const seen = await storedAccessions(deps, symbol);
  // Oldest first: what came later stands on what came before.
  for (const release of newest(listed, easternDay(now)).toReversed())
    if (!seen.has(release.accession)) await readFiling(deps, { symbol, cik: known.cik, release }, now);
  await db.update(seasonCompanies).set({ releasesListedAt: now }).where(company);
}

/** The last four, and their amendments. */
function newest(listed: readonly Release[], today: string): Release[] {
  const known = listed
    .filter(({ filingDate }) => filingDate <= today)
    .toSorted((a, b) => (a.filingDate < b.filingDate ? 1 : -1));
  const since = known.filter(({ isAmendment }) => !isAmendment)[RELEASES - 1]?.filingDate ?? "";
  return known.filter(({ filingDate }) => filingDate >= since).slice(0, 2 * RELEASES);
}

type Filing = { symbol: string; cik: string; release: Release };

/** At once: a filing is stored whole or not at all. */
async function readFiling(deps: ReleaseDeps, { symbol, cik, release }: Filing, now: Date): Promise<void> {
  const { db, ledgerId, filings } = deps;
  const { accession, isAmendment, filingDate, acceptedText } = release;
  const header = await filings.header(cik, accession);
  if (!header && daysBetween(filingDate, easternDay(now)) <= HEADER_WITHIN_DAYS) return;
  const acceptedAt = header?.acceptedAt ?? momentOf(acceptedText)?.to ?? new Date(`${filingDate}T22:00:00Z`);
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
      ...{ file, hash, url: filings.documentUrl(cik, accession, file) },
      items: isEmpty ? null : JSON.stringify(items),
      disputed: disputed.length === 0 ? null : JSON.stringify(disputed),
    });
  }
  if (rows.length === 0) rows.push({ ...head, file: "", url: filings.documentUrl(cik, accession, null) });
  await db.insert(companyReleases).values(rows).onConflictDoNothing();
}

/** Exhibit 99.1 first; pictures and PDF files hold no text. */
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
