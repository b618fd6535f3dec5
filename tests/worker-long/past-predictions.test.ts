import { expect, it } from "vitest";
import type { DashboardResponse, PredictionListResponse } from "#contract/dashboard.ts";
import type { RecordFigures } from "#contract/figures.ts";
import { peopleWithPredictions, predictionCallsSince } from "#record/history.ts";
import { call, fetchWorker, origin } from "../worker/api.ts";
import { aLongHistory, counts, cutoff, filesOf, moveAll, store } from "../worker/record/a-long-history.ts";

const filters = [
  "",
  "?page=2",
  "?page=5&pageSize=17",
  "?direction=asc",
  "?direction=asc&page=3&pageSize=25",
  "?symbol=brk.b&pageSize=100",
  "?outcome=wrong&sort=probability",
  "?outcome=void&page=2",
  "?outcome=pending&sort=reportDate&direction=asc",
  "?bin=7",
  "?confidence=high&sort=symbol&pageSize=60",
  "?from=2024-12-15&to=2026-04-15&sort=reportDate",
  "?from=2025-01-01&page=4",
  "?sort=reportDate&direction=asc&pageSize=80",
  "?page=200",
];

type Export = { predictions: { id: string }[]; isComplete: boolean };

/** Returns everything that a person can ask about their past. */
async function everything(token: string, userId: string, ids: readonly string[]) {
  const get = async (path: string) => (await call("GET", path, { token })).body;
  const lists = [];
  for (const filter of filters) lists.push(await get(`/api/predictions${filter}`));
  const details = [];
  for (const id of ids) {
    details.push(await get(`/api/predictions/${id}`), await get(`/api/predictions/${id}/change`));
    details.push((await call("POST", `/api/predictions/${id}/report`, { token, body: aReport })).body);
  }
  const csv = await fetchWorker(`${origin}/api/predictions/export.csv?sort=symbol`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const exported = await fetchWorker(`${origin}/api/account/export`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", origin },
    body: "{}",
  });
  const { predictions: all = [], isComplete } = (await exported.json()) as Export;
  const calls = await predictionCallsSince(store, userId, new Date("2025-06-01"));
  return {
    lists: lists as unknown as PredictionListResponse[],
    details,
    dashboard: (await get("/api/dashboard")) as unknown as DashboardResponse,
    figures: (await get("/api/predictions/figures")) as unknown as RecordFigures,
    csv: await csv.text(),
    exported: { status: exported.status, all: all.toSorted((a, b) => (a.id < b.id ? -1 : 1)), isComplete },
    calls: calls.toSorted((a, b) => a.atMs - b.atMs || (a.key < b.key ? -1 : 1)),
    people: await peopleWithPredictions(store.db, "", new Date("2024-01-01"), 50),
  };
}

const aReport = { eps: 1.2, url: "https://example.com/results" };

it("the past in files answers everything as it did from the database", async () => {
  const { token, userId, rows } = await aLongHistory();
  const ids = [rows[3]?.id, rows[37]?.id, rows[118]?.id].map(String);
  // The page of a prediction looks for prices when it is opened for the first time.
  for (const id of ids) await call("GET", `/api/predictions/${id}`, { token });
  const before = await everything(token, userId, ids);
  expect(before.lists[0]?.total).toBe(121);
  expect(before.exported).toMatchObject({ status: 200, isComplete: true });
  expect(before.exported.all).toHaveLength(121);
  await moveAll();
  const endOf = ({ settledAt, reportsAt, createdAt }: (typeof rows)[number]) =>
    settledAt ?? reportsAt ?? createdAt;
  const isEnded = (row: (typeof rows)[number]) =>
    row.state !== "pending" && Number(row.createdAt) < Number(cutoff) && Number(endOf(row)) < Number(cutoff);
  const behind = rows.filter(isEnded).length;
  expect(await counts(userId)).toEqual({ hot: 121 - behind, past: behind });
  expect(await filesOf(userId)).toHaveLength(4);
  const after = await everything(token, userId, ids);
  for (const [i, list] of before.lists.entries()) expect(after.lists[i], filters[i]).toEqual(list);
  expect(after).toEqual(before);
}, 60_000);
