import { and, asc, count, desc, eq, gt, lte, type SQL } from "drizzle-orm";
import { MAX_ENDED, type NewsletterIssue } from "#contract/newsletter.ts";
import { TOSS_UP_POINTS } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";
import { tickerShown } from "./history.ts";

const WEEK_DAYS = 7;

/** In the seven days before a moment of the market, wrong and most confident first. */
export async function endedThisWeek(
  db: Database,
  ledgerId: LedgerId,
  marketNow: Date,
): Promise<Pick<NewsletterIssue, "ended" | "correctCount" | "wrongCount" | "tossUpCount">> {
  const isEnded = and(
    eq(predictions.scope, recordScope(ledgerId)),
    eq(predictions.state, "settled"),
    gt(predictions.settledAt, new Date(marketNow.getTime() - WEEK_DAYS * DAY_MS)),
    lte(predictions.settledAt, marketNow),
  );
  const [ended, correctCount, wrongCount, tossUpCount] = await Promise.all([
    listEnded(db, isEnded),
    countOf(db, and(isEnded, eq(predictions.isCorrect, true))),
    countOf(db, and(isEnded, eq(predictions.isCorrect, false))),
    countOf(db, and(isEnded, lte(predictions.predictedProbability, 0.5 + TOSS_UP_POINTS / 100))),
  ]);
  return { ended, correctCount, wrongCount, tossUpCount };
}

async function listEnded(db: Database, where: SQL | undefined): Promise<NewsletterIssue["ended"]> {
  const rows = await db
    .select()
    .from(predictions)
    .where(where)
    .orderBy(asc(predictions.isCorrect), desc(predictions.predictedProbability), asc(predictions.symbol))
    .limit(MAX_ENDED);
  return rows.flatMap(({ companyName, consensusEps, currency, actualResult, isCorrect, ...row }) =>
    actualResult === null || isCorrect === null
      ? []
      : {
          symbol: tickerShown(row),
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
