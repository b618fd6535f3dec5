import { asOfQuerySchema } from "#contract/as-of.ts";
import { driftSchema } from "#contract/drift.ts";
import { recordFiguresQuerySchema, recordFiguresSchema } from "#contract/figures.ts";
import {
  ledgerDayParamsSchema,
  ledgerPageSchema,
  ledgerQuerySchema,
  ledgerRootSchema,
  ledgerRootsResponseSchema,
} from "#contract/ledger.ts";
import { coverageSchema } from "#contract/market.ts";
import {
  type RecordSnapshot,
  recordListQuerySchema,
  recordListSchema,
  recordSnapshotSchema,
  resultReceivedSchema,
  resultReportSchema,
  trackRecordSchema,
} from "#contract/record.ts";
import { easternDay } from "#contract/time.ts";
import { versusMarketsSchema } from "#contract/versus-markets.ts";
import { AppError } from "#platform/errors.ts";
import { recordPredictionAsOf, trackRecordAsOf } from "#record/answers-as-of.ts";
import { type FullRecordItem, listRecord, recordItemForReader } from "#record/list-record.ts";
import { readRecap } from "#record/recap.ts";
import { cosignatureLines } from "#record/receipts/read-receipts.ts";
import { readRecordFigures } from "#record/record-figures.ts";
import { submitReportedResult } from "#record/review.ts";
import { companiesOnRecord, findRecord, lockAndSettlementOf, trackRecordOf } from "#record/track-record.ts";
import { versusMarketsOf } from "#record/versus-markets.ts";
import { calibrationDriftOfRecord } from "#record/watch-calibration.ts";
import { probabilityFilterFor } from "#season/calendar/visibility.ts";
import type { AppContext } from "../deps.ts";
import { readerOfRequest } from "../http/access.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";
import type { MarketRecord } from "../wiring/market.ts";

const RECORD_SECONDS = 60;
const RECORD_REUSE = { sharedSeconds: RECORD_SECONDS, isForEverybody: true, notInEtag: [] } as const;

