import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { openDeps } from "#app/deps.ts";
import type { User } from "#contract/account.ts";
import type { AnalysisResponse } from "#contract/analysis.ts";
import { MarketError } from "#market/port.ts";
import { sampleSymbols } from "#market/sample/companies.ts";
import type { AnalysisRunner } from "#research/analysis-runner.ts";
import { aConfirmedPerson, aPerson, call, origin } from "../worker/api.ts";
import { aStagedRunner, aStream, runnerOf } from "../worker/research/staged-run.ts";

type Body = AnalysisResponse & { code: string; message: string };

const analyze = (symbol: string, token: string, key?: string) =>
  call<Body>("POST", `/api/analyze/${symbol}`, {
    token,
    headers: key === undefined ? {} : { "idempotency-key": key },
  });

const usedBy = async (token: string) =>
  (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body.user.apiCallsUsed;

const storedFor = async (userId: string) =>
  (
    await env.DB.prepare("SELECT id, symbol FROM predictions WHERE user_id = ?")
      .bind(userId)
      .all<{ id: string; symbol: string }>()
  ).results;

/** Makes a ticker's runner forget how its last run ended. */
const emptyRoom = (symbol: string) =>
  runInDurableObject(runnerOf(symbol), (_, { storage }) => storage.sql.exec("DELETE FROM run_end"));

describe("attack: one Idempotency-Key for many tickers", () => {
  it("is refused with 409 for every other ticker, and counts nothing", async () => {
    const { token, user } = await aPerson();
    const { body } = await analyze("AAPL", token, "one-key-for-all");
    expect(await analyze("MSFT", token, "one-key-for-all")).toMatchObject({
      status: 409,
      body: {
        code: "conflict",
        message:
          "This Idempotency-Key belongs to the analysis of another ticker. Send a new key with a new request.",
      },
    });
    expect(await usedBy(token)).toBe(1);
    expect(await storedFor(user.id)).toEqual([{ id: body.predictionId, symbol: "AAPL" }]);
  });

  it("lets one of 14 parallel tickers through, and stores what it counts", async () => {
    const { token, user } = await aConfirmedPerson();
    const symbols = [
      "AAPL",
      "MSFT",
      "NVDA",
      "AMZN",
      "JPM",
      "V",
      "KO",
      "COST",
      "UNH",
      "XOM",
      "DIS",
      "CAT",
      "PEP",
      "NKE",
    ];
    const answers = await Promise.all(symbols.map((symbol) => analyze(symbol, token, "fourteen-at-once")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(13).fill(409)]);
    expect(await usedBy(token)).toBe(1);
    expect(await storedFor(user.id)).toHaveLength(1);
  });

  it("gives the same prediction to the same ticker asked twice at once, for one call", async () => {
    const { token, user } = await aPerson();
    const answers = await Promise.all([1, 2, 3].map(() => analyze("HD", token, "thrice-at-once")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.predictionId)).size).toBe(1);
    expect(await usedBy(token)).toBe(1);
    expect(await storedFor(user.id)).toHaveLength(1);
  });

  it("replays its stored prediction with a spent quota, and runs nothing", async () => {
    const { token } = await aConfirmedPerson();
    const first = (await analyze("LOW", token, "the-first-key")).body;
    for (const symbol of sampleSymbols.slice(0, 9)) await analyze(symbol, token);
    expect((await analyze(sampleSymbols[9] ?? "", token)).body.code).toBe("quota_exceeded");
    await emptyRoom("LOW");
    const again = await analyze("LOW", token, "the-first-key");
    expect(again).toMatchObject({
      status: 200,
      body: {
        predictionId: first.predictionId,
        id: first.id,
        isCached: true,
        quota: { used: 10, limit: 10 },
      },
    });
    expect({ ...again.body, isCached: false, quota: null }).toEqual({ ...first, quota: null });
    expect((await analyze("TGT", token, "the-first-key")).status).toBe(409);
    expect(await usedBy(token)).toBe(10);
  });

  it("still belongs to its ticker in a later period, when the counter knows it no more", async () => {
    const { token, user } = await aPerson();
    const first = (await analyze("WMT", token, "from-last-month")).body;
    const deps = openDeps(env, origin);
    await deps.quotaOf(await deps.user(user.id)).clear();
    expect((await analyze("TGT", token, "from-last-month")).status).toBe(409);
    expect((await analyze("WMT", token, "from-last-month")).body.predictionId).toBe(first.predictionId);
    expect(await storedFor(user.id)).toHaveLength(1);
  });

  it("is another key in another person's hands", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const first = (await analyze("MA", one.token, "a-shared-key")).body;
    const second = await analyze("AXP", other.token, "a-shared-key");
    expect(second.status).toBe(200);
    expect(second.body.predictionId).not.toBe(first.predictionId);
  });

  it("is replayed to a listener of events as the result alone", async () => {
    const { token } = await aPerson();
    const { predictionId } = (await analyze("GS", token, "replayed-as-events")).body;
    const text = await (await aStream("GS", token, { "idempotency-key": "replayed-as-events" })).until(
      "never",
    );
    expect(text.match(/^event: \w+/gm)).toEqual(["event: result"]);
    expect(text).toContain(predictionId);
  });
});

