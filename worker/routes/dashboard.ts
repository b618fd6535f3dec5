import { changeOf } from "#compare/change.ts";
import type { Analysis } from "#contract/analysis.ts";
import { analysisChangeResponseSchema } from "#contract/change.ts";
import {
  dashboardResponseSchema,
  predictionDetailResponseSchema,
  predictionListQuerySchema,
  predictionListResponseSchema,
} from "#contract/dashboard.ts";
import { ownFiguresSchema } from "#contract/figures.ts";
import { streakOf, totalOf, unsettledOf } from "#predictions/activity.ts";
import { predictionsCsv } from "#predictions/csv.ts";
import { findPrediction, latestPredictions, listPredictions } from "#predictions/history.ts";
import { withPrevious } from "#predictions/own-analyses.ts";
import { userScope } from "#predictions/scope.ts";
import { metricsOf, scorecardOf } from "#predictions/scorecard.ts";
import { settledOfUser } from "#predictions/settled-predictions.ts";
import { talliesOf } from "#predictions/tallies.ts";
import { figuresOf } from "#scores/figures.ts";
import { AppError } from "#worker/errors.ts";
import { idParams, type Operation, operation } from "#worker/http/operation.ts";
import { readRecap } from "./recap.ts";

/** Rows of each list on the dashboard; the page shows three at first. */
const LIST_LENGTH = 10;
const NOT_IN_HISTORY = "There is no such prediction in your history.";

/** A person's own predictions. */
export const dashboardOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/dashboard",
    access: "user",
    summary: "Read the latest predictions and how they turned out",
    response: dashboardResponseSchema,
    handle: async ({ deps: { db, now }, who: { userId } }) => {
      const [recent, pending, settled, total, tallies, unsettled, currentStreak] = await Promise.all([
        latestPredictions(db, userId, LIST_LENGTH),
        latestPredictions(db, userId, LIST_LENGTH, "pending"),
        latestPredictions(db, userId, LIST_LENGTH, "settled"),
        totalOf(db, userId),
        talliesOf(db, userScope(userId)),
        unsettledOf(db, userId),
        streakOf(db, userId, now()),
      ]);
      const scorecard = scorecardOf(tallies);
      const metrics = metricsOf(scorecard, total);
      return {
        recentPredictions: recent.map((item) => ({ ...item, symbol: item.stock.symbol })),
        accuracyMetrics: {
          totalPredictions: metrics.totalPredictions,
          overallAccuracy: metrics.overallAccuracy === null ? null : Number(metrics.overallAccuracy),
          currentStreak,
        },
        metrics,
        scorecard,
        unsettled,
        pending,
        settled,
      };
    },
  }),
  operation({
    method: "GET",
    path: "/api/predictions",
    access: "user",
    summary: "List the person's predictions, filtered and paged",
    query: predictionListQuerySchema,
    response: predictionListResponseSchema,
    handle: async ({ deps, who, query }) => {
      const { items, total } = await listPredictions(deps.db, who.userId, query);
      const { page, pageSize } = query;
      return { items, total, page, pageSize };
    },
  }),
  operation({
    method: "GET",
    path: "/api/predictions/export.csv",
    access: "user",
    summary: "Download the filtered list as CSV",
    query: predictionListQuerySchema,
    raw: [{ status: 200, type: "text/csv" }],
    handle: async ({ c, deps, who, query }) =>
      c.body(await predictionsCsv(deps.db, who.userId, query), 200, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="beatcast-predictions.csv"',
      }),
  }),
  operation({
    method: "GET",
    path: "/api/predictions/figures",
    access: "user",
    summary: "Read calibration, discrimination and skill of the person's own predictions",
    response: ownFiguresSchema,
    reuse: { visitorSeconds: 0, notInEtag: [] },
    handle: async ({ deps, who: { userId } }) => {
      const { db, ledgerId } = deps.record((await deps.market()).dataMode);
      return { figures: figuresOf(await settledOfUser(db, userId, ledgerId)) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/predictions/:id",
    access: "user",
    summary: "Read one prediction with the analysis as it was shown then",
    params: idParams,
    response: predictionDetailResponseSchema,
    errors: ["not_found"],
    handle: async ({ deps, who, params: { id } }) => {
      const found = await findPrediction(deps.db, who.userId, id);
      if (!found) throw new AppError("not_found", NOT_IN_HISTORY);
      const analysis: Analysis = JSON.parse(found.analysis);
      return { prediction: found.item, analysis, recap: await readRecap(deps, found, analysis, true) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/predictions/:id/change",
    access: "user",
    summary: "Read what changed since the person's previous analysis of the same ticker",
    params: idParams,
    response: analysisChangeResponseSchema,
    errors: ["not_found"],
    handle: async ({ deps, who, params: { id } }) => {
      const found = await withPrevious(deps.db, who.userId, id);
      if (!found) throw new AppError("not_found", NOT_IN_HISTORY);
      const { analysis, previous } = found;
      return { change: previous && changeOf(previous, analysis) };
    },
  }),
];
