import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { User } from "#contract/account.ts";
import { type AnalysisResponse, analysisEventSchema, analysisResponseSchema } from "#contract/analysis.ts";
import { errorBodySchema } from "#contract/error.ts";
import { sampleCompaniesOf, sampleSymbols } from "#market/sample/companies.ts";
import { readEvidence } from "#platform/files/evidence-file.ts";
import type { AnalysisRunner, Research } from "#research/analysis-runner.ts";
import { aConfirmedPerson, aPerson, call, fetchWorker, origin } from "../api.ts";
import { runnerOf } from "./staged-run.ts";
import { letTimePass } from "./time-passes.ts";

const analyze = (symbol: string, token: string, headers: Record<string, string> = {}) =>
  call<AnalysisResponse & { code: string; message: string }>("POST", `/api/analyze/${symbol}`, {
    token,
    headers,
  });

const usedBy = async (token: string) =>
  (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body.user.apiCallsUsed;

describe("analyzing a ticker on the sample market", () => {
  it("answers the whole analysis in the contract's shape, labeled as sample", async () => {
    const { token } = await aPerson();
    const answer = await analyze("aapl", token);
    expect(answer.status).toBe(200);
    const analysis = analysisResponseSchema.parse(answer.body);
    expect(analysis.stock).toMatchObject({ symbol: "AAPL", name: "Apple Inc." });
    expect(analysis.dataMode).toBe("sample");
    expect(analysis.earningsData).toMatchObject({ earningsDateEnd: null, earningsSession: "post" });
    expect(analysis.quota).toEqual({ used: 1, limit: 10 });
    expect(analysis.prediction.isLocked).toBe(true);
    expect(new Set(analysis.evidence.filter((row) => row.kind !== "model").map((row) => row.state))).toEqual(
      new Set(["sample"]),
    );
    expect(analysis.comprehensiveMarketData.verifiedSources).toBe(0);
  });

  it("cites only facts that stand in the evidence", async () => {
    const { token } = await aPerson();
    const { aiAnalysis, evidence } = (await analyze("MSFT", token)).body;
    const ids = new Set(evidence.map((row) => row.id));
    const cited = [...aiAnalysis.reasoning.matchAll(/\[(F\d+)\]/g)].map((match) => match[1] ?? "");
    expect(cited.length).toBeGreaterThan(5);
    for (const id of cited) expect(ids).toContain(id);
  });

  it("gives everyone the same numbers at the same time", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const first = (await analyze("NVDA", one.token)).body;
    const second = (await analyze("NVDA", other.token)).body;
    expect(second.isCached).toBe(true);
    expect({ ...second, predictionId: "", isCached: false, quota: null }).toEqual({
      ...first,
      predictionId: "",
      isCached: false,
      quota: null,
    });
    expect(second.predictionId).not.toBe(first.predictionId);
  });

  it("streams a stage at a time and ends with the same object", async () => {
    const { token } = await aPerson();
    const response = await fetchWorker(`${origin}/api/analyze/TSLA`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        accept: "text/event-stream",
        "content-type": "application/json",
      },
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = (await response.text())
      .trim()
      .split("\n\n")
      .map((block) => {
        const [event = "", data = ""] = block.split("\n");
        return analysisEventSchema.parse({ event: event.slice(7), data: JSON.parse(data.slice(6)) });
      });
    const done = events.flatMap((event) =>
      event.event === "stage" && event.data.status !== "running" ? [event.data.stage] : [],
    );
    // Prices and news are fetched in parallel.
    expect([...done.slice(0, 2), ...done.slice(2, 4).sort(), ...done.slice(4)]).toEqual([
      "company",
      "estimates",
      "news",
      "prices",
      "model",
      "narrative",
    ]);
    const last = events.at(-1);
    expect(last?.event).toBe("result");
    const again = (await analyze("TSLA", token)).body;
    if (last?.event === "result") expect(again.id).toBe(last.data.id);
  });

  it("stores one snapshot for a shared run and one prediction a user", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const first = (await analyze("COST", one.token)).body;
    await analyze("COST", other.token);
    const predictions = await env.DB.prepare(
      "SELECT * FROM predictions WHERE symbol = 'COST' ORDER BY created_at",
    ).all();
    expect(predictions.results).toHaveLength(2);
    const [file, ...others] = new Set(predictions.results.map((row) => String(row.evidence_hash)));
    expect(others).toEqual([]);
    const frozen = JSON.parse(await readEvidence(env.FILES, file ?? ""));
    expect(frozen.prediction).toEqual(first.prediction);
    expect(predictions.results[0]).toMatchObject({
      id: first.predictionId,
      user_id: one.user.id,
      consensus_eps: first.earningsData.analystConsensus,
      state: "pending",
      ledger_seq: expect.any(Number),
      actual_result: null,
      is_correct: null,
    });
  });
});