describe("attack: reading the stream and leaving before the end", () => {
  it("shows nothing of what was found before the call counts, and leaving then costs nothing", async () => {
    const { token } = await aPerson();
    const runner = await aStagedRunner("BA");
    const stream = await aStream("BA", token);
    runner.goOn("model");
    const read = await stream.until('"model"');
    expect(read).toContain('"stage":"model","status":"done","detail":null');
    expect(read).not.toMatch(/81\.4|beat/);
    await stream.leave();
    await expect.poll(() => usedBy(token), { timeout: 10_000 }).toBe(0);
    for (const step of ["text", "result"] as const) runner.goOn(step);
  });

  it("counts the call before the first sentence leaves; leaving then costs it, and its prediction is stored", async () => {
    const { token, user } = await aPerson();
    const runner = await aStagedRunner("CVX");
    const stream = await aStream("CVX", token);
    for (const step of ["model", "text"] as const) runner.goOn(step);
    await stream.until("The consensus stands");
    await stream.leave();
    runner.goOn("result");
    await expect.poll(() => storedFor(user.id), { timeout: 10_000 }).toMatchObject([{ symbol: "CVX" }]);
    expect(await usedBy(token)).toBe(1);
  });

  it("costs one who joins a run whose text is out, as it costs everyone", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const runner = await aStagedRunner("MRK");
    const first = await aStream("MRK", one.token);
    for (const step of ["model", "text"] as const) runner.goOn(step);
    await first.until("The consensus stands");
    const second = await aStream("MRK", other.token);
    await second.until("The consensus stands");
    await second.leave();
    runner.goOn("result");
    await expect.poll(() => storedFor(other.user.id), { timeout: 10_000 }).toHaveLength(1);
    expect(await usedBy(other.token)).toBe(1);
    expect(await first.until("never")).toContain('"used":1');
  });

  it("shows a person without calls left nothing at all", async () => {
    const { token } = await aConfirmedPerson();
    for (const symbol of sampleSymbols.slice(0, 10)) await analyze(symbol, token);
    const runner = await aStagedRunner("PFE");
    for (const step of ["model", "text", "result"] as const) runner.goOn(step);
    const stream = await aStream("PFE", token);
    expect(stream.status).toBe(429);
    expect(runner.runs()).toBe(0);
  });

  it("does not count a run that fails on our side after its text began", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { token } = await aPerson();
    const runner = await aStagedRunner("ABT", "failure");
    const stream = await aStream("ABT", token);
    for (const step of ["model", "text"] as const) runner.goOn(step);
    await stream.until("The consensus stands");
    expect(await usedBy(token)).toBe(1);
    runner.goOn("result");
    expect(await stream.until("event: error")).toContain('"code":"internal"');
    expect(await usedBy(token)).toBe(0);
    vi.restoreAllMocks();
  });
});

describe("attack: analyses that fail", () => {
  /** Makes a runner whose source refuses its ticker, and counts how often the source was asked. */
  async function aRefusingRoom(symbol: string, reason: MarketError["reason"] = "unknown_symbol") {
    let asked = 0;
    const runner = runnerOf(symbol);
    await runInDurableObject(runner, (instance: AnalysisRunner) => {
      Reflect.set(instance, "research", async () => {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new MarketError(reason, `No company is listed as ${symbol}.`);
      });
    });
    return () => asked;
  }

  it("ask the source once, however often one unknown ticker is asked for", async () => {
    const { token } = await aPerson();
    const asked = await aRefusingRoom("NOPE1");
    for (let i = 0; i < 25; i++)
      expect(await analyze("NOPE1", token)).toMatchObject({ status: 404, body: { code: "unknown_symbol" } });
    expect(asked()).toBe(1);
    expect(await usedBy(token)).toBe(0);
    // A remembered result costs nothing of the person's budget.
    expect((await analyze("AAPL", token)).status).toBe(200);
  });

  it("ask the source once for 60 parallel requests of many people", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aPerson()));
    const asked = await aRefusingRoom("NOPE2");
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => analyze("NOPE2", people[i % people.length]?.token ?? "")),
    );
    expect(asked()).toBe(1);
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThan(5);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it("ask again soon after trouble of the source's own, and late after its word on the ticker", async () => {
    const { token } = await aPerson();
    const untilOf = async (symbol: string, reason: MarketError["reason"]) => {
      await aRefusingRoom(symbol, reason);
      const askedAt = Date.now();
      await analyze(symbol, token);
      const [row] = await runInDurableObject(runnerOf(symbol), (_, { storage }) =>
        storage.sql.exec<{ until: number }>("SELECT until FROM run_end").toArray(),
      );
      return Math.round(((row?.until ?? 0) - askedAt) / 30_000) / 2;
    };
    expect(await untilOf("NOPE3", "upstream")).toBe(0.5);
    expect(await untilOf("NOPE4", "not_a_company")).toBe(15);
  });

  it("are bounded for one person, who is told why and when to go on", async () => {
    const { token } = await aPerson();
    const statuses: number[] = [];
    let last = await analyze("ZZ100", token);
    for (let i = 101; i < 160; i++) {
      statuses.push(last.status);
      last = await analyze(`ZZ${i}`, token);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404));
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(21);
    expect(last).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(last.body.message).toMatch(
      /^Too many of your analyses failed, were cancelled or are still running\. Please try again in \d+ minutes\.$/,
    );
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(await usedBy(token)).toBe(0);
  });

  it("are what is bounded: one that counts takes nothing of the budget, one that is left does", async () => {
    const { token, user } = await aPerson();
    await analyze("AAPL", token);
    const runner = await aStagedRunner("SBUX");
    const stream = await aStream("SBUX", token);
    runner.goOn("model");
    await stream.until('"model"');
    await stream.leave();
    for (const step of ["text", "result"] as const) runner.goOn(step);
    const deps = openDeps(env, origin);
    for (let i = 0; i < 19; i++) await deps.enforceRateLimit("uncountedAnalysis", user.id);
    await expect(deps.enforceRateLimit("uncountedAnalysis", user.id)).rejects.toThrow(
      "Too many of your analyses",
    );
  });
});

