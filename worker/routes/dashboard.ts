import {
  type DashboardResponse,
  type PredictionListResponse,
  predictionListQuerySchema,
} from "#contract/dashboard.ts";
import { streakOf, totalOf, unsettledOf } from "#predictions/activity.ts";
import { predictionsCsv } from "#predictions/csv.ts";
import { findPrediction, latestPredictions, listPredictions } from "#predictions/history.ts";
import { userScope } from "#predictions/scope.ts";
import { metricsOf, scorecardOf } from "#predictions/scorecard.ts";
import { talliesOf } from "#predictions/tallies.ts";
import { AppError } from "#worker/errors.ts";
import { validate } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

/** Rows of each list on the dashboard; the page shows three at first. */
const LIST_LENGTH = 10;

export const dashboardOperations: readonly Operation[] = [
  {
    method: "GET",
    path: "/api/dashboard",
    access: "user",
    handle: async (c, { userId }) => {
      const { db, now } = c.var.deps;
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
      return c.json({
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
      } satisfies DashboardResponse);
    },
  },
  {
    method: "GET",
    path: "/api/predictions",
    access: "user",
    query: predictionListQuerySchema,
    handle: async (c, { userId }) => {
      const query = validate(predictionListQuerySchema, c.req.query());
      const { items, total } = await listPredictions(c.var.deps.db, userId, query);
      const { page, pageSize } = query;
      return c.json({ items, total, page, pageSize } satisfies PredictionListResponse);
    },
  },
  {
    method: "GET",
    path: "/api/predictions/export.csv",
    access: "user",
    query: predictionListQuerySchema,
    handle: async (c, { userId }) => {
      const query = validate(predictionListQuerySchema, c.req.query());
      const text = await predictionsCsv(c.var.deps.db, userId, query);
      return c.body(text, 200, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="beatcast-predictions.csv"',
      });
    },
  },
  {
    method: "GET",
    path: "/api/predictions/:id",
    access: "user",
    handle: async (c, { userId }) => {
      const found = await findPrediction(c.var.deps.db, userId, c.req.param("id") ?? "");
      if (!found) throw new AppError("not_found", "There is no such prediction in your history.");
      return c.json({ prediction: found.item, analysis: JSON.parse(found.analysis) });
    },
  },
];
