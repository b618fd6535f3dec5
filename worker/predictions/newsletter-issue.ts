import { and, asc, between, count, desc, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { MAX_ENDED, MAX_UPCOMING, type NewsletterIssue } from "#contract/newsletter.ts";
import type { DataMode } from "#contract/prediction.ts";
import type { Database } from "#db/client.ts";
import { predictions } from "#db/schema/predictions.ts";
import { DAY_MS, isoDay } from "#worker/time.ts";
import { type LedgerId, recordScope } from "./scope.ts";

const WEEK_DAYS = 7;

/**
 * The newsletter at a moment of the market's time: open predictions that report in the coming seven days, by size of
 * edge, and those settled in the past seven, wrong and most confident first.
 */
export async function newsletterIssueOf(
  db: Database,
  { ledgerId, dataMode, marketNow }: { ledgerId: LedgerId; dataMode: DataMode; marketNow: Date },
): Promise<NewsletterIssue> {
  const day = (ahead: number) => isoDay(marketNow.getTime() + ahead * DAY_MS);
  const [from, to] = [day(0), day(WEEK_DAYS - 1)];
  const isUpcoming = and(
    eq(predictions.scope, recordScope(ledgerId)),
    eq(predictions.state, "pending"),
    between(predictions.reportDate, from, to),
    or(isNull(predictions.reportsAt), gt(predictions.reportsAt, marketNow)),
  );
  const isEnded = and(
    eq(predictions.scope, recordScope(ledgerId)),
    eq(predictions.state, "settled"),
    gt(predictions.settledAt, new Date(marketNow.getTime() - WEEK_DAYS * DAY_MS)),
    lte(predictions.settledAt, marketNow),
  );
  const [upcoming, upcomingCount, ended, correctCount, wrongCount] = await Promise.all([
    listUpcoming(db, isUpcoming),
    countOf(db, isUpcoming),
    listEnded(db, isEnded),
    countOf(db, and(isEnded, eq(predictions.isCorrect, true))),
    countOf(db, and(isEnded, eq(predictions.isCorrect, false))),
  ]);
  return {
    asOf: marketNow.toISOString(),
    dataMode,
    from,
    to,
    upcoming,
    upcomingCount,
    ended,
    correctCount,
    wrongCount,
  };
}

/** By `predictions_by_report`. */
async function listUpcoming(db: Database, where: SQL | undefined): Promise<NewsletterIssue["upcoming"]> {
  const rows = await db
    .select()
    .from(predictions)
    .where(where)
    .orderBy(
      desc(sql`abs(${predictions.beatProbability} - ${predictions.baseRate})`),
      asc(predictions.symbol),
    )
    .limit(MAX_UPCOMING);
  return rows.flatMap(({ symbol, companyName, consensusEps, currency, reportDate, ...row }) =>
    reportDate === null
      ? []
      : {
          symbol,
          companyName,
          consensusEps,
          currency,
          reportDate: reportDate.slice(0, 10),
          beatProbability: row.beatProbability,
          baseRate: row.baseRate,
        },
  );
}

/** By `predictions_by_state`. */
async function listEnded(db: Database, where: SQL | undefined): Promise<NewsletterIssue["ended"]> {
  const rows = await db
    .select()
    .from(predictions)
    .where(where)
    .orderBy(asc(predictions.isCorrect), desc(predictions.predictedProbability), asc(predictions.symbol))
    .limit(MAX_ENDED);
  return rows.flatMap(({ symbol, companyName, consensusEps, currency, actualResult, isCorrect, ...row }) =>
    actualResult === null || isCorrect === null
      ? []
      : {
          symbol,
          companyName,
          consensusEps,
          currency,
          predictionType: row.predictionType,
          probability: row.predictedProbability,
          actualEps: row.actualEps,
          actualResult,
          isCorrect,
        },
  );
}

async function countOf(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ n: count() }).from(predictions).where(where);
  return row?.n ?? 0;
}
