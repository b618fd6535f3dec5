import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { AnalysisResponse } from "#contract/analysis.ts";
import type { PriceSeries } from "#contract/technical.ts";
import { readEvidence } from "#platform/files/evidence-file.ts";
import { aPerson, call } from "../api.ts";

const analyze = async (symbol: string, token: string) =>
  (await call<AnalysisResponse>("POST", `/api/analyze/${symbol}`, { token, body: {} })).body;
const prices = (hash: string, token?: string) =>
  call<{ series: PriceSeries }>("GET", `/api/snapshots/${hash}/prices`, token ? { token } : {});

it("the series of an analysis come under its hash, unchangeable, to those alone who asked for it", async () => {
  const [one, other, stranger] = [await aPerson(), await aPerson(), await aPerson()];
  const first = await analyze("AAPL", one.token);
  const { series, snapshotHash: hash = "" } = first.technicalIndicators ?? {};
  expect(series).toBeUndefined();
  const frozen = JSON.parse(await readEvidence(env.FILES, hash));
  const answer = await prices(hash, one.token);
  expect(answer).toMatchObject({ status: 200, body: { series: frozen.technicalIndicators.series } });
  expect(answer.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");

  expect((await prices(hash, other.token)).status).toBe(404);
  await analyze("AAPL", other.token);
  expect((await prices(hash, other.token)).status).toBe(200);

  await analyze("KO", stranger.token);
  expect(await prices(hash, stranger.token)).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect((await prices(hash)).status).toBe(401);
  expect((await prices("ab".repeat(32), one.token)).status).toBe(404);
  expect((await prices("no-hash", one.token)).status).toBe(400);
});

it("a past prediction is shown with the same figures, and its charts with the same series", async () => {
  const { token } = await aPerson();
  const { predictionId, technicalIndicators } = await analyze("MSFT", token);
  const { body } = await call<{ analysis: AnalysisResponse }>("GET", `/api/predictions/${predictionId}`, {
    token,
  });
  expect(body.analysis.technicalIndicators).toEqual(technicalIndicators);
  expect((await prices(technicalIndicators?.snapshotHash ?? "", token)).body.series.close.at(-1)).toBe(
    technicalIndicators?.lastClose,
  );
});
