import { and, asc, between, count, desc, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { MAX_ENDED, MAX_UPCOMING, type NewsletterIssue } from "#contract/newsletter.ts";
import type { DataMode } from "#contract/prediction.ts";
import type { Database } from "#db/client.ts";
import { predictions } from "#db/schema/predictions.ts";
import { seasonCompanies, seasonReports } from "#db/schema/season.ts";
import { slate } from "#db/schema/slate.ts";
import { DAY_MS, easternDay, isoDay } from "#worker/time.ts";
import { type LedgerId, recordScope } from "./scope.ts";

const WEEK_DAYS = 7;

/**
 * The newsletter at a moment of the market's time: the slate of the coming seven days, by size of
 * edge, and those settled in the past seven, wrong and most confident first.
 */
export async function newsletterIssueOf(
  db: Database,
  { ledgerId, dataMode, marketNow }: { ledgerId: LedgerId; dataMode: DataMode; marketNow: Date },
): Promise<NewsletterIssue> {
  const day = (ahead: number) => isoDay(marketNow.getTime() + ahead * DAY_MS);
  const [from, to] = [day(0), day(WEEK_DAYS - 1)];
  const isEnded = and(
    eq(predictions.scope, recordScope(ledgerId)),
    eq(predictions.state, "settled"),
    gt(predictions.settledAt, new Date(marketNow.getTime() - WEEK_DAYS * DAY_MS)),
    lte(predictions.settledAt, marketNow),
  );
  const [{ upcoming, upcomingCount }, ended, correctCount, wrongCount] = await Promise.all([
    upcomingOf(db, ledgerId, { today: easternDay(marketNow), to }),
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

/** From the slate: reports by the index on the day, the rest by primary keys. What may be out today is left out. */
async function upcomingOf(
  db: Database,
  ledgerId: LedgerId,
  { today, to }: { today: string; to: string },
): Promise<Pick<NewsletterIssue, "upcoming" | "upcomingCount">> {
  const rows = await db
    .select({
      symbol: slate.symbol,
      companyName: sql<string>`coalesce(${seasonCompanies.name}, ${slate.symbol})`,
      consensusEps: slate.consensusEps,
      currency: seasonCompanies.currency,
      reportDate: seasonReports.reportDate,
      beatProbability: slate.beatProbability,
      baseRate: slate.baseRate,
      total: sql<number>`count(*) OVER ()`,
    })
    .from(seasonReports)
    .innerJoin(
      slate,
      and(
        eq(slate.ledgerId, seasonReports.ledgerId),
        eq(slate.symbol, seasonReports.symbol),
        eq(slate.fiscalQuarterEnd, seasonReports.fiscalQuarterEnd),
      ),
    )
    .leftJoin(
      seasonCompanies,
      and(eq(seasonCompanies.ledgerId, slate.ledgerId), eq(seasonCompanies.symbol, slate.symbol)),
    )
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        between(seasonReports.reportDate, today, to),
        or(gt(seasonReports.reportDate, today), eq(seasonReports.session, "post")),
        isNull(seasonReports.reportedEps),
      ),
    )
    .orderBy(desc(sql`abs(${slate.beatProbability} - ${slate.baseRate})`), asc(slate.symbol))
    .limit(MAX_UPCOMING);
  return {
    upcoming: rows.map(({ total: _, ...row }) => row),
    upcomingCount: rows[0]?.total ?? 0,
  };
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
