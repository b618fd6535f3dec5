import { env } from "cloudflare:test";
import { type MarketData, MarketError } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { openDatabase } from "#platform/db/client.ts";
import { type SettleDeps, settle } from "#record/settle.ts";

export const db = openDatabase(env.DB);
const SOURCE = "Test source";

/** Returns the ledger of a market. */
export function ledgerOf(ledgerId: string) {
  return env.LEDGER.get(env.LEDGER.idFromName(ledgerId));
}

export function settleDeps(ledgerId = "sample", sources = [SOURCE]): SettleDeps {
  return { db, ledger: ledgerOf(ledgerId), ledgerId, sources, hasFilings: false };
}

type Reported = {
  ledgerId?: string;
  source?: string;
  /** The number of days by which the source's end of the quarter differs. */
  apartDays?: number;
  /** The only prediction whose quarter is reported. */
  id?: string | null;
};

/** Puts a figure into the store for the quarters of a market's predictions, as a source without dates would. */
export async function report(
  eps: number,
  { ledgerId = "sample", source = SOURCE, apartDays = 0, id = null }: Reported = {},
): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
       is_confirmed, reported_eps, source, is_imported, first_seen_at, changed_at)
     SELECT DISTINCT ledger_id, symbol, date(fiscal_quarter_end, ?4 || ' days'), 1, '2000-01-01', 0, 0, ?1, ?2, 0, 0, 0
     FROM predictions WHERE ledger_id = ?3 AND fiscal_quarter_end IS NOT NULL AND coalesce(id = ?5, true)
     ON CONFLICT DO UPDATE SET reported_eps = excluded.reported_eps, consensus_eps = NULL, source = excluded.source,
       report_date = excluded.report_date, is_day_known = 0, is_imported = 0`,
  )
    .bind(eps, source, ledgerId, apartDays, id)
    .run();
}

/**
 * Settles what is due in a market by one figure for all of its quarters. Returns the number of locks that were
 * judged.
 */
export async function settleAll(eps: number, now: Date, ledgerId = "sample"): Promise<number> {
  await report(eps, { ledgerId });
  return settle(settleDeps(ledgerId), now);
}

/** Makes a source that has no reported quarter or is unavailable. */
export function aSilentMarket(isAway: boolean | "delisted" = false): MarketData {
  const market = sampleMarket();
  return {
    ...market,
    company: async (symbol, now) => {
      if (isAway === "delisted")
        throw new MarketError("unknown_symbol", `No company is listed as ${symbol}.`);
      if (isAway) throw new MarketError("upstream", "The source is away.");
      const company = await market.company(symbol, now);
      const { history } = company;
      return history.state === "missing" ? company : { ...company, history: { ...history, data: [] } };
    },
  };
}

/** Settles a user's prediction by the real rule, with a reported figure that makes it right or wrong. */
export async function settleAs(id: string, isCorrect: boolean): Promise<void> {
  const row = await env.DB.prepare(
    "SELECT prediction_type AS type, consensus_eps AS consensusEps FROM predictions WHERE id = ?",
  )
    .bind(id)
    .first<{ type: string; consensusEps: number }>();
  if (!row) throw new Error(`no prediction ${id}`);
  const isBeat = (row.type === "beat") === isCorrect;
  await env.DB.prepare("UPDATE predictions SET due_at = 1 WHERE id = ?").bind(id).run();
  await report(row.consensusEps + (isBeat ? 1 : -1), { id });
  await settle(settleDeps(), new Date());
}
