import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { readProfile } from "#accounts/profile/profile.ts";
import { openDeps } from "#app/deps.ts";
import { requireOperator } from "#app/http/access.ts";
import { storeDeadLetter } from "#app/jobs/consume.ts";
import type { ErrorBody } from "#contract/error.ts";
import type { Review } from "#contract/review.ts";
import type { SecurityEvent } from "#contract/security.ts";
import { verifyLedger } from "#ledger-verifier";
import { putOnRecord } from "#record/record.ts";
import { aConfirmedPerson, aPerson, call } from "../../api.ts";
import { db, ledgerOf } from "../../record/a-record.ts";

let operator = { token: "", user: { id: "" } };
beforeAll(async () => {
  operator = await aConfirmedPerson({ email: "operator@example.com" });
});

const reason = "Figure read in the company's own release.";
const review = async () => (await call<Review>("GET", "/api/review", { token: operator.token })).body;
const decide = (body: unknown, token = operator.token) =>
  call<{ decided: number } & ErrorBody>("POST", "/api/review/predictions", { token, body });

type Case = { id: string; symbol: string; fiscalQuarterEnd: string; lockId: string; consensusEps: number };

/**
 * Creates a person's locked prediction whose settlement is under review, and with `isOut` its report is already
 * out.
 */
async function underReview(symbol: string, isOut = false): Promise<Case & { ownerToken: string }> {
  const owner = await aConfirmedPerson();
  const id = isOut
    ? await reportedPrediction(symbol, owner.user.id)
    : (await call<{ predictionId: string }>("POST", `/api/analyze/${symbol}`, { token: owner.token })).body
        .predictionId;
  await env.DB.prepare(
    "UPDATE predictions SET state = 'review', state_reason = 'A 1, B 2: they disagree.', due_at = 1 WHERE id = ?",
  )
    .bind(id)
    .run();
  const row = await env.DB.prepare(
    `SELECT id, symbol, fiscal_quarter_end AS fiscalQuarterEnd, lock_id AS lockId, consensus_eps AS consensusEps
     FROM predictions WHERE id = ?`,
  )
    .bind(id)
    .first<Case>();
  if (!row) throw new Error(`no prediction of ${symbol}`);
  return { ...row, ownerToken: owner.token };
}

/** Creates a prediction whose report was due a second after its lock, a time that has passed. */
async function reportedPrediction(symbol: string, userId: string): Promise<string> {
  const { analyzeAsOf, record } = openDeps(env, "https://beatcast.test");
  const made = await analyzeAsOf(symbol, new Date());
  const earningsDate = new Date(Date.now() + 1000).toISOString();
  const analysis = { ...made, earningsData: { ...made.earningsData, earningsDate, isStale: false } };
  const owner = { kind: "analysis", userId } as const;
  const { predictionId } = await putOnRecord(record("sample"), { owner, requestKey: "soon", analysis });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return predictionId;
}

const named = ({ symbol, fiscalQuarterEnd, lockId }: Case) => ({
  symbol,
  fiscalQuarterEnd,
  lockIds: [lockId],
  reason,
});
const stateOf = (id: string) =>
  env.DB.prepare(
    "SELECT state, actual_result AS result, actual_eps AS eps, state_reason AS reason FROM predictions WHERE id = ?",
  )
    .bind(id)
    .first();
const settlementOf = async (lockId: string) => (await ledgerOf("sample").find(`settles ${lockId}`))?.body;
const isValid = async () => {
  const ledger = ledgerOf("sample");
  const { entries, head } = await ledger.page(0, 500);
  return verifyLedger(JSON.parse(JSON.stringify(entries)), { head, roots: await ledger.roots(Date.now()) });
};

describe("the calls of operators", () => {
  it.each([
    ["a confirmed person", () => aConfirmedPerson()],
    [
      "the operator's address without the mailbox's word",
      async () => {
        await env.DB.prepare("UPDATE users SET email_verified = 0 WHERE id = ?").bind(operator.user.id).run();
        return operator;
      },
    ],
  ])("do not exist for %s", async (_, person) => {
    const { token } = await person();
    for (const [method, path, body] of [
      ["GET", "/api/review", undefined],
      [
        "POST",
        "/api/review/predictions",
        { symbol: "AAPL", fiscalQuarterEnd: "2026-09-30", lockIds: ["x"], decision: "void", reason },
      ],
      ["POST", "/api/review/dead-letters/x", { decision: "drop", reason }],
      ["POST", "/api/review/results/x/dismiss", { reason }],
      [
        "POST",
        "/api/review/releases",
        { symbol: "AAPL", accession: "x", file: "y", item: 0, of: 1, decision: "neither", reason },
      ],
    ] as const) {
      const answer = await call<ErrorBody>(method, path, { token, body });
      expect([answer.status, answer.body.message]).toEqual([404, "There is no such call."]);
    }
    await env.DB.prepare("UPDATE users SET email_verified = 1 WHERE id = ?").bind(operator.user.id).run();
  });

  it("need a second factor in production", async () => {
    const settings = { OPERATORS: ["operator@example.com"], APP_ENV: "production" } as const;
    const profile = () => readProfile(db, operator.user.id);
    const refused = await profile();
    expect(() => requireOperator(settings, { profile: refused })).toThrow(
      expect.objectContaining({ code: "forbidden" }),
    );
    await env.DB.prepare("UPDATE users SET two_factor_enabled = 1 WHERE id = ?").bind(operator.user.id).run();
    requireOperator(settings, { profile: await profile() });
    await env.DB.prepare("UPDATE users SET two_factor_enabled = 0 WHERE id = ?").bind(operator.user.id).run();
  });

  it("by cookie must come from our own page", async () => {
    const { cookie } = await aPerson();
    const headers = { cookie, origin: "https://elsewhere.test" };
    expect((await call("POST", "/api/review/predictions", { headers, body: {} })).status).toBe(403);
  });
});

