import { and, desc, eq, sql } from "drizzle-orm";
import { withDottedShareClass } from "#contract/symbol.ts";
import {
  MAX_LISTED_USER_FORECASTS,
  type UserForecast,
  type UserForecasts,
} from "#contract/user-forecasts.ts";
import { round } from "#model/statistics.ts";
import { AppError } from "#platform/errors.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { archivedPredictionYearsQuery, readArchivedYears } from "#platform/files/past-predictions.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { userForecasts } from "#platform/schema/user-forecasts.ts";
import { recordScope } from "#platform/scope.ts";
import type { SeasonStore } from "#season/store.ts";
import { locksAtOf } from "#season/upcoming/lock-times.ts";

type UserForecastRow = {
  userId: string;
  symbol: string;
  fiscalQuarterEnd: string;
  probability: number | null;
};

/**
 * Stores a user's own forecast for a report, unless one is stored already, and returns the stored one. Throws
 * `not_found` when the calendar has no such report, and `conflict` once the report is locked or the user has
 * analyzed it.
 */
export async function storeUserForecast(
  store: SeasonStore & PredictionStore,
  { userId, symbol, fiscalQuarterEnd, probability }: UserForecastRow,
  now: Date,
): Promise<UserForecast> {
  const { db, ledgerId } = store;
  const [report] = await db
    .select({
      reportDate: seasonReports.reportDate,
      session: seasonReports.session,
      eps: seasonReports.reportedEps,
    })
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        eq(seasonReports.symbol, symbol),
        eq(seasonReports.fiscalQuarterEnd, fiscalQuarterEnd),
      ),
    );
  if (!report) throw new AppError("not_found", "The calendar has no such report.");
  const hasSeenOurs =
    probability !== null && (await analyzedBefore(store, { userId, symbol, fiscalQuarterEnd }));
  const isClosed = report.eps !== null || locksAtOf(report) <= now;
  // The condition is part of the insert, because an analysis that finishes in the meantime would show the
  // user our probability.
  if (!isClosed && !hasSeenOurs)
    await db.run(sql`
      INSERT INTO user_forecasts (user_id, ledger_id, symbol, fiscal_quarter_end, probability, created_at)
      SELECT ${userId}, ${ledgerId}, ${symbol}, ${fiscalQuarterEnd}, ${probability}, ${now.getTime()}
      WHERE ${probability} IS NULL OR NOT EXISTS (
        SELECT 1 FROM predictions WHERE user_id = ${userId} AND ledger_id = ${ledgerId}
          AND replace(symbol, '-', '.') = replace(${symbol}, '-', '.') AND fiscal_quarter_end = ${fiscalQuarterEnd})
      ON CONFLICT DO NOTHING`);
  const [stored] = await read({ db, ledgerId }, userId, { symbol, fiscalQuarterEnd });
  if (stored) return stored;
  throw new AppError(
    "conflict",
    isClosed
      ? "This report is locked. Calls end when ours is locked."
      : "You have analyzed this report already, so you have seen our probability.",
  );
}

/**
 * Returns whether an archive file holds a prediction by the user for this report. A prediction can be
 * archived before its report if it was voided because the report was postponed.
 */
async function analyzedBefore(
  { db, ledgerId, files }: SeasonStore & PredictionStore,
  { userId, symbol, fiscalQuarterEnd }: Omit<UserForecastRow, "probability">,
): Promise<boolean> {
  const years = await archivedPredictionYearsQuery(db, userId);
  const recent = years.filter(({ year }) => Number(year) >= Number(fiscalQuarterEnd.slice(0, 4)) - 1);
  const past = await readArchivedYears({ db, files }, recent);
  return past.some(
    (row) =>
      row.ledgerId === ledgerId &&
      row.fiscalQuarterEnd === fiscalQuarterEnd &&
      withDottedShareClass(row.symbol) === withDottedShareClass(symbol),
  );
}

/**
 * Returns the user's forecasts, with their Brier scores next to those of our predictions. Uses the index of
 * the primary key.
 */
export async function userForecastsOf(store: SeasonStore, userId: string): Promise<UserForecasts> {
  const calls = await read(store, userId);
  const scored = calls.flatMap(({ probability, ours, isBeat, fiscalQuarterEnd }) =>
    probability === null || ours === null || isBeat === null
      ? []
      : [{ probability, ours, isBeat, fiscalQuarterEnd }],
  );
  const seasons = [...Map.groupBy(scored, ({ fiscalQuarterEnd }) => fiscalQuarterEnd)]
    .toSorted(([nameA], [nameB]) => (nameA < nameB ? -1 : 1))
    .slice(-40);
  const bins = Map.groupBy(scored, ({ probability }) => Math.min(BINS - 1, Math.floor(BINS * probability)));
  return {
    calls: calls.slice(0, MAX_LISTED_USER_FORECASTS),
    score: brierOf(scored),
    seasons: seasons.flatMap(([quarter, ofSeason]) => {
      const brier = brierOf(ofSeason);
      return brier ? [{ quarter, ...brier }] : [];
    }),
    bins: [...bins]
      .toSorted(([binA], [binB]) => binA - binB)
      .map(([, ofBin]) => ({
        n: ofBin.length,
        mean: round(ofBin.reduce((sum, { probability }) => sum + probability, 0) / ofBin.length, 4),
        beats: ofBin.filter(({ isBeat }) => isBeat).length,
      })),
  };
}

const BINS = 5;

type Scored = { probability: number; ours: number; isBeat: boolean };

function brierOf(scored: readonly Scored[]): UserForecasts["score"] {
  if (scored.length === 0) return null;
  const mean = (errorOf: (row: Scored) => number) =>
    round(scored.reduce((sum, row) => sum + errorOf(row) ** 2, 0) / scored.length, 4);
  return {
    n: scored.length,
    own: mean(({ probability, isBeat }) => probability - Number(isBeat)),
    ours: mean(({ ours, isBeat }) => ours - Number(isBeat)),
  };
}

/**
 * Returns the user's forecasts, newest first. Our probability and the outcome are null until our prediction
 * is settled.
 */
async function read(
  { db, ledgerId }: SeasonStore,
  userId: string,
  only?: { symbol: string; fiscalQuarterEnd: string },
): Promise<UserForecast[]> {
  const rows = await db
    .select({
      symbol: userForecasts.symbol,
      fiscalQuarterEnd: userForecasts.fiscalQuarterEnd,
      probability: userForecasts.probability,
      calledAt: userForecasts.createdAt,
      ours: predictions.beatProbability,
      actualResult: predictions.actualResult,
    })
    .from(userForecasts)
    .leftJoin(
      predictions,
      and(
        eq(predictions.scope, recordScope(ledgerId)),
        eq(predictions.requestKey, sql`${userForecasts.symbol} || ' ' || ${userForecasts.fiscalQuarterEnd}`),
        eq(predictions.state, "settled"),
      ),
    )
    .where(
      and(
        eq(userForecasts.userId, userId),
        eq(userForecasts.ledgerId, ledgerId),
        only && eq(userForecasts.symbol, only.symbol),
        only && eq(userForecasts.fiscalQuarterEnd, only.fiscalQuarterEnd),
      ),
    )
    .orderBy(desc(userForecasts.createdAt), userForecasts.symbol);
  return rows.map(({ calledAt, actualResult, ...row }) => ({
    ...row,
    calledAt: calledAt.toISOString(),
    isBeat: actualResult === null ? null : actualResult === "beat",
  }));
}
