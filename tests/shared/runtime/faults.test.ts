import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import type { User } from "#contract/account.ts";
import type { AnalysisResponse } from "#contract/analysis.ts";
import { type ErrorCode, errorBodySchema } from "#contract/error.ts";
import { aConfirmedPerson, aPerson, call } from "../../worker/api.ts";

const replayUrl = inject("replayUrl");

/** The longest time that a person waits for an answer, good or bad. */
const LONGEST_MS = 15_000;

const setFault = (fault: string) => fetch(`${replayUrl}/__fault`, { method: "POST", body: fault });
const resetCounts = () => fetch(`${replayUrl}/__reset`, { method: "POST" });
const counts = async () => (await (await fetch(`${replayUrl}/__count`)).json()) as Record<string, number>;

const analyze = (symbol: string, token: string) =>
  call<AnalysisResponse>("POST", `/api/analyze/${symbol}`, { token });
const usedBy = async (token: string) =>
  (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body.user.apiCallsUsed;

const faults: [fault: string, status: number, code: ErrorCode][] = [
  ["429", 503, "upstream_rate_limited"],
  ["500", 503, "upstream_unavailable"],
  ["timeout", 504, "upstream_timeout"],
  ["html", 502, "upstream_malformed"],
  ["badjson", 502, "upstream_malformed"],
  ["401", 502, "upstream_refused"],
];

/** Every failure uses a ticker of its own, because its runner remembers the failure for a while. */
let tickers = 0;

async function expectFailure(fault: string, status: number, code: ErrorCode) {
  const { token } = await aPerson();
  await setFault(fault);
  const startedAt = Date.now();
  tickers += 1;
  const answer = await analyze(`FAULT${tickers}`, token);
  const elapsedMs = Date.now() - startedAt;
  console.info(`${fault}: ${answer.status} after ${elapsedMs} ms: ${JSON.stringify(answer.body)}`);
  expect(answer.status).toBe(status);
  expect(errorBodySchema.parse(answer.body)).toMatchObject({
    code,
    message: expect.stringMatching(/Nothing was counted/),
  });
  expect(elapsedMs).toBeLessThan(LONGEST_MS);
  expect(await usedBy(token)).toBe(0);
}

describe.skipIf(replayUrl === null)("a source that fails", () => {
  afterEach(async () => {
    await setFault("");
  });

  it.each(faults)("with %s from the start is answered %i %s within 15 s and costs nothing", expectFailure);

  it("is asked anew by the next person once it has recovered", async () => {
    const { token } = await aPerson();
    await setFault("500");
    expect((await analyze("MSFT", token)).status).toBe(503);
    await setFault("");
    expect((await analyze("ABBV", token)).status).toBe(200);
    expect(await usedBy(token)).toBe(1);
  });

  it.each(faults)("with %s once its session stands is answered %i %s just so", async (...fault) => {
    const { token } = await aPerson();
    await analyze("AMZN", token);
    await expectFailure(...fault);
  });
});

describe.skipIf(replayUrl === null)("100 people who ask for one company at once", () => {
  const people: Awaited<ReturnType<typeof aPerson>>[] = [];

  beforeAll(async () => {
    // One network may sign up only a few people at a time.
    for (let i = 0; i < 10; i++)
      people.push(...(await Promise.all(Array.from({ length: 10 }, () => aConfirmedPerson()))));
  }, 180_000);

  // Everything shares one thread here, so under heavy load the source's answer may come too late to count.
  it("share one run: its figures are asked for once", { retry: 2, timeout: 120_000 }, async () => {
    await resetCounts();
    const startedAt = Date.now();
    const answers = await Promise.all(people.map(({ token }) => analyze("GOOG", token)));
    const elapsedMs = Date.now() - startedAt;
    const asked = await counts();
    console.info(`100 answers after ${elapsedMs} ms, upstream was asked ${JSON.stringify(asked)}`);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(100);
    expect(asked).toMatchObject({
      "/v10/finance/quoteSummary/GOOG": 1,
      "/v8/finance/chart/GOOG": 1,
      "/v1/finance/search": 1,
    });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.predictionId)).size).toBe(100);
    for (const { token } of people) expect(await usedBy(token)).toBe(1);
  });
});
