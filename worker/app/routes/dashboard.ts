import { asOfQuerySchema } from "#contract/as-of.ts";
import { analysisChangeResponseSchema } from "#contract/compare.ts";
import {
  dashboardResponseSchema,
  predictionDetailResponseSchema,
  predictionListQuerySchema,
  predictionListResponseSchema,
} from "#contract/dashboard.ts";
import { ownFiguresSchema } from "#contract/figures.ts";
import { pricesResponseSchema, snapshotParamsSchema } from "#contract/technical.ts";
import { AppError } from "#platform/errors.ts";
import { userPredictionAsOf } from "#record/answers-as-of.ts";
import { predictionsCsv } from "#record/csv.ts";
import { readDashboard } from "#record/dashboard.ts";
import { figuresOf } from "#record/figures/figures.ts";
import { findPrediction, listPredictions } from "#record/history.ts";
import { readRecap } from "#record/recap.ts";
import { metricsOf, scorecardOf } from "#record/scorecard.ts";
import { settledOfUser } from "#record/settled-predictions.ts";
import { userSnapshot, withPreviousPrediction } from "#record/user-analyses.ts";
import { withoutChartSeries } from "#research/answer.ts";
import { analysisChangeOf } from "#research/compare/change.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";

const NOT_IN_HISTORY = "There is no such prediction in your history.";

export const dashboardOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/dashboard",
    access: "user",
    summary: "Read the latest predictions and how they turned out",
    response: dashboardResponseSchema,
    handle: async ({ db, files, now, who: { userId } }) => {
      const stored = await readDashboard({ db, files }, userId, now());
      const { recent, pending, settled, unsettled, streakDays, unreadAlerts } = stored;
      const scorecard = scorecardOf(stored.tallies);
      const metrics = metricsOf(scorecard, stored.total);
      return {
        recentPredictions: recent.map((item) => ({ ...item, symbol: item.stock.symbol })),
        accuracyMetrics: {
          totalPredictions: metrics.totalPredictions,
          overallAccuracy: metrics.overallAccuracy === null ? null : Number(metrics.overallAccuracy),
          currentStreak: streakDays,
        },
        metrics,
        scorecard,
        unsettled,
        pending,
        settled,
        unreadAlerts,
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
    handle: async ({ db, files, who, query }) => {
      const { items, total } = await listPredictions({ db, files }, who.userId, query);
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
    handle: async ({ c, db, files, who, query }) =>
      c.body(await predictionsCsv({ db, files }, who.userId, query), 200, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="beatcast-predictions.csv"',
      }),
  }),
  operation({
    method: "GET",
    path: "/api/predictions/figures",
    access: "user",
    usesMarket: true,
    summary: "Read calibration, discrimination and skill of the person's own predictions",
    response: ownFiguresSchema,
    reuse: { sharedSeconds: 0, notInEtag: [] },
    handle: async ({ record, who: { userId } }) => ({
      figures: figuresOf(await settledOfUser(record, userId, record.ledgerId)),
    }),
  }),
  operation({
    method: "GET",
    path: "/api/predictions/:id",
    access: "user",
    usesMarket: true,
    summary: "Read one prediction with the analysis as it was shown then",
    params: idParams,
    query: asOfQuerySchema,
    response: predictionDetailResponseSchema,
    errors: ["not_found", "as_of_future", "before_record"],
    handle: async ({ market, record, past, who, params: { id }, query: { asOf } }) => {
      if (asOf) {
        const prediction = await userPredictionAsOf(await past(), who.userId, { id, asOf });
        if (!prediction)
          throw new AppError("not_found", "There was no such prediction in your history at that time.");
        const { item, analysis, snapshotHash, pointInTimeReport, known } = prediction;
        return {
          prediction: item,
          analysis: withoutChartSeries(analysis, snapshotHash),
          recap: null,
          pointInTimeReport,
          known,
        };
      }
      const prediction = await findPrediction(record, who.userId, id);
      if (!prediction) throw new AppError("not_found", NOT_IN_HISTORY);
      const { item, analysis, snapshotHash } = prediction;
      const recap = await readRecap({ market, record }, prediction, analysis);
      return { prediction: item, analysis: withoutChartSeries(analysis, snapshotHash), recap };
    },
  }),
  operation({
    method: "GET",
    path: "/api/snapshots/:hash/prices",
    access: "user",
    summary: "Read the daily series of an analysis that the person asked for",
    params: snapshotParamsSchema,
    response: pricesResponseSchema,
    errors: ["not_found"],
    handle: async ({ c, db, files, who, params: { hash } }) => {
      const series = (await userSnapshot({ db, files }, who.userId, hash))?.technicalIndicators?.series;
      if (!series) throw new AppError("not_found", NOT_IN_HISTORY);
      c.header("cache-control", "private, max-age=31536000, immutable");
      return { series };
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
    handle: async ({ db, files, who, params: { id } }) => {
      const comparison = await withPreviousPrediction({ db, files }, who.userId, id);
      if (!comparison) throw new AppError("not_found", NOT_IN_HISTORY);
      const { analysis, previous } = comparison;
      return { change: previous && analysisChangeOf(previous, analysis) };
    },
  }),
];