/** Keeps the ticker's run from ending until the returned function is called. */
async function holdRun(symbol: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const runner = runnerOf(symbol);
  await runInDurableObject(runner, (instance: AnalysisRunner) => {
    const research = Reflect.get(instance, "research") as Research;
    Reflect.set(instance, "research", async (...told: Parameters<Research>) => {
      await held.promise;
      return research(...told);
    });
  });
  return held.resolve;
}

describe("the quota of an analysis", () => {
  it("lets exactly 10 of 200 concurrent calls of a free user through", async () => {
    const { token } = await aConfirmedPerson();
    const symbols = [...sampleCompaniesOf(200).keys()];
    const answers = await Promise.all(symbols.map((symbol) => analyze(symbol, token)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
    // Sixty a minute are allowed, including those that the plan refuses.
    const tooFast = answers.filter(({ body }) => body.code === "rate_limited");
    expect(tooFast.length).toBeGreaterThan(100);
    expect(tooFast[0]?.body.message).toMatch(/^Too many requests\. Please try again in \d s\.$/);
    expect(Number(tooFast[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await usedBy(token)).toBe(10);
  });

  it("says when new calls come once it is spent", async () => {
    const { token } = await aConfirmedPerson();
    for (const symbol of sampleSymbols.slice(0, 10)) await analyze(symbol, token);
    const answer = await analyze(sampleSymbols[10] ?? "", token);
    expect(answer.status).toBe(429);
    expect(answer.body.code).toBe("quota_exceeded");
    expect(answer.body.message).toMatch(
      /^You have used all 10 analyses for this period\. More are available on \w+ 1, \d{4} \(UTC\)/,
    );
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("counts and stores a repeated request once", async () => {
    const { token } = await aPerson();
    const key = { "idempotency-key": "the-same-request" };
    const first = (await analyze("PEP", token, key)).body;
    const second = (await analyze("PEP", token, key)).body;
    expect(second.predictionId).toBe(first.predictionId);
    expect(await usedBy(token)).toBe(1);
  });

  it("is not asked again for a ticker with the same evidence, though it is spent: the same answer and row", async () => {
    const { token } = await aConfirmedPerson();
    const first = (await analyze("PG", token)).body;
    const again = await analyze("pg", token, { "idempotency-key": "another-request" });
    expect(again.body).toEqual({ ...first, isCached: true });
    for (const symbol of sampleSymbols.slice(0, 10)) if (symbol !== "PG") await analyze(symbol, token);
    await analyze("ADBE", token);
    expect((await analyze("CRM", token)).body.code).toBe("quota_exceeded");
    expect((await analyze("PG", token)).body).toEqual({
      ...first,
      isCached: true,
      quota: { used: 10, limit: 10 },
    });
    const { results } = await env.DB.prepare(
      "SELECT id FROM predictions WHERE symbol = 'PG' AND user_id = (SELECT user_id FROM predictions WHERE id = ?)",
    )
      .bind(first.predictionId)
      .all();
    expect(results).toEqual([{ id: first.predictionId }]);
  });

  it("bounds how often one answer is asked for", async () => {
    const { token } = await aPerson();
    await analyze("ADBE", token);
    const startedAt = Date.now();
    let answered = 0;
    let status = 200;
    while (status === 200 && answered < 300) {
      ({ status } = await analyze("ADBE", token));
      if (status === 200) answered++;
    }
    // The first analysis took a token too, and one comes back each second.
    const refilled = Math.ceil((Date.now() - startedAt) / 1_000) + 1;
    expect(status).toBe(429);
    expect(answered).toBeGreaterThanOrEqual(59);
    expect(answered).toBeLessThanOrEqual(60 + refilled);
    expect(await usedBy(token)).toBe(1);
  });

  it("costs one call for a share class, however it is written", async () => {
    const { token } = await aPerson();
    const first = (await analyze("BRK.B", token)).body;
    expect((await analyze("BRK-B", token)).body.predictionId).toBe(first.predictionId);
    expect(await usedBy(token)).toBe(1);
  });

  it("costs one call for ten requests of one ticker at the same time, with one row", async () => {
    const { token, user } = await aPerson();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        analyze("ORCL", token, i % 2 ? { "idempotency-key": `request-number-${i}` } : {}),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.predictionId)).size).toBe(1);
    expect(await usedBy(token)).toBe(1);
    const rows = await env.DB.prepare("SELECT id FROM predictions WHERE user_id = ?").bind(user.id).all();
    expect(rows.results).toHaveLength(1);
  });

  it("costs another call once the evidence is ten minutes old", async () => {
    const { token, user } = await aPerson();
    const first = (await analyze("INTC", token)).body;
    await letTimePass(user.id, 9);
    expect((await analyze("INTC", token)).body.predictionId).toBe(first.predictionId);
    expect(await usedBy(token)).toBe(1);
    await letTimePass(user.id, 1.1);
    await runInDurableObject(runnerOf("INTC"), (_, { storage }) => storage.sql.exec("DELETE FROM run_end"));
    const next = (await analyze("INTC", token)).body;
    expect([next.isCached, next.predictionId === first.predictionId]).toEqual([false, false]);
    expect(await usedBy(token)).toBe(2);
  });

  it("costs nothing when the listener leaves, and once when he returns with the same key", async () => {
    const { token } = await aPerson();
    const key = { "idempotency-key": "left-and-returned" };
    const release = await holdRun("NFLX");
    const response = await fetchWorker(`${origin}/api/analyze/NFLX`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        accept: "text/event-stream",
        "content-type": "application/json",
        ...key,
      },
    });
    expect(await usedBy(token)).toBe(1);
    await response.body?.cancel();
    await expect.poll(() => usedBy(token), { timeout: 10_000 }).toBe(0);
    release();
    const returned = await analyze("NFLX", token, key);
    expect(returned.status).toBe(200);
    expect(await usedBy(token)).toBe(1);
    const { results } = await env.DB.prepare("SELECT id FROM predictions WHERE symbol = 'NFLX'").all();
    expect(results.map((row) => row.id)).toEqual([returned.body.predictionId]);
  });

  it.each([
    ["ZZZZZ", 404, "unknown_symbol"],
    ["BTC-USD", 422, "not_a_company"],
    ["QQQ", 422, "not_a_company"],
  ])("costs nothing when %s cannot be analyzed (%i %s)", async (symbol, status, code) => {
    const { token } = await aPerson();
    const answer = await analyze(symbol, token);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await usedBy(token)).toBe(0);
  });
});

