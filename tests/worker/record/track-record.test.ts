import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import { canonicalJson, type Json, sealPreimage, sha256 } from "#contract/ledger-format.ts";
import { type Coverage, coverageSchema } from "#contract/market.ts";
import {
  type RecordList,
  type RecordSnapshot,
  type TrackRecord,
  trackRecordSchema,
} from "#contract/record.ts";
import { readLedger, verifyLedger } from "#ledger-verifier";
import { putOnRecord } from "#record/record.ts";
import { aConfirmedPerson, aPerson, call, fetchWorker, origin } from "../api.ts";
import { ledgerOf, settleAll } from "./a-record.ts";

const { analyzeAsOf, record } = openDeps(env, "https://beatcast.test");

/** A report so near that a test waits for it. */
const SOON_MS = 2000;

/**
 * Puts companies on the record now, as the daily job does. With `aheadMs` their reports come that long afterwards.
 */
async function onRecord(symbols: string[], aheadMs = 0): Promise<void> {
  for (const symbol of symbols) {
    const made = await analyzeAsOf(symbol, new Date());
    const earningsDate = new Date(Date.now() + aheadMs).toISOString();
    const analysis = aheadMs
      ? { ...made, earningsData: { ...made.earningsData, earningsDate, isStale: false } }
      : made;
    const requestKey = `${symbol} ${analysis.earningsData.fiscalQuarterEnd}`;
    await putOnRecord(record("sample"), { owner: { kind: "record" }, requestKey, analysis });
  }
}

async function settle(symbols: string[], eps: number): Promise<void> {
  for (const symbol of symbols)
    await env.DB.prepare("UPDATE predictions SET due_at = 1 WHERE symbol = ? AND state = 'pending'")
      .bind(symbol)
      .run();
  await settleAll(eps, new Date());
}

describe("the public track record", () => {
  it("is empty before anything is on record, without a percentage", async () => {
    const { status, body } = await call<TrackRecord>("GET", "/api/track-record");
    expect(status).toBe(200);
    expect(trackRecordSchema.parse(body)).toMatchObject({
      dataMode: "sample",
      counts: { settled: 0, pending: 0, review: 0, void: 0 },
      hasHeadline: false,
      latestCorrect: [],
      latestWrong: [],
      ledger: { seq: 0 },
    });
  });

  it("shows right and wrong predictions alike, and no percentage before the hundredth", async () => {
    await onRecord(["JPM"]);
    await onRecord(["AAPL", "KO"], SOON_MS);
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    await settle(["AAPL", "KO"], 1000);
    const { body } = await call<TrackRecord>("GET", "/api/track-record");
    expect(body.counts).toEqual({ settled: 2, pending: 1, review: 0, void: 0 });
    expect(body.hasHeadline).toBe(false);
    const { correct, wrong } = body.scorecard;
    expect([body.latestCorrect.length, body.latestWrong.length]).toEqual([correct, wrong]);
    expect(correct + wrong).toBe(2);
  });

  it("pages through every settled prediction, newest first", async () => {
    const first = await call<RecordList>("GET", "/api/track-record/predictions?limit=1");
    const before = encodeURIComponent(first.body.next ?? "");
    const second = await call<RecordList>("GET", `/api/track-record/predictions?limit=1&before=${before}`);
    const symbols = [...first.body.items, ...second.body.items].map(({ stock }) => stock.symbol);
    expect(symbols.toSorted()).toEqual(["AAPL", "KO"]);
    const rest = encodeURIComponent(second.body.next ?? "");
    const third = await call<RecordList>("GET", `/api/track-record/predictions?limit=1&before=${rest}`);
    expect(third.body).toEqual({ items: [], next: null });
  });

  it.each(["?outcome=maybe", "?limit=0", "?limit=101", "?before=x", "?before=1%20'--"])(
    "refuses %s",
    async (query) => {
      expect((await call("GET", `/api/track-record/predictions${query}`)).status).toBe(400);
    },
  );

  it("gives the frozen evidence of each prediction, which hashes to what was locked", async () => {
    const { body: list } = await call<RecordList>("GET", "/api/track-record/predictions");
    for (const { id } of list.items) {
      const { body } = await call<RecordSnapshot>("GET", `/api/track-record/predictions/${id}`);
      const { settlement } = body;
      const revealed = settlement?.body.type === "settlement" ? settlement.body.revealed : undefined;
      expect(revealed?.lock).toMatchObject({
        kind: "record",
        evidenceHash: await sha256(canonicalJson(body.analysis as Json)),
        probability: body.item.beatProbability,
      });
      expect(body.lock?.body).toMatchObject({
        type: "lock",
        kind: "record",
        seal: revealed && (await sha256(sealPreimage(revealed))),
      });
      expect(settlement?.body).toMatchObject({ type: "settlement", lockId: body.lock?.body.id });
    }
    expect((await call("GET", "/api/track-record/predictions/prd_nothing")).status).toBe(404);
  });

  it("shows nobody a user's own prediction", async () => {
    const { token } = await aPerson();
    const { body } = await call<{ predictionId: string }>("POST", "/api/analyze/MSFT", { token });
    expect((await call("GET", `/api/track-record/predictions/${body.predictionId}`)).status).toBe(404);
  });
});

