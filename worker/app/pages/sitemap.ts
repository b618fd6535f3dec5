import { sql } from "drizzle-orm";
import { weekOf } from "#contract/weeks.ts";
import type { SeasonStore } from "#season/store.ts";
import { stockPath, weekPath } from "./week-page.ts";

/** The pages of every deployment that a search engine may list. */
const PATHS = ["/", "/calendar", "/track-record", "/data", "/developers", "/privacy", "/terms"];
/** A sitemap may name 50,000 addresses. */
const MAX_STOCKS = 45_000;
const MAX_WEEKS = 3_000;

/** Every public page there is: weeks and companies with a report. By the index on the day and the primary keys. */
export async function sitemapOf({ db, ledgerId }: SeasonStore, origin: string): Promise<string> {
  const [weeks, stocks] = await Promise.all([
    db.all<{ monday: string }>(sql`
      WITH RECURSIVE week(monday) AS (
        SELECT date(min(report_date), 'weekday 0', '-6 days') FROM season_reports WHERE ledger_id = ${ledgerId}
        UNION ALL SELECT date(monday, '+7 days') FROM week
        WHERE monday < (SELECT max(report_date) FROM season_reports WHERE ledger_id = ${ledgerId}) LIMIT ${MAX_WEEKS})
      SELECT monday FROM week WHERE EXISTS (SELECT 1 FROM season_reports WHERE ledger_id = ${ledgerId}
        AND report_date BETWEEN monday AND date(monday, '+6 days') AND consensus_eps IS NOT NULL)`),
    db.all<{ symbol: string }>(sql`SELECT symbol FROM season_companies AS c WHERE ledger_id = ${ledgerId}
      AND EXISTS (SELECT 1 FROM season_reports AS r WHERE r.ledger_id = c.ledger_id AND r.symbol = c.symbol
        AND r.is_comparable) ORDER BY symbol LIMIT ${MAX_STOCKS}`),
  ]);
  const paths = [
    ...PATHS,
    ...weeks.map(({ monday }) => weekPath(weekOf(monday))),
    ...stocks.map(({ symbol }) => stockPath(symbol)),
  ];
  const urls = paths.map((path) => `  <url><loc>${escaped(origin + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