describe("attack: the free quota over and over", () => {
  const remove = (token: string) =>
    call("POST", "/api/account/delete", { token, body: { confirmation: "DELETE" } });

  it("is not renewed by deleting the account and signing up again", async () => {
    const { token, email } = await aConfirmedPerson();
    for (const symbol of sampleSymbols.slice(0, 10)) await analyze(symbol, token);
    expect((await remove(token)).status).toBe(200);
    const again = await aConfirmedPerson({ email });
    expect(await usedBy(again.token)).toBe(10);
    expect((await analyze(sampleSymbols[0] ?? "", again.token)).body.code).toBe("quota_exceeded");
  });

  it("is one for every spelling of a mailbox", async () => {
    const name = `ada.${crypto.randomUUID().slice(0, 8)}`;
    const spellings = [
      `${name}@gmail.com`,
      `${name.replace(".", "")}+beatcast@googlemail.com`,
      `${name}+2@gmail.com`,
    ];
    for (const email of spellings) {
      const { token } = await aConfirmedPerson({ email });
      await analyze("KO", token);
    }
    const last = await aConfirmedPerson({ email: `a.${name}+3@gmail.com`.replace("a.ada", "ad.a") });
    expect(await usedBy(last.token)).toBe(3);
  });

  it("names nobody in the counter that outlives an account", async () => {
    const { token, email, user } = await aPerson();
    await analyze("KO", token, "a-key-of-mine");
    const deps = openDeps(env, origin);
    const quota = deps.quotaOf(await deps.user(user.id));
    await remove(token);
    const again = await aPerson({ email });
    expect(await usedBy(again.token)).toBe(1);
    expect(await quota.used()).toBe(1);
    const text = JSON.stringify(
      (await call("POST", "/api/account/export", { token: again.token, body: {} })).body,
    );
    expect(text).not.toContain(user.id);
    expect((await analyze("AAPL", again.token, "a-key-of-mine")).status).toBe(200);
  });

  it("needs a confirmed address for the third analysis", async () => {
    const person = await aPerson();
    for (const symbol of ["AAPL", "MSFT"]) expect((await analyze(symbol, person.token)).status).toBe(200);
    expect(await analyze("KO", person.token)).toMatchObject({
      status: 403,
      body: {
        code: "email_unconfirmed",
        message: "Please confirm your email address before your next analysis: open the link we emailed you.",
      },
    });
    expect(await usedBy(person.token)).toBe(2);
    await env.DB.prepare("UPDATE users SET email_verified = 1 WHERE id = ?").bind(person.user.id).run();
    expect((await analyze("KO", person.token)).body.quota).toEqual({ used: 3, limit: 10 });
  });
});

describe("attack: deleting the account in the middle of an analysis", () => {
  it("is answered 401, and leaves nothing behind", async () => {
    const { token, user } = await aPerson();
    const runner = await aStagedRunner("LMT");
    const answer = analyze("LMT", token);
    for (const step of ["model", "text"] as const) runner.goOn(step);
    await expect.poll(() => usedBy(token), { timeout: 10_000 }).toBe(1);
    expect(
      (await call("POST", "/api/account/delete", { token, body: { confirmation: "DELETE" } })).status,
    ).toBe(200);
    runner.goOn("result");
    expect(await answer).toMatchObject({
      status: 401,
      body: { code: "unauthenticated", message: "This account has been deleted." },
    });
    expect(await storedFor(user.id)).toEqual([]);
    const { results } = await env.DB.prepare("SELECT id FROM predictions WHERE symbol = 'LMT'").all();
    expect(results).toEqual([]);
    // The account is gone, so nothing is locked for it either.
    const { entries } = await openDeps(env, origin).record("sample").ledger.page(0, 500);
    expect(entries.filter(({ body }) => body.type === "lock" && body.symbol === "LMT")).toEqual([]);
  });
});