describe("the public ledger", () => {
  const getText = async (path: string) => {
    const response = await fetchWorker(origin + path);
    return response.ok ? response.text() : null;
  };

  it("holds users' own calls without a trace of the user, and verifies", async () => {
    const person = await aPerson({ fullName: "Unmistakable Name" });
    await call("POST", "/api/analyze/DIS", { token: person.token });
    const { entries, published } = await readLedger(getText);
    expect(await verifyLedger(entries, published)).toEqual({ isValid: true, entries: entries.length });
    const text = JSON.stringify(entries);
    expect(text).toContain('"symbol":"DIS"');
    for (const trace of [person.user.id, person.email, "Unmistakable", "prd_"])
      expect(text).not.toContain(trace);
  });

  it("enters one lock for two users who share a run", async () => {
    const count = async () => (await ledgerOf("sample").page(0, 0)).head.seq;
    const [one, other] = [await aPerson(), await aPerson()];
    const before = await count();
    await call("POST", "/api/analyze/PFE", { token: one.token });
    await call("POST", "/api/analyze/PFE", { token: other.token });
    expect(await count()).toBe(before + 1);
  });

  it("has no root for a day that is not over, and refuses what is no day", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await call("GET", `/api/track-record/roots/${today}`)).status).toBe(404);
    expect((await call("GET", "/api/track-record/roots/yesterday")).status).toBe(400);
  });

  it("gives the same answer as a user's own history once the report is out", async () => {
    const { token } = await aPerson();
    const { body } = await call<{ predictionId: string; prediction: { isLocked: boolean } }>(
      "POST",
      "/api/analyze/CAT",
      { token },
    );
    expect(body.prediction.isLocked).toBe(true);
    await settle(["CAT"], -1000);
    const history = await call<{ items: unknown[] }>("GET", "/api/predictions?symbol=CAT", { token });
    expect(history.body.items).toMatchObject([
      { id: body.predictionId, state: "settled", actualResult: "miss", actualEps: -1000 },
    ]);
  });
});

