import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import {
  type Disagreement,
  MAX_LOCKS_DECIDED,
  REVIEW_LIST_LENGTH,
  type Review,
  type ReviewCase,
  type ReviewWitness,
} from "#contract/review.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { users } from "#platform/schema/accounts.ts";
import { reviewDecisions } from "#platform/schema/operations.ts";
import { predictions, resultReports } from "#platform/schema/predictions.ts";
import { isWitnessOfReport, reportWitnesses } from "#platform/schema/releases.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { readDisputedReleases } from "#season/guidance/disputed.ts";
import { readUnappliedChanges } from "#season/identity/apply-change.ts";
import { readSourceFaults } from "#season/source-faults.ts";
import type { SeasonStore } from "#season/store.ts";
import { readDeadLetters } from "../jobs/consume.ts";

const DISAGREEMENT_DAYS = 90;
const LOCKS_READ = 2_000;
const MAX_BODY_SHOWN = 2_000;

type Store = SeasonStore;
type WitnessRow = typeof reportWitnesses.$inferSelect;

/**
 * Returns everything that waits for an operator's decision, and the latest decisions. `now` is the market
 * clock's time.
 */
export async function readReview(store: Store, now: Date): Promise<Omit<Review, "secrets">> {
  const [cases, disagreements, results, releases, changes, failed, decided, sources] = await Promise.all([
    readCases(store),
    readDisagreements(store, now),
    readResults(store.db),
    readDisputedReleases(store, REVIEW_LIST_LENGTH),
    readUnappliedChanges(store, REVIEW_LIST_LENGTH),
    readDeadLetters(store.db, REVIEW_LIST_LENGTH),
    readDecided(store.db),
    readSourceFaults(store, now),
  ]);
  const deadLetters = failed.map(({ id, job, error, body, times, lastAt }) => ({
    id,
    job,
    times,
    error: error.slice(0, 200),
    body: body.slice(0, MAX_BODY_SHOWN),
    lastAt: lastAt.toISOString(),
  }));
  return { cases, disagreements, results, releases, changes, deadLetters, decided, sources };
}

/**
 * Returns the predictions under review, grouped by report. The query uses the index `predictions_due`, because
 * a prediction under review always has a due time.
 */
async function readCases({ db, ledgerId }: Store): Promise<ReviewCase[]> {
  const locks = await db
    .select({
      symbol: predictions.symbol,
      fiscalQuarterEnd: predictions.fiscalQuarterEnd,
      companyName: predictions.companyName,
      lockId: predictions.lockId,
      consensusEps: predictions.consensusEps,
      reportsAt: predictions.reportsAt,
      reason: predictions.stateReason,
    })
    .from(predictions)
    .where(
      and(
        eq(predictions.ledgerId, ledgerId),
        isNotNull(predictions.dueAt),
        eq(predictions.state, "review"),
        isNotNull(predictions.lockId),
      ),
    )
    .groupBy(predictions.lockId)
    .orderBy(predictions.symbol, predictions.fiscalQuarterEnd)
    .limit(LOCKS_READ);
  const groups = [...Map.groupBy(locks, (lock) => `${lock.symbol} ${lock.fiscalQuarterEnd}`).values()];
  const shown = groups.slice(0, REVIEW_LIST_LENGTH);
  const facts = await factsOf(
    { db, ledgerId },
    shown.map(([first]) => [first?.symbol ?? "", first?.fiscalQuarterEnd ?? ""]),
  );
  return shown.flatMap((group) => {
    const [first] = group;
    if (!first?.fiscalQuarterEnd) return [];
    const { symbol, fiscalQuarterEnd, companyName } = first;
    return [
      {
        symbol,
        fiscalQuarterEnd,
        companyName,
        ...(facts.get(`${symbol} ${fiscalQuarterEnd}`) ?? { figure: null, witness: null, results: 0 }),
        locks: group.slice(0, MAX_LOCKS_DECIDED).map(({ lockId, consensusEps, reportsAt, reason }) => ({
          lockId: lockId ?? "",
          consensusEps,
          reportsAt: reportsAt?.toISOString() ?? null,
          reason: reason?.slice(0, 300) ?? null,
        })),
      },
    ];
  });
}

