import { execFileSync } from "node:child_process";
import { z } from "zod";
import { type LabelFamily, servingFamily } from "#model/history.ts";
import { recordScope } from "#platform/scope.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";

type ArchivePlace = "local" | "remote";

const DATABASE = "beatcast";
/** Stays well below D1's limits for one statement. */
const ROWS_A_PAGE = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

const rowSchema = z.object({
  symbol: z.string(),
  reportDate: z.iso.date(),
  session: z.enum(["pre", "post"]).nullable(),
  epsEstimate: z.number(),
  epsActual: z.number(),
  sector: z.string().nullable(),
  industry: z.string().nullable(),
  country: z.string().nullable(),
  marketCap: z.number().nullable(),
  guidanceAgainstConsensus: z.number().nullable(),
});
type ArchiveRow = z.infer<typeof rowSchema>;

/**
 * From the market's source, not a file, with the consensus last seen before the report, and what the company had
 * guided at the lock of record. No pre-split figures or estimated days.
 */
export function archiveStatement(ledgerId: string, page: number): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return `SELECT r.symbol, r.report_date AS reportDate, r.session, r.consensus_eps AS epsEstimate, r.reported_eps AS epsActual,
  c.sector, c.industry, c.country, c.market_cap AS marketCap, p.guidance_against_consensus AS guidanceAgainstConsensus
FROM season_reports AS r LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
  LEFT JOIN predictions AS p ON p.scope = ${quoted(recordScope(ledgerId))}
    AND p.request_key = r.symbol || ' ' || r.fiscal_quarter_end
WHERE r.ledger_id = ${quoted(ledgerId)} AND r.is_beat IS NOT NULL AND r.consensus_eps IS NOT NULL
  AND r.reported_eps IS NOT NULL AND r.is_day_known AND r.is_comparable AND NOT r.is_imported
ORDER BY r.report_date, r.symbol LIMIT ${ROWS_A_PAGE} OFFSET ${page * ROWS_A_PAGE}`;
}

/** By wrangler. Throws HistoryError where it fails. */
export function readArchive(place: ArchivePlace, ledgerId: string): EarningsEvent[][] {
  const rows: ArchiveRow[] = [];
  for (let page = 0; ; page++) {
    const own = pageOf(place, archiveStatement(ledgerId, page));
    rows.push(...own);
    if (own.length < ROWS_A_PAGE) return archiveEvents(rows);
  }
}

/** One list for each label family. */
export function archiveEvents(rows: readonly ArchiveRow[]): EarningsEvent[][] {
  const families = new Map<LabelFamily, EarningsEvent[]>();
  for (const { marketCap, ...row } of rows) {
    const family = servingFamily(marketCap);
    const own = families.get(family) ?? [];
    own.push({ ...row, family, trend: 0, coverage: "seasons" });
    families.set(family, own);
  }
  return [...families.values()];
}

function pageOf(place: ArchivePlace, statement: string): ArchiveRow[] {
  const where =
    place === "remote"
      ? ["--remote"]
      : ["--local", "--persist-to", process.env.BEATCAST_STATE ?? ".wrangler/state"];
  const env = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" };
  const args = ["d1", "execute", DATABASE, ...where, "--json", "--command", statement];
  try {
    const out = execFileSync("wrangler", args, {
      env,
      stdio: "pipe",
      encoding: "utf8",
      maxBuffer: MAX_BYTES,
    });
    const [answer] = z.array(z.object({ results: z.array(rowSchema) })).parse(JSON.parse(out));
    return answer?.results ?? [];
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    throw new HistoryError(`the store of reports cannot be read: ${`${stdout}${stderr}`.trim() || message}`);
  }
}