describe("a user's word on what was reported", () => {
  const report = { eps: 1.52, url: "https://example.com/press-release" };
  const send = (id: string, token: string, body: unknown = report) =>
    call("POST", `/api/predictions/${id}/report`, { token, body });
  const aPrediction = async (token: string, symbol: string) =>
    (await call<{ predictionId: string }>("POST", `/api/analyze/${symbol}`, { token })).body.predictionId;

  it("is refused while the report is ahead, and for others' predictions", async () => {
    const [own, other] = [await aConfirmedPerson(), await aConfirmedPerson()];
    const id = await aPrediction(own.token, "NKE");
    expect((await send(id, own.token)).status).toBe(409);
    expect((await send(id, other.token)).status).toBe(404);
  });

  it("is kept once the report is due, replaced by a second one, and settles nothing", async () => {
    const { token } = await aConfirmedPerson();
    const id = await aPrediction(token, "NKE");
    await env.DB.prepare("UPDATE predictions SET reports_at = 1 WHERE id = ?").bind(id).run();
    expect((await send(id, token)).status).toBe(201);
    expect((await send(id, token, { ...report, eps: -0.1 })).status).toBe(201);
    const { results } = await env.DB.prepare("SELECT eps, url FROM result_reports WHERE prediction_id = ?")
      .bind(id)
      .all();
    expect(results).toEqual([{ eps: -0.1, url: report.url }]);
    const row = await env.DB.prepare("SELECT state, actual_result FROM predictions WHERE id = ?")
      .bind(id)
      .first();
    expect(row).toEqual({ state: "pending", actual_result: null });
  });

  it.each([
    ["a figure that is text", { ...report, eps: "1.52" }],
    ["a figure beyond reason", { ...report, eps: 1e9 }],
    ["no figure", { url: report.url }],
    ["a link that is a script", { ...report, url: "javascript:alert(1)" }],
    ["a link without end", { ...report, url: `https://example.com/${"a".repeat(2000)}` }],
    ["a link into a private network", { ...report, url: "http://localhost./" }],
    ["a link to an inner name", { ...report, url: "https://internal.corp./" }],
  ])("is refused with %s", async (_, body) => {
    const { token } = await aPerson();
    expect((await send("prd_any", token, body)).status).toBe(400);
  });
});

describe("attack: links on the public record", () => {
  const url = "https://spam.example.com/buy";

  it("are taken from nobody with an unconfirmed address", async () => {
    const { token } = await aPerson();
    const body = { eps: 1, url };
    const { body: asked } = await call<{ predictionId: string }>("POST", "/api/analyze/NKE", { token });
    await env.DB.prepare("UPDATE predictions SET reports_at = 1 WHERE id = ?").bind(asked.predictionId).run();
    expect(
      await call("POST", `/api/predictions/${asked.predictionId}/report`, { token, body }),
    ).toMatchObject({
      status: 403,
      body: {
        code: "email_unconfirmed",
        message: "Please confirm your email address before you report a result.",
      },
    });
  });

  it("show nowhere in public, whoever sent them", async () => {
    await onRecord(["GOOGL"]);
    const { token } = await aConfirmedPerson();
    const { body: asked } = await call<{ predictionId: string }>("POST", "/api/analyze/GOOGL", { token });
    await env.DB.prepare("UPDATE predictions SET reports_at = 1 WHERE id = ?").bind(asked.predictionId).run();
    const sent = await call("POST", `/api/predictions/${asked.predictionId}/report`, {
      token,
      body: { eps: 1, url },
    });
    expect(sent.status).toBe(201);
    const { body: list } = await call<RecordList>("GET", "/api/track-record/predictions?outcome=pending");
    const ids = list.items.filter(({ stock }) => stock.symbol === "GOOGL").map(({ id }) => id);
    expect(ids).toHaveLength(1);
    const pages = [
      "/api/track-record",
      "/api/track-record/predictions?outcome=pending",
      `/api/track-record/predictions/${ids[0]}`,
    ];
    for (const page of pages) {
      const { status, body } = await call("GET", page);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain("spam.example.com");
    }
  });
});

describe("what is covered", () => {
  it("is counted from the record and the sources in use, without an account", async () => {
    const before = await call<Coverage>("GET", "/api/coverage");
    expect(before.status).toBe(200);
    expect(coverageSchema.parse(before.body)).toMatchObject({
      dataMode: "sample",
      sources: ["Sample market"],
    });
    await onRecord(["MSFT", "NVDA"]);
    const after = (await call<Coverage>("GET", "/api/coverage")).body;
    expect(after.companies).toBe(before.body.companies + 2);
    // Another prediction of a company that is already covered adds none.
    await env.DB.prepare("UPDATE predictions SET symbol = 'MSFT' WHERE symbol = 'NVDA'").run();
    expect((await call<Coverage>("GET", "/api/coverage")).body.companies).toBe(before.body.companies + 1);
  });
});