type Facts = Pick<ReviewCase, "figure" | "witness" | "results">;

/**
 * Returns what is known about the reports of some quarters: the reported figure, what SEC filings say, and how
 * many users sent in a result.
 */
async function factsOf({ db, ledgerId }: Store, quarters: readonly (readonly [string, string])[]) {
  const quartersJson = JSON.stringify(quarters);
  const rows = await db
    .select({
      symbol: seasonReports.symbol,
      quarter: seasonReports.fiscalQuarterEnd,
      eps: seasonReports.reportedEps,
      source: seasonReports.source,
      reportDate: seasonReports.reportDate,
      witness: reportWitnesses,
      results: sql<number>`(SELECT count(*) FROM result_reports sent WHERE sent.symbol = ${seasonReports.symbol}
        AND sent.fiscal_quarter_end = ${seasonReports.fiscalQuarterEnd} AND sent.dismissed_at IS NULL)`,
    })
    .from(seasonReports)
    .leftJoin(reportWitnesses, isWitnessOfReport)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        sql`(${seasonReports.symbol}, ${seasonReports.fiscalQuarterEnd}) IN
            (SELECT value ->> 0, value ->> 1 FROM json_each(${quartersJson}))`,
      ),
    );
  return new Map(
    rows.map(({ symbol, quarter, eps, source, reportDate, witness, results }): [string, Facts] => [
      `${symbol} ${quarter}`,
      {
        figure: eps === null ? null : { eps, source, reportDate },
        witness: witness && presented(witness),
        results,
      },
    ]),
  );
}

/**
 * Returns recent reports whose SEC filing states another figure than the source, newest first. The query uses
 * the index `report_witnesses_by_finding`.
 */
async function readDisagreements({ db, ledgerId }: Store, now: Date): Promise<Disagreement[]> {
  const rows = await db
    .select()
    .from(reportWitnesses)
    .where(
      and(
        eq(reportWitnesses.ledgerId, ledgerId),
        eq(reportWitnesses.finding, "contradicted"),
        gt(reportWitnesses.lookedAt, new Date(now.getTime() - DISAGREEMENT_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(reportWitnesses.lookedAt))
    .limit(REVIEW_LIST_LENGTH);
  return rows.map((row) => ({
    symbol: row.symbol,
    fiscalQuarterEnd: row.fiscalQuarterEnd,
    figureEps: row.reportedEps,
    witness: presented(row),
  }));
}

async function readResults(db: Database): Promise<Review["results"]> {
  const rows = await db
    .select({ result: resultReports })
    .from(resultReports)
    .innerJoin(users, and(eq(users.id, resultReports.userId), eq(users.emailVerified, true)))
    .innerJoin(predictions, eq(predictions.id, resultReports.predictionId))
    .where(and(isNull(resultReports.dismissedAt), inArray(predictions.state, ["pending", "review"])))
    .orderBy(desc(resultReports.createdAt))
    .limit(REVIEW_LIST_LENGTH);
  return rows.map(({ result: { predictionId, symbol, fiscalQuarterEnd, eps, url, createdAt } }) => ({
    predictionId,
    symbol,
    fiscalQuarterEnd,
    eps,
    url,
    sentAt: createdAt.toISOString(),
  }));
}

async function readDecided(db: Database): Promise<Review["decided"]> {
  const rows = await db.select().from(reviewDecisions).orderBy(desc(reviewDecisions.decidedAt)).limit(20);
  return rows.map(({ subject, decision, reason, decidedAt }) => ({
    subject,
    decision,
    reason,
    at: decidedAt.toISOString(),
  }));
}

function presented(row: WitnessRow): ReviewWitness {
  const { finding, documentUrl, quote, exhibitEps, exhibitBasis, gaapEps, isGaapDerived } = row;
  return {
    finding,
    documentUrl,
    quote,
    exhibitEps,
    exhibitBasis,
    gaapEps,
    isGaapDerived,
    releasedFrom: row.releasedFrom?.toISOString() ?? null,
    releasedTo: row.releasedTo?.toISOString() ?? null,
  };
}
