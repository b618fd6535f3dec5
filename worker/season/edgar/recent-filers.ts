/** The item of a form 8-K with the heading "Results of Operations and Financial Condition". */
export const RESULTS_ITEM = "2.02";

/**
 * How many entries EDGAR returns per page. A busy evening has about three hundred 8-K filings in half an hour.
 */
const PER_PAGE = 100;
const MOST_PAGES = 4;
const ENTRY_LENGTH = 4_000;

type Entry = { cik: string; acceptedAt: number; hasResults: boolean };

/**
 * Returns the CIKs of companies that filed results (8-K, item 2.02) since a moment, from EDGAR's feed of the
 * newest filings. `read` returns a page of the feed, or null for an empty one.
 */
export async function recentFilersIn(
  read: (path: string) => Promise<string | null>,
  since: Date,
): Promise<readonly string[]> {
  const ciks = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({
      action: "getcurrent",
      type: "8-K",
      owner: "include",
      output: "atom",
      count: String(PER_PAGE),
      start: String(page * PER_PAGE),
    });
    const entries = entriesIn((await read(`/cgi-bin/browse-edgar?${query}`)) ?? "");
    const isNew = ({ acceptedAt }: Entry) => acceptedAt >= since.getTime();
    for (const entry of entries) if (isNew(entry) && entry.hasResults) ciks.add(entry.cik);
    if (entries.length < PER_PAGE || !entries.every(isNew)) break;
  }
  return [...ciks];
}

/**
 * Returns the entries of a feed page, newest first. Their titles read like "8-K - ACME INC (0000000001)
 * (Filer)".
 */
function entriesIn(feed: string): Entry[] {
  return feed
    .split("<entry>")
    .slice(1, 1 + PER_PAGE)
    .flatMap((whole): Entry[] => {
      const entry = whole.slice(0, ENTRY_LENGTH);
      const cik = /\((\d{10})\) \((?:Filer|Subject)\)<\/title>/.exec(entry)?.[1];
      const acceptedAt = Date.parse(/<updated>([^<]{1,40})<\/updated>/.exec(entry)?.[1] ?? "");
      if (!cik || Number.isNaN(acceptedAt)) return [];
      return [{ cik, acceptedAt, hasResults: entry.includes(`Item ${RESULTS_ITEM}:`) }];
    });
}