describe("a prediction under review", () => {
  it("is settled by an operator's figure, and the ledger says by which role and why", async () => {
    const found = await underReview("AAPL", true);
    const [shown] = (await review()).cases.filter(({ symbol }) => symbol === "AAPL");
    expect(shown?.locks).toMatchObject([{ lockId: found.lockId, reason: "A 1, B 2: they disagree." }]);
    const eps = found.consensusEps + 0.5;
    expect((await decide({ ...named(found), decision: "settle", eps })).body).toEqual({ decided: 1 });
    expect(await stateOf(found.id)).toMatchObject({ state: "settled", result: "beat", eps });
    const body = await settlementOf(found.lockId);
    expect(body).toMatchObject({ outcome: "beat", source: "Operator", reason, decidedBy: "operator" });
    expect(JSON.stringify(body)).not.toContain("operator@");
    expect(await isValid()).toMatchObject({ isValid: true });
    expect((await review()).cases.filter(({ symbol }) => symbol === "AAPL")).toEqual([]);
    expect((await review()).decided[0]).toMatchObject({
      subject: `AAPL ${found.fiscalQuarterEnd}`,
      decision: "settle",
      reason,
    });
    const { body: trail } = await call<{ events: SecurityEvent[] }>("GET", "/api/account/security-events", {
      token: operator.token,
    });
    expect(trail.events[0]?.kind).toBe("review_decided");
  });

  it("is void by decision, with the reason shown to its owner", async () => {
    const found = await underReview("MSFT");
    await decide({ ...named(found), decision: "void" });
    expect(await stateOf(found.id)).toMatchObject({ state: "void", reason });
    expect(await settlementOf(found.lockId)).toMatchObject({ outcome: "void", decidedBy: "operator" });
  });

  it("is decided once: the same decision again, even at once, is the same; another one is refused", async () => {
    const found = await underReview("KO");
    const same = { ...named(found), decision: "settle", eps: 5 };
    const answers = await Promise.all([decide(same), decide(same), decide(same)]);
    expect(answers.map(({ body }) => body)).toEqual([{ decided: 1 }, { decided: 1 }, { decided: 1 }]);
    const other = await decide({ ...same, eps: 6 });
    expect([other.status, other.body.code]).toEqual([409, "conflict"]);
    expect(await stateOf(found.id)).toMatchObject({ state: "settled", eps: 5 });
    const sums =
      "SELECT sum(n) AS n FROM tallies WHERE dimension = 'all' AND scope = (SELECT scope FROM predictions WHERE id = ?)";
    expect(await env.DB.prepare(sums).bind(found.id).first("n")).toBe(1);
    expect((await review()).decided.filter(({ subject }) => subject.startsWith("KO "))).toHaveLength(1);
  });

  it("decided in two ways at once is decided in one", async () => {
    const found = await underReview("PEP");
    const answers = await Promise.all([
      decide({ ...named(found), decision: "void" }),
      decide({ ...named(found), decision: "settle", eps: 5 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { state, result } = (await stateOf(found.id)) as { state: string; result: string | null };
    expect(await settlementOf(found.lockId)).toMatchObject({ outcome: state === "void" ? "void" : result });
  });

  it("that was settled by the rule meanwhile is not decided", async () => {
    const found = await underReview("JPM");
    await env.DB.prepare("UPDATE predictions SET state = 'pending' WHERE id = ?").bind(found.id).run();
    expect((await decide({ ...named(found), decision: "void" })).status).toBe(409);
    await env.DB.prepare("UPDATE predictions SET state = 'review' WHERE id = ?").bind(found.id).run();
    const head = { type: "settlement", id: `settles ${found.lockId}`, lockId: found.lockId } as const;
    await ledgerOf("sample").append(
      [{ ...head, outcome: "beat", actualEps: 9, source: "Source", reason: null }],
      Date.now(),
    );
    expect((await decide({ ...named(found), decision: "void" })).status).toBe(409);
    expect(await stateOf(found.id)).toMatchObject({ state: "settled", eps: 9 });
  });

  it("waits a day more, and stays under review", async () => {
    const found = await underReview("XOM");
    expect((await decide({ ...named(found), decision: "wait" })).body).toEqual({ decided: 1 });
    expect(await stateOf(found.id)).toMatchObject({ state: "review" });
    expect(await settlementOf(found.lockId)).toBeUndefined();
    const due = await env.DB.prepare("SELECT due_at AS due FROM predictions WHERE id = ?")
      .bind(found.id)
      .first<number>("due");
    expect((due ?? 0) - Date.now()).toBeGreaterThan(86_000_000);
  });

  it.each([
    ["no reason", { reason: "  short  " }],
    ["no figure", { decision: "settle" }],
    ["no predictions", { lockIds: [] }],
    ["no such decision", { decision: "forget" }],
  ])("is not decided with %s", async (_, changed) => {
    const body = {
      symbol: "AAPL",
      fiscalQuarterEnd: "2026-09-30",
      lockIds: ["x"],
      decision: "void",
      reason,
      ...changed,
    };
    expect((await decide(body)).status).toBe(400);
  });

  it("is not decided under another company's name", async () => {
    const found = await underReview("BA");
    expect((await decide({ ...named(found), symbol: "AAPL", decision: "void" })).status).toBe(404);
    expect(await stateOf(found.id)).toMatchObject({ state: "review" });
  });
});

describe("what users sent in", () => {
  it("is shown to operators, and once dismissed counts no more", async () => {
    const found = await underReview("VZ");
    await env.DB.prepare("UPDATE predictions SET reports_at = 1 WHERE id = ?").bind(found.id).run();
    const sent = { eps: 1.5, url: "https://www.example.org/release" };
    await call("POST", `/api/predictions/${found.id}/report`, { token: found.ownerToken, body: sent });
    const shown = (await review()).results.filter(({ symbol }) => symbol === "VZ");
    expect(shown).toMatchObject([{ predictionId: found.id, ...sent }]);
    expect(Object.keys(shown[0] ?? {}).toSorted()).toEqual([
      "eps",
      "fiscalQuarterEnd",
      "predictionId",
      "sentAt",
      "symbol",
      "url",
    ]);
    const dismiss = () =>
      call("POST", `/api/review/results/${found.id}/dismiss`, { token: operator.token, body: { reason } });
    expect((await dismiss()).status).toBe(200);
    expect((await dismiss()).status).toBe(404);
    expect((await review()).results.filter(({ symbol }) => symbol === "VZ")).toEqual([]);
  });
});

describe("a dead letter", () => {
  it("is shown, and dropped or replayed once", async () => {
    await storeDeadLetter(db, { job: "retention" }, "TypeError", new Date());
    const [letter] = (await review()).deadLetters;
    expect(letter).toMatchObject({
      job: "retention",
      error: "TypeError",
      body: '{"job":"retention"}',
      times: 1,
    });
    const settle = (decision: string) =>
      call("POST", `/api/review/dead-letters/${letter?.id}`, {
        token: operator.token,
        body: { decision, reason },
      });
    expect((await settle("drop")).status).toBe(200);
    expect((await settle("replay")).status).toBe(404);
    expect((await review()).deadLetters).toEqual([]);
  });
});

describe("a release that two readers read differently", () => {
  const read = (high: number) => ({
    metric: "eps",
    basis: "adjusted",
    period: "third quarter of 2026",
    periodKind: "next_quarter",
    low: 1,
    high,
    currency: "USD",
    action: null,
    quote: `$1.00 to $${high}`,
    offset: 3,
  });

  it("is listed with both readings and decided with a reason, which is kept", async () => {
    const { ledgerId } = openDeps(env, "https://beatcast.test").record("sample");
    await env.DB.prepare(
      `INSERT INTO company_releases (ledger_id, symbol, accession, file, is_amendment, filing_date, accepted_at, disputed, read_at)
       VALUES (?, 'ACME', '0001-26-1', 'a.htm', 0, '2026-07-28', 1, ?, 1)`,
    )
      .bind(ledgerId, JSON.stringify([{ rules: read(1.2), model: read(1.3) }]))
      .run();
    const { releases } = await review();
    expect(releases).toEqual([
      {
        symbol: "ACME",
        accession: "0001-26-1",
        file: "a.htm",
        filedOn: "2026-07-28",
        url: null,
        disputed: [{ rules: read(1.2), model: read(1.3) }],
      },
    ]);
    const body = {
      symbol: "ACME",
      accession: "0001-26-1",
      file: "a.htm",
      item: 0,
      of: 1,
      decision: "model",
      reason,
    };
    const sent = () => call<ErrorBody>("POST", "/api/review/releases", { token: operator.token, body });
    expect((await sent()).status).toBe(200);
    expect((await sent()).body.code).toBe("not_found");
    const after = await review();
    expect(after.releases).toEqual([]);
    expect(after.decided[0]).toMatchObject({ subject: "release ACME 0001-26-1", decision: "model", reason });
    const items = await env.DB.prepare(
      "SELECT items FROM company_releases WHERE symbol = 'ACME'",
    ).first<string>("items");
    expect(JSON.parse(items ?? "null").guidance).toEqual([read(1.3)]);
  });
});
