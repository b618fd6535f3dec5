import { sql } from "drizzle-orm";
import { weekOf } from "#contract/time.ts";
import type { SeasonStore } from "#season/store.ts";
import { predictionPath, type SettledPrediction, settledSentence, subjectOf } from "./settled-prediction.ts";
import { stockPath, weekPath } from "./week-page.ts";

/** Atom (RFC 4287), newest first. `isSample` is said in each title. */
export function settledFeed(
  predictions: readonly SettledPrediction[],
  { origin, isSample }: { origin: string; isSample: boolean },
): string {
  const prefix = isSample ? "Sample data. " : "";
  const moment = (ms: number) => new Date(ms).toISOString();
  const entries = predictions.map((prediction) => {
    const { id, companyName, predictionType, outcome, settledAt, isReplayed } = prediction;
    const address = origin + predictionPath(id);
    const later = isReplayed ? " Computed later for the simulated market." : "";
    return `  <entry>
    <id>${escaped(address)}</id>
    <title>${escaped(`${prefix}${subjectOf(prediction)}: predicted ${predictionType}, reported ${outcome}`)}</title>
    <updated>${moment(settledAt)}</updated>
    <link rel="alternate" type="text/html" href="${escaped(address)}"/>
    <summary>${escaped(`${companyName}. ${settledSentence(prediction)}${later}`)}</summary>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escaped(origin)}/feeds/settled.atom</id>
  <title>${prefix}Beatcast: settled predictions</title>
  <updated>${moment(predictions[0]?.settledAt ?? 0)}</updated>
  <author><name>Beatcast</name></author>
  <link rel="self" type="application/atom+xml" href="${escaped(origin)}/feeds/settled.atom"/>
  <link rel="alternate" type="text/html" href="${escaped(origin)}/track-record"/>
${entries.join("")}</feed>
`;
}

/** What XML cannot hold is left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Of every deployment. */
const PATHS = [
  "/",
  "/calendar",
  "/track-record",
  "/data",
  "/developers",
  "/security",
  "/status",
  "/privacy",
  "/terms",
];
/** The format's limit is 50,000 addresses. */
const MAX_STOCKS = 45_000;
const MAX_WEEKS = 3_000;

/** With the weeks and companies that have a report. By the index on the day and the primary keys. */
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
