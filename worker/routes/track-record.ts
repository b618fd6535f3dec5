import type { Coverage } from "#contract/coverage.ts";
import {
  type RecordList,
  type RecordSnapshot,
  recordListQuerySchema,
  resultReportSchema,
  type TrackRecord,
} from "#contract/record.ts";
import { reportResult } from "#predictions/report-result.ts";
import {
  companiesOnRecord,
  entriesOf,
  findRecord,
  listRecord,
  trackRecordOf,
} from "#predictions/track-record.ts";
import type { AppContext } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { readJson, validate } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

/** The public record, and a user's word on what was reported. */
export const trackRecordOperations: readonly Operation[] = [
  {
    method: "GET",
    path: "/api/track-record",
    access: "public",
    rate: "record",
    handle: async (c) => {
      const { dataMode, db, ledgerId, ledger, universe } = await recordOf(c);
      const [record, { head }] = await Promise.all([trackRecordOf(db, ledgerId), ledger.page(0, 0)]);
      return c.json({ dataMode, ...record, ledger: head, universe: [...universe] } satisfies TrackRecord);
    },
  },
  {
    method: "GET",
    path: "/api/coverage",
    access: "public",
    rate: "record",
    handle: async (c) => {
      const { dataMode, sources } = await c.var.deps.market();
      const { db, ledgerId } = c.var.deps.record(dataMode);
      const companies = await companiesOnRecord(db, ledgerId);
      return c.json({ dataMode, companies, sources: [...sources] } satisfies Coverage);
    },
  },
  {
    method: "GET",
    path: "/api/track-record/predictions",
    access: "public",
    rate: "record",
    query: recordListQuerySchema,
    handle: async (c) => {
      const query = validate(recordListQuerySchema, c.req.query());
      const { db, ledgerId } = await recordOf(c);
      return c.json((await listRecord(db, ledgerId, query)) satisfies RecordList);
    },
  },
  {
    method: "GET",
    path: "/api/track-record/predictions/:id",
    access: "public",
    rate: "record",
    handle: async (c) => {
      const { db, ledgerId, ledger } = await recordOf(c);
      const found = await findRecord(db, ledgerId, c.req.param("id") ?? "");
      if (!found) throw new AppError("not_found", "There is no such prediction of record.");
      const { item, actualSource, lockId, json } = found;
      const entries = await entriesOf({ find: async (id) => ledger.find(id) }, lockId);
      return c.json({
        item,
        actualSource,
        analysis: JSON.parse(json),
        ...entries,
      } satisfies RecordSnapshot);
    },
  },
  {
    method: "POST",
    path: "/api/predictions/:id/report",
    access: "user",
    body: resultReportSchema,
    handle: async (c, { userId }) => {
      const report = await readJson(c.req.raw, resultReportSchema);
      const { db, now, marketNow } = c.var.deps;
      const times = { now: now(), marketNow: marketNow() };
      await reportResult(db, userId, c.req.param("id") ?? "", report, times);
      return c.json({ isReceived: true }, 201);
    },
  },
];

async function recordOf(c: AppContext) {
  const { market, record } = c.var.deps;
  const { dataMode } = await market();
  return { dataMode, ...record(dataMode) };
}
