import { and, eq, gt, inArray, isNotNull, lte, min, or } from "drizzle-orm";
import { easternDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { seasonReports } from "#platform/schema/season.ts";
import type { LedgerId } from "#platform/scope.ts";
import { type AskWitnesses, witnessKey } from "#season/witness/witness.ts";
import { finish } from "./finish-settlement.ts";
import type { LedgerWriter } from "./lock.ts";
import { adjourn, RETRY_MS } from "./settlement.ts";
import { judge } from "./settlement-rule.ts";
import { FIRST_LOOK_MS } from "./store.ts";

/** Locks settled in one append and one batch. */
const LOCKS_AT_ONCE = 500;

type StoredSettlement = {
  db: Database;
  ledger: LedgerWriter;
  ledgerId: LedgerId;
  /** The market sources whose figures settle; never an imported file's. */
  sources: readonly string[];
  /** What companies filed; nothing where nobody looks. */
  witnesses?: AskWitnesses | null;
};

/**
 * Settles every lock whose figure the store has, hundreds in one append; answers how many locks it judged. No source is
 * asked. `now` is the market's time. Safe to run twice at once.
 */
export async function settleStored(deps: StoredSettlement, now: Date): Promise<number> {
  let judged = 0;
  let after = "";
  for (;;) {
    const found = await reportedLocks(deps, now, after);
    const witnesses = found.length > 0 ? await deps.witnesses?.(found, now) : undefined;
    const decided = found.map(({ figure, ...lock }) => {
      const witness = witnesses?.get(witnessKey(lock));
      const said = { figures: [figure], expectedAt: null, hasUserReports: false, witness };
      return { lock, judgement: judge(lock, said, now) };
    });
    await finish(deps, decided, now);
    await adjourn(deps.db, decided);
    judged += found.length;
    if (found.length < LOCKS_AT_ONCE) return judged;
    after = found.at(-1)?.lockId ?? "";
  }
}

/**
 * Locks with the figure of their quarter, also those put off after a source was asked in vain. By the index on what is due,
 * reports by the primary key.
 */
async function reportedLocks({ db, ledgerId, sources }: StoredSettlement, now: Date, after: string) {
  const rows = await db
    .select({
      lockId: predictions.lockId,
      symbol: predictions.symbol,
      fiscalQuarterEnd: seasonReports.fiscalQuarterEnd,
      consensusEps: predictions.consensusEps,
      lockedAt: min(predictions.asOf),
      reportsAt: predictions.reportsAt,
      eps: seasonReports.reportedEps,
      estimate: seasonReports.consensusEps,
      source: seasonReports.source,
      reportDate: seasonReports.reportDate,
      isDayKnown: seasonReports.isDayKnown,
    })
    .from(predictions)
    .innerJoin(
      seasonReports,
      and(
        eq(seasonReports.ledgerId, predictions.ledgerId),
        eq(seasonReports.symbol, predictions.symbol),
        eq(seasonReports.fiscalQuarterEnd, predictions.fiscalQuarterEnd),
      ),
    )
    .where(
      and(
        eq(predictions.ledgerId, ledgerId),
        isNotNull(predictions.dueAt),
        lte(predictions.dueAt, new Date(now.getTime() + RETRY_MS)),
        lte(predictions.reportsAt, new Date(now.getTime() - FIRST_LOOK_MS)),
        // What is under review is looked at when it is due: the same figure gives the same review.
        or(eq(predictions.state, "pending"), lte(predictions.dueAt, now)),
        gt(predictions.lockId, after),
        isNotNull(predictions.ledgerSeq),
        isNotNull(seasonReports.reportedEps),
        eq(seasonReports.isImported, false),
        inArray(seasonReports.source, [...sources]),
        lte(seasonReports.reportDate, easternDay(now)),
      ),
    )
    .groupBy(predictions.lockId)
    .orderBy(predictions.lockId)
    .limit(LOCKS_AT_ONCE);
  return rows.flatMap(({ lockId, lockedAt, reportsAt, eps, isDayKnown, ...row }) =>
    lockId && lockedAt && reportsAt && eps !== null
      ? [
          {
            lockId,
            symbol: row.symbol,
            fiscalQuarterEnd: row.fiscalQuarterEnd,
            lockedAt,
            reportsAt,
            consensusEps: row.consensusEps,
            figure: {
              source: row.source,
              eps,
              estimate: row.estimate,
              reportDate: isDayKnown ? row.reportDate : null,
            },
          },
        ]
      : [],
  );
}
