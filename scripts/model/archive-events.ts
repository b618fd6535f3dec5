import { execFileSync } from "node:child_process";
import { z } from "zod";
import { easternDay } from "#contract/time.ts";
import { type LabelFamily, servingFamily } from "#model/history.ts";
import { pastConsensusOf } from "#model/revisions.ts";
import { recordScope } from "#platform/scope.ts";
import { lockDayOf } from "#season/upcoming/lock-times.ts";
import type { CompanyFacts } from "./company-facts.ts";
import { type EarningsEvent, HistoryError, textOf } from "./events.ts";

/** "local" and "remote" are databases; anything else is a file of rows that a refit or a simulation has written. */
type ArchivePlace = string;

const DATABASE = "beatcast";
/** D1 limits the size of a statement. */
const ROWS_A_PAGE = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
const STORE_FILES = "--store takes local, remote or a file that a refit or simulate --store wrote";
/** The largest change between lock and report; a split changes it by more. */
const MAX_LAST_CHANGE = 0.3;

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
  /**
   * JSON with each version before the report: the time in milliseconds from which it held, the consensus, the lowest
   * and the highest estimate, and the number of analysts.
   */
  versions: z.string(),
});
const figure = z.number().nullable();
const versionsSchema = z.array(z.tuple([z.number(), figure, figure, figure, figure]));
export type ArchiveRow = z.infer<typeof rowSchema>;

/**
 * Selects reports from the market's source with the versions of their estimates before the report and the guidance at
 * the lock of record. Figures from before a split and estimated days are left out.
 */
export function archiveStatement(ledgerId: string, page: number): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return `SELECT r.symbol, r.report_date AS reportDate, r.session, r.consensus_eps AS epsEstimate, r.reported_eps AS epsActual,
  c.sector, c.industry, c.country, c.market_cap AS marketCap, p.guidance_against_consensus AS guidanceAgainstConsensus,
  (SELECT json_group_array(json_array(v.held_from, v.consensus_eps, v.estimate_low, v.estimate_high, v.analyst_count)) FROM season_revisions AS v WHERE v.ledger_id = r.ledger_id
    AND v.symbol = r.symbol AND v.fiscal_quarter_end = r.fiscal_quarter_end AND v.reported_eps IS NULL) AS versions
FROM season_reports AS r LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
  LEFT JOIN predictions AS p ON p.scope = ${quoted(recordScope(ledgerId))}
    AND p.request_key = r.symbol || ' ' || r.fiscal_quarter_end
WHERE r.ledger_id = ${quoted(ledgerId)} AND r.is_beat IS NOT NULL AND r.consensus_eps IS NOT NULL
  AND r.reported_eps IS NOT NULL AND r.is_day_known AND r.is_comparable AND NOT r.is_imported
ORDER BY r.report_date, r.symbol LIMIT ${ROWS_A_PAGE} OFFSET ${page * ROWS_A_PAGE}`;
}

/** Throws HistoryError, also when there is no report. */
export function readArchive(place: ArchivePlace, ledgerId: string): ArchiveRow[] {
  if (place !== "local" && place !== "remote") return rowsIn(place);
  const rows: ArchiveRow[] = [];
  for (let page = 0; ; page++) {
    const own = pageOf(place, archiveStatement(ledgerId, page));
    rows.push(...own);
    if (own.length === ROWS_A_PAGE) continue;
    if (rows.length > 0) return rows;
    throw new HistoryError(
      `the ${place} store has no settled report of the ledger "${ledgerId}" (MARKET_CLOCK and BEATCAST_STATE choose it); npm start or season-backfill fill it`,
    );
  }
}

function rowsIn(file: string): ArchiveRow[] {
  const text = textOf(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new HistoryError(`${file} is not whole, or not JSON; ${STORE_FILES}`);
  }
  const rows = z.array(rowSchema).min(1).safeParse(content);
  if (!rows.success) throw new HistoryError(`${file} has no rows of the store; ${STORE_FILES}`);
  return rows.data.sort((one, other) => one.reportDate.localeCompare(other.reportDate));
}

/** Returns one list for each label family. */
export function archiveEvents(rows: readonly ArchiveRow[], facts: CompanyFacts): EarningsEvent[][] {
  const families = new Map<LabelFamily, EarningsEvent[]>();
  for (const { marketCap, versions, ...row } of rows) {
    const family = servingFamily(marketCap);
    const own = families.get(family) ?? [];
    own.push({ ...row, family, trend: 0, coverage: "seasons", ...knownAtLock(row, versions) });
    families.set(family, own);
  }
  return [...families.values()].map(facts);
}

/**
 * Returns the estimates as they were at the lock. Both parts are null at a split, which changes only the report's
 * figure; `revisions` is null too when no version is a week older.
 */
function knownAtLock(
  row: Pick<ArchiveRow, "reportDate" | "session" | "epsEstimate">,
  versions: string,
): Pick<EarningsEvent, "revisions" | "estimates"> {
  const seen = versionsSchema
    .parse(JSON.parse(versions))
    .sort(([one], [other]) => one - other)
    .map(([from, consensusEps, low, high, analysts]) => {
      return { day: easternDay(new Date(from)), consensusEps, low, high, analysts };
    });
  const asOf = lockDayOf(row);
  const last = seen.findLast(({ day }) => day <= asOf);
  const consensusEps = last?.consensusEps ?? null;
  if (
    !last ||
    consensusEps === null ||
    Math.abs(consensusEps - row.epsEstimate) > MAX_LAST_CHANGE * Math.abs(row.epsEstimate)
  )
    return { revisions: null, estimates: null };
  const { low, high, analysts } = last;
  return { revisions: pastConsensusOf(seen, asOf), estimates: { low, high, analysts } };
}

function pageOf(place: "local" | "remote", statement: string): ArchiveRow[] {
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
    throw new HistoryError(storeProblem(`${stdout}${stderr}`.trim() || message));
  }
}

/** Reads what wrangler printed. */
export function storeProblem(output: string): string {
  const answer = /"text": (".*")/.exec(output)?.[1];
  const text = answer === undefined ? output : String(JSON.parse(answer));
  const hint = text.includes("no such table") ? "; it is empty: npm start or season-backfill fill it" : "";
  return `the store of reports cannot be read: ${text}${hint}`;
}
