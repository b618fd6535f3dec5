import { type SQL, sql } from "drizzle-orm";
import { easternDay, isoDay, weekOf } from "#contract/time.ts";
import { recordScope } from "#platform/scope.ts";
import type { SeasonStore } from "#season/store.ts";
import { escaped } from "./feeds.ts";
import { predictionPath } from "./settled-prediction.tsx";
import { stockPath, weekPath } from "./week-page.tsx";

const PATHS = [
  "/",
  "/calendar",
  "/track-record",
  "/track-record/versus-markets",
  "/track-record/model",
  "/data",
  "/data/track-record",
  "/developers",
  "/embed",
  "/security",
  "/status",
  "/privacy",
  "/terms",
];
/** The most addresses in one sitemap. The format allows 50,000. */
const MAX_ADDRESSES = 45_000;
const MAX_WEEKS = 3_000;
/**
 * Matches the names of the monthly sitemaps of settled predictions, such as "2026-11". The other sitemaps are
 * "pages", "weeks" and "stocks".
 */
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

type Address = { path: string; day?: string };

/**
 * Returns the index of all sitemaps. Settled predictions have one sitemap per month, because that of a past
 * month never changes again.
 */
export async function sitemapIndex(store: SeasonStore, origin: string): Promise<string> {
  const months = await monthsOf(store);
  const parts = ["pages", "weeks", "stocks", ...months];
  const maps = parts.map(
    (part) => `  <sitemap><loc>${escaped(`${origin}/sitemaps/${part}.xml`)}</loc></sitemap>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join("")}</sitemapindex>\n`;
}

export async function sitemapPart(store: SeasonStore, part: string, origin: string): Promise<string | null> {
  const addresses = await addressesOf(store, part);
  if (!addresses) return null;
  const urls = addresses.map(({ path, day }) => {
    const changed = day ? `<lastmod>${day}</lastmod>` : "";
    return `  <url><loc>${escaped(origin + path)}</loc>${changed}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}

async function addressesOf(store: SeasonStore, part: string): Promise<Address[] | null> {
  if (part === "pages") return PATHS.map((path) => ({ path }));
  if (part === "weeks") return weeksOf(store);
  if (part === "stocks") return stocksOf(store);
  return MONTH.test(part) ? settledIn(store, part) : null;
}

async function weeksOf({ db, ledgerId }: SeasonStore): Promise<Address[]> {
  const weeks = await db.all<{ monday: string }>(sql`
    WITH RECURSIVE week(monday) AS (
      SELECT date(min(report_date), 'weekday 0', '-6 days') FROM season_reports WHERE ledger_id = ${ledgerId}
      UNION ALL SELECT date(monday, '+7 days') FROM week
      WHERE monday < (SELECT max(report_date) FROM season_reports WHERE ledger_id = ${ledgerId}) LIMIT ${MAX_WEEKS})
    SELECT monday FROM week WHERE EXISTS (SELECT 1 FROM season_reports WHERE ledger_id = ${ledgerId}
      AND report_date BETWEEN monday AND date(monday, '+6 days') AND consensus_eps IS NOT NULL)`);
  return weeks.map(({ monday }) => ({ path: weekPath(weekOf(monday)) }));
}

async function stocksOf({ db, ledgerId }: SeasonStore): Promise<Address[]> {
  const stocks = await db.all<{ symbol: string }>(sql`SELECT symbol FROM season_companies AS c
    WHERE ledger_id = ${ledgerId} AND EXISTS (SELECT 1 FROM season_reports AS r WHERE r.ledger_id = c.ledger_id
      AND r.symbol = c.symbol AND r.is_comparable) ORDER BY symbol LIMIT ${MAX_ADDRESSES}`);
  return stocks.map(({ symbol }) => ({ path: stockPath(symbol) }));
}

const settled = (ledgerId: string): SQL => sql`scope = ${recordScope(ledgerId)} AND state = 'settled'`;

/** Returns all UTC months from the first settlement to the last, oldest first. */
async function monthsOf({ db, ledgerId }: SeasonStore): Promise<string[]> {
  const [ends] = await db.all<{ first: number | null; last: number | null }>(
    sql`SELECT min(settled_at) AS first, max(settled_at) AS last FROM predictions WHERE ${settled(ledgerId)}`,
  );
  if (!ends?.first || !ends.last) return [];
  const months: string[] = [];
  const last = isoDay(ends.last).slice(0, 7);
  for (const month = new Date(ends.first); ; month.setUTCMonth(month.getUTCMonth() + 1, 1)) {
    months.push(month.toISOString().slice(0, 7));
    if (months.at(-1) === last) return months;
  }
}

async function settledIn({ db, ledgerId }: SeasonStore, month: string): Promise<Address[] | null> {
  const first = new Date(`${month}-01T00:00:00Z`);
  const next = new Date(first);
  next.setUTCMonth(first.getUTCMonth() + 1);
  const rows = await db.all<{
    id: string;
    settledAt: number;
  }>(sql`SELECT id, settled_at AS settledAt FROM predictions
    WHERE ${settled(ledgerId)} AND settled_at >= ${first.getTime()} AND settled_at < ${next.getTime()}
      AND actual_eps IS NOT NULL ORDER BY settled_at, id LIMIT ${MAX_ADDRESSES}`);
  if (rows.length === 0) return null;
  return rows.map(({ id, settledAt }) => ({ path: predictionPath(id), day: easternDay(settledAt) }));
}

/** Returns the content of llms.txt, in the format of llmstxt.org. */
export function llmsText(origin: string, isSample: boolean): string {
  const link = (name: string, path: string, description: string) =>
    `- [${name}](${origin}${path}): ${description}`;
  return `# Beatcast

> The probability that a listed company beats the analysts' EPS consensus, beside the base rate of comparable companies. Predictions are locked in a public ledger before the report, settled by a written rule afterwards, and never changed.
${isSample ? "\nThis deployment plays a simulated market. No figure here is real.\n" : ""}
Every page is impersonal research for education, not investment advice. A probability is an estimate, and a beat does not mean that the share rises.

## Read without an account

${link("Track record", "/data/track-record", "how the predictions of record turned out, as one plain page")}
${link("Track record as JSON", "/track-record", "the same figures with `Accept: application/json`")}
${link("Against prediction markets", "/track-record/versus-markets", "our sealed probabilities beside public prices, scored on the same reports")}
${link("Model card", "/track-record/model", "what the number gives, how good it was on years that nobody had seen, and what it cannot know")}
${link("Settled predictions", "/data", "every one, as CSV, JSON Lines and Parquet, CC BY 4.0, with the meaning of each column")}
${link("One settled prediction", "/predictions/ID", "HTML, or JSON with `Accept: application/json`, with its ledger entries")}
${link("A company", "/stocks/AAPL", "past reports, base rate and the next date")}
${link("A card for other pages", "/embed", "one script tag shows a company's next report, base rate and last results")}
${link("Earnings calendar", "/calendar", "reports of this week and the next; a week has its own page at /calendar/2026-W48")}
${link("Feed", "/feeds/settled.atom", "newly settled predictions, as Atom")}
${link("Ledger", "/ledger-verifier.mjs", "a script that checks the ledger from its first entry")}

## Call with an account

${link("OpenAPI", "/api/openapi.json", "every call, its input, output, errors and rate")}
${link("MCP", "/mcp", "tools for assistants: analysis, calendar, history, base rate, and answers as of a past moment with their proof")}
${link("Developers", "/developers", "keys, webhooks, the calendar feed, and what each plan opens")}
`;
}