describe("a company's name in the ticker's place", () => {
  it.each([
    ["apple", 404, "unknown_symbol", "AAPL"],
    ["Bank of America", 400, "invalid_symbol", "BAC"],
    ["Bank of Amerca", 400, "invalid_symbol", "BAC"],
  ])("%s is refused with its candidates, and costs nothing", async (text, status, code, symbol) => {
    const { token } = await aPerson();
    const { status: answered, body } = await call("POST", `/api/analyze/${encodeURIComponent(text)}`, {
      token,
    });
    const { candidates, message, ...error } = errorBodySchema.parse(body);
    expect({ answered, code: error.code }).toEqual({ answered: status, code });
    expect(candidates?.[0]?.symbol).toBe(symbol);
    expect(message).toContain(`(${symbol})`);
    expect(await usedBy(token)).toBe(0);
  });

  it("is looked up once for everybody who asks for the same unknown ticker", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const answers = [await analyze("APPLX", one.token), await analyze("APPLX", other.token)];
    for (const { body } of answers) expect(errorBodySchema.parse(body).candidates?.[0]?.symbol).toBe("AAPL");
  });
});

describe("tickers", () => {
  it.each(["", "%20", "%09%20"])("answers a blank one (%j) with the spec's text", async (symbol) => {
    const { token } = await aPerson();
    const answer = await call("POST", symbol === "" ? "/api/analyze" : `/api/analyze/${symbol}`, { token });
    expect(answer).toMatchObject({ status: 400, body: { message: "Please enter a stock ticker symbol" } });
  });

  it.each([
    "..%2F..%2Fetc",
    "A".repeat(16),
    "AAPL/MSFT",
    "AAPL%00",
    "AA%0APL",
    "%D0%90APL",
    "AAPL%3Cscript%3E",
    "%E0%A4%A",
    "'OR'1'='1",
  ])("refuses %j with 400", async (symbol) => {
    const { token } = await aPerson();
    const answer = await call("POST", `/api/analyze/${symbol}`, { token });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("invalid_symbol");
  });

  it("refuses 10,000 characters with 400", async () => {
    const { token } = await aPerson();
    const answer = await call("POST", `/api/analyze/${"A".repeat(10_000)}`, { token });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_symbol" } });
  });

  it("needs a signed-in person", async () => {
    const answer = await call("POST", "/api/analyze/AAPL");
    expect(answer).toMatchObject({
      status: 401,
      body: { code: "unauthenticated", message: "Not authenticated" },
    });
  });
});

describe("the API's edges", () => {
  it("answers an unknown path with 404 and a known one by a wrong method with 405, as JSON", async () => {
    expect(await call("GET", "/api/nothing")).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await call("DELETE", "/api/analyze/AAPL")).toMatchObject({
      status: 405,
      body: { code: "method_not_allowed" },
    });
  });

  it.each([
    ['{"email":', "invalid_request"],
    ['{"email":"a","email":"b"}', "invalid_request"],
    [`{"email":"${"a".repeat(70_000)}"}`, "payload_too_large"],
  ])("refuses the body %.30s", async (body, code) => {
    const answer = await call("POST", "/api/auth/signin", { body });
    expect(answer.body.code).toBe(code);
  });
});
