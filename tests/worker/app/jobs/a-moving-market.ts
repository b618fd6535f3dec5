import { env } from "cloudflare:test";
import { type Deps, openDeps } from "#app/deps.ts";
import { runJobsNow } from "#app/routes/dev.ts";
import type { MissingReason } from "#contract/market-data.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { ledgerOf } from "../../record/a-record.ts";

const HOURLY = "17 * * * *";

/** Says why the days of a call are unavailable, or null when they are available. */
type Refusing = (from: string, to: string) => MissingReason | null;

/** Returns the jobs of a separate market at a time that can be set. */
export function aMovingMarket(ledgerId: string, refusing: Refusing = () => null, size = 240) {
  const market = sampleMarket(size);
  let now = new Date();
  const deps = openDeps(env, "http://localhost");
  const marketNow = () => now;
  const own: Deps = {
    ...deps,
    // Four quarters are the fewest that the record accepts.
    settings: { ...deps.settings, SEASON_FROM: "2025-08-01" },
    market: async () => ({
      ...market,
      reports: async (from, to, at) => {
        const reason = refusing(from, to);
        return reason
          ? { state: "missing", reason, detail: "broken", source: "Source" }
          : market.reports(from, to, at);
      },
    }),
    marketNow,
    record: () => ({ ...deps.record("sample"), ledger: ledgerOf(ledgerId) as never, ledgerId, marketNow }),
  };
  const tick = (at: string) => {
    now = new Date(at);
    return runJobsNow(own, HOURLY);
  };
  return { deps: own, tick, record: own.record("sample") };
}

/** Returns the rows of a query. */
export async function rowsOf<Row>(query: string, ...values: string[]): Promise<Row[]> {
  return (
    await env.DB.prepare(query)
      .bind(...values)
      .all<Row>()
  ).results;
}

/** Returns the locks of the record with the day of their report and their state. */
export function locksOf(ledgerId: string) {
  return rowsOf<{ symbol: string; report_date: string; state: string; late: number }>(
    "SELECT symbol, report_date, state, created_at >= reports_at AS late FROM predictions WHERE ledger_id = ? AND user_id IS NULL ORDER BY 1, 2",
    ledgerId,
  );
}
