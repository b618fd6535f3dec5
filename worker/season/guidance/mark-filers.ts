import { and, eq, sql } from "drizzle-orm";
import { HOUR_MS } from "#contract/time.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import type { SeasonStore } from "../store.ts";
import type { Filings } from "../witness/filings.ts";

/** A failed tick leaves time for the next ones. */
const RECENT_MS = HOUR_MS / 2;

/** Due at once, whatever the calendar says; not again once read. Throws `FilingsUnavailable`. */
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
        sql`${seasonCompanies.cik} IN (SELECT value FROM json_each(${JSON.stringify(ciks)}))`,
        sql`NOT EXISTS (SELECT 1 FROM company_releases AS r WHERE r.ledger_id = ${ledgerId}
          AND r.symbol = ${seasonCompanies.symbol} AND r.accepted_at >= ${since.getTime()})`,
      ),
    );
}