export const trackRecordOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/track-record",
    access: "public",
    usesMarket: true,
    summary: "Read how the predictions of record turned out",
    rate: "record",
    query: asOfQuerySchema,
    response: trackRecordSchema,
    reuse: RECORD_REUSE,
    errors: ["as_of_future", "before_record"],
    handle: async ({ record, past, ledgerSigner, query: { asOf } }) => {
      if (asOf) return trackRecordAsOf(await past(), asOf);
      const [figures, { head, checkpoint, sealed, open, since }, signer] = await Promise.all([
        trackRecordOf(record.db, record.ledgerId),
        record.ledger.summary(),
        ledgerSigner(record.ledgerId),
      ]);
      return {
        dataMode: record.dataMode,
        ...figures,
        ledger: {
          ...head,
          key: signer?.publicKey ?? null,
          checkpoint: checkpoint && {
            size: checkpoint.size,
            signedAt: new Date(checkpoint.signedAt).toISOString(),
          },
          sealed,
          open,
          sealedSince: since,
        },
      };
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/figures",
    access: "public",
    usesMarket: true,
    summary:
      "Read calibration, discrimination and skill of one kind of prediction, with what chance alone explains",
    rate: "record",
    query: recordFiguresQuerySchema,
    response: recordFiguresSchema,
    reuse: { sharedSeconds: RECORD_SECONDS, notInEtag: [] },
    handle: async ({ record, query: { kind } }) => readRecordFigures(record, kind),
  }),
  operation({
    method: "GET",
    path: "/api/track-record/drift",
    access: "public",
    usesMarket: true,
    summary: "Read the newest weekly tests of calibration, and what change they propose",
    rate: "record",
    response: driftSchema,
    handle: async ({ record }) => calibrationDriftOfRecord(record),
  }),
  operation({
    method: "GET",
    path: "/api/track-record/versus-markets",
    access: "public",
    usesMarket: true,
    summary: "Read our sealed probabilities beside those of prediction markets on the same reports",
    rate: "record",
    response: versusMarketsSchema,
    reuse: RECORD_REUSE,
    errors: ["not_found"],
    handle: async ({ record, settings }) => {
      if (settings.PREDICTION_MARKET_PRICES === "hidden")
        throw new AppError("not_found", "Prices of prediction markets are not shown here.");
      return { dataMode: record.dataMode, ...(await versusMarketsOf(record.db, record.ledgerId)) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/coverage",
    access: "public",
    usesMarket: true,
    summary: "Read how many companies and which sources are covered",
    rate: "record",
    response: coverageSchema,
    reuse: RECORD_REUSE,
    handle: async ({ market, record: { db, dataMode, ledgerId } }) => ({
      dataMode,
      companies: await companiesOnRecord(db, ledgerId),
      sources: [...market.sources],
    }),
  }),
  operation({
    method: "GET",
    path: "/api/track-record/predictions",
    access: "public",
    usesMarket: true,
    summary: "List the predictions of record, filtered and paged",
    rate: "record",
    query: recordListQuerySchema,
    response: recordListSchema,
    reuse: { sharedSeconds: RECORD_SECONDS, notInEtag: [] },
    handle: async ({ c, record, query }) => {
      const { items, next } = await listRecord(record.db, record.ledgerId, query);
      const isOpened = await openedFor(c, record, items);
      return { items: items.map((item) => recordItemForReader(item, isOpened(item))), next };
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/predictions/:id",
    access: "public",
    usesMarket: true,
    summary: "Read one prediction of record with its frozen analysis and ledger entries",
    rate: "record",
    params: idParams,
    query: asOfQuerySchema,
    response: recordSnapshotSchema,
    errors: ["not_found", "as_of_future", "before_record"],
    handle: async ({ c, record, past, params: { id }, query: { asOf } }) => {
      if (asOf) return snapshotAsOf(c, record, await recordPredictionAsOf(await past(), id, asOf));
      const { ledger } = record;
      const prediction = await findRecord(record, id);
      if (!prediction) throw new AppError("not_found", "There is no such prediction of record.");
      const { item, actualSource, lockId, json } = prediction;
      const entries = await lockAndSettlementOf({ find: async (entryId) => ledger.find(entryId) }, lockId);
      const analysis: unknown = JSON.parse(json);
      // The route is public, so it requests no prices from the source.
      const recap = await readRecap(
        { market: null, record },
        { item, ticker: prediction.ticker, ledgerId: record.ledgerId },
        analysis,
      );
      const isOpened = (await openedFor(c, record, [item]))(item);
      const isShown = isOpened || !item.isSealed;
      return {
        item: recordItemForReader(item, isOpened),
        actualSource,
        analysis: isShown ? analysis : null,
        recap,
        ...entries,
      };
    },
  }),
  operation({
    method: "POST",
    path: "/api/predictions/:id/report",
    access: "user",
    summary: "Send in a reported result, as evidence for the review of a settlement",
    params: idParams,
    body: resultReportSchema,
    response: resultReceivedSchema,
    status: 201,
    errors: ["not_found", "email_unconfirmed", "conflict"],
    handle: async ({ db, files, now, marketNow, who, params: { id }, body }) => {
      await submitReportedResult({ db, files }, who.userId, id, body, { now: now(), marketNow: marketNow() });
      return { isReceived: true };
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/ledger",
    access: "public",
    usesMarket: true,
    summary: "Read the ledger's entries in order, paged",
    rate: "record",
    query: ledgerQuerySchema,
    response: ledgerPageSchema,
    handle: async ({ record, query: { after, limit } }) => {
      const { entries, head } = await record.ledger.page(after, limit);
      return { entries, head };
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/checkpoint",
    access: "public",
    usesMarket: true,
    summary:
      "Read the newest signed checkpoint of the ledger with the cosignatures it has (c2sp.org/tlog-checkpoint)",
    rate: "record",
    raw: [{ status: 200, type: "text/plain" }],
    errors: ["not_found"],
    handle: async ({ record }) => {
      const checkpoint = await record.ledger.checkpoint();
      if (!checkpoint) throw new AppError("not_found", "No checkpoint is signed yet.");
      const cosigned = checkpoint.note + (await cosignatureLines(record, checkpoint.size));
      return new Response(cosigned, { headers: { "content-type": "text/plain; charset=utf-8" } });
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/tile/*",
    access: "public",
    usesMarket: true,
    summary: "Read a tile of the ledger's Merkle tree, or a bundle of its entries (c2sp.org/tlog-tiles)",
    rate: "record",
    raw: [{ status: 200, type: "application/octet-stream" }],
    errors: ["not_found"],
    handle: async ({ c, record }) => {
      const tile = await record.ledger.tile(c.req.path.replace(/^.*?\/tile\//, ""));
      if (!tile) throw new AppError("not_found", "The tree of the newest checkpoint has no such tile.");
      // A full tile never changes; a partial one is replaced by a wider one.
      const caching = tile.isFull ? "public, max-age=31536000, immutable" : "public, max-age=3600";
      return new Response(tile.bytes, {
        headers: { "content-type": "application/octet-stream", "cache-control": caching },
      });
    },
  }),
  operation({
    method: "GET",
    path: "/api/track-record/roots",
    access: "public",
    usesMarket: true,
    summary: "List the Merkle roots of the days that are over",
    rate: "record",
    response: ledgerRootsResponseSchema,
    handle: async ({ record, marketNow }) => ({ roots: await record.ledger.roots(marketNow().getTime()) }),
  }),
  operation({
    method: "GET",
    path: "/api/track-record/roots/:date",
    access: "public",
    usesMarket: true,
    summary: "Read the Merkle root of one UTC day",
    rate: "record",
    params: ledgerDayParamsSchema,
    response: ledgerRootSchema,
    errors: ["not_found"],
    handle: async ({ record, marketNow, params: { date } }) => {
      const root = (await record.ledger.roots(marketNow().getTime())).find(
        (candidate) => candidate.date === date,
      );
      if (root) return root;
      throw new AppError(
        "not_found",
        "No root is published for that day: nothing was entered, or it is not over.",
      );
    },
  }),
];

/**
 * Presents a prediction of record as of a past moment. The reader sees its probability if the prediction is
 * public or the reader may see it now.
 */
async function snapshotAsOf(
  c: AppContext,
  record: MarketRecord,
  prediction: Awaited<ReturnType<typeof recordPredictionAsOf>>,
): Promise<RecordSnapshot> {
  if (!prediction) throw new AppError("not_found", "There was no such prediction on record at that time.");
  const { item, actualSource, json, lock, settlement, isPublic, pointInTimeReport, known } = prediction;
  const isOpened = isPublic || (await openedFor(c, record, [item]))(item);
  const analysis: unknown = isOpened ? JSON.parse(json) : null;
  return {
    item: recordItemForReader(item, isOpened),
    actualSource,
    analysis,
    lock,
    settlement,
    recap: null,
    pointInTimeReport,
    known,
  };
}

/**
 * Returns a function that says whether the reader may see a sealed prediction's probability, which is the case
 * if the calendar shows it to the same reader.
 */
async function openedFor(c: AppContext, record: MarketRecord, items: readonly FullRecordItem[]) {
  const quarterOf = ({ stock: { symbol }, fiscalQuarterEnd }: FullRecordItem) => ({
    symbol,
    fiscalQuarterEnd: fiscalQuarterEnd ?? "",
  });
  const sealed = items.filter(({ isSealed }) => isSealed);
  if (sealed.length === 0) return () => false;
  const [{ opens }, today] = [await readerOfRequest(c), easternDay(record.marketNow())];
  const isOpen = await probabilityFilterFor(record, sealed.map(quarterOf), opens, today);
  return (item: FullRecordItem) => isOpen(quarterOf(item));
}
