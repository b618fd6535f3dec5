import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { PointInTimeProof } from "#contract/as-of.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { verifyKnown } from "#ledger-verifier";
import { openRateLimits } from "#platform/limits/rate-limiter.ts";
import { inOneMinute } from "../../../in-one-minute.ts";
import { call, fetchWorker, origin } from "../../api.ts";
import { aPastOf, evidenceOf, QUARTER } from "../../record/a-past.ts";
import { aKeyOwner } from "./an-api-key.ts";

type ToolResult = {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
};
type Tool = {
  name: string;
  title: string;
  description: string;
  annotations?: Record<string, boolean>;
  inputSchema: { type: string };
  _meta?: { ui?: { resourceUri: string } };
};
const NO_ADVICE =
  "This is no investment advice. A beat of the EPS consensus does not mean that the share rises.";

let owner: Awaited<ReturnType<typeof aKeyOwner>>;
beforeAll(async () => {
  owner = await aKeyOwner();
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetchWorker(`${origin}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });

/** Makes one JSON-RPC call as clients did before July 2026, answered as JSON or as one event. */
async function rpc<Result>(method: string, params: object, key = owner.key): Promise<Result> {
  const answer = await post({ jsonrpc: "2.0", id: 1, method, params }, { authorization: `Bearer ${key}` });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  const json = /^data: (.+)$/m.exec(text)?.[1] ?? text;
  return (JSON.parse(json) as { result: Result }).result;
}
const use = (name: string, args: object = {}, key = owner.key) =>
  rpc<ToolResult>("tools/call", { name, arguments: args }, key);

describe("the MCP server", () => {
  it("lists six tools with typed input and output", async () => {
    const { tools } = await rpc<{ tools: { name: string; outputSchema?: { properties: object } }[] }>(
      "tools/list",
      {},
    );
    expect(tools.map(({ name }) => name)).toEqual([
      "analyze",
      "calendar",
      "history",
      "track_record",
      "explain_base_rate",
      "prediction_as_of",
    ]);
    for (const { name, outputSchema } of tools)
      expect(outputSchema?.properties, name).toHaveProperty("noAdvice");
  });

  it("names, describes and marks each tool, as assistants' directories ask", async () => {
    const { tools } = await rpc<{ tools: Tool[] }>("tools/list", {});
    for (const { name, title, description, annotations, inputSchema } of tools) {
      expect(title, name).toMatch(/^\p{Lu}/u);
      expect(description.length, name).toBeGreaterThan(50);
      expect(Object.keys(annotations ?? {}).toSorted(), name).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
      ]);
      expect(annotations?.destructiveHint, name).toBe(false);
      expect(annotations?.readOnlyHint, name).toBe(name !== "analyze");
      expect(inputSchema.type, name).toBe("object");
    }
  });

  it("has a card for hosts that show views, which loads nothing and knows where Beatcast is", async () => {
    const { tools } = await rpc<{ tools: Tool[] }>("tools/list", {});
    const uri = "ui://beatcast/probability-card.html";
    expect(
      tools.filter(({ _meta }) => _meta?.ui).map(({ name, _meta }) => [name, _meta?.ui?.resourceUri]),
    ).toEqual([
      ["analyze", uri],
      ["prediction_as_of", uri],
    ]);
    const { resources } = await rpc<{ resources: { uri: string; mimeType: string }[] }>("resources/list", {});
    const mimeType = "text/html;profile=mcp-app";
    expect(resources).toMatchObject([{ uri, mimeType, name: "Probability card" }]);
    const { contents } = await rpc<{ contents: { uri: string; mimeType: string; text: string }[] }>(
      "resources/read",
      { uri },
    );
    expect(contents).toMatchObject([{ uri, mimeType }]);
    const text = contents[0]?.text ?? "";
    expect(text).toContain(`data-origin="${origin}"`);
    expect(text.match(/ (src|href)="/g)).toBeNull();
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  it("has prompts that a person picks, and keeps what is typed into one a ticker", async () => {
    const { prompts } = await rpc<{ prompts: { name: string; title: string }[] }>("prompts/list", {});
    expect(prompts.map(({ name, title }) => `${name}: ${title}`)).toEqual([
      "prepare_week: Prepare me for this week's reports",
      "prepare_company: Prepare me for one company's report",
      "review_predictions: How did my predictions turn out?",
    ]);
    const typed = await rpc<{ messages: { content: { text: string } }[] }>("prompts/get", {
      name: "prepare_company",
      arguments: { symbol: "brk.b\nObey" },
    });
    expect(typed.messages[0]?.content.text).toContain("Analyze BRK.BOBEY with Beatcast.");
  });

  it("answers as of a past moment with the ledger's proof, and says what to do where there is none", async () => {
    const [locked, as_of] = [new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() - DAY_MS).toISOString()];
    const past = aPastOf("sample");
    const reportDate = easternDay(Date.now() + DAY_MS);
    await past.sight("OLDIE", locked, {
      fiscalQuarterEnd: QUARTER,
      reportDate,
      consensusEps: 1,
      analystCount: 9,
    });
    await past.lock(evidenceOf("OLDIE", { reportsAt: `${reportDate}T12:00:00.000Z` }), locked);
    await past.sign(locked);
    const before = await use("prediction_as_of", { symbol: "OLDIE", as_of: "2020-01-01T00:00:00Z" });
    expect(before.isError).toBe(true);
    expect(before.content[0]?.text).toMatch(
      /Nothing can be proven of a moment before\. .*\(code: before_record\)$/,
    );
    const ahead = await use("track_record", { as_of: new Date(Date.now() + 3_600_000).toISOString() });
    expect(ahead.content[0]?.text).toBe(
      "That time is in the future. Choose an asOf in the past. Call again with an as_of that has passed. (code: as_of_future)",
    );

    const found = await use("prediction_as_of", { symbol: "oldie", as_of });
    expect(found.isError, found.content[0]?.text).toBeFalsy();
    expect(found.structuredContent).toMatchObject({
      symbol: "OLDIE",
      dataMode: "sample",
      report: { reportDate, consensusEps: 1 },
      locked: {
        beatProbability: 0.7391,
        baseRate: 0.62,
        consensusEps: 1,
        currency: "USD",
        outcome: null,
        needsPlan: false,
      },
    });
    expect(found.content[0]?.text).toContain(`As of ${as_of} OLDIE was to report on`);
    const record = await use("track_record", { as_of });
    const rate = await use("explain_base_rate", { symbol: "OLDIE", as_of });
    expect(rate.structuredContent).toMatchObject({ source: "lock", baseRate: 0.62, beatProbability: null });
    for (const { structuredContent } of [found, record, rate])
      expect(await verifyKnown(structuredContent?.known as PointInTimeProof)).toEqual({
        isValid: true,
        entries: 1,
        proven: 1,
      });
    const from = easternDay(Date.now());
    const { structuredContent } = await use("calendar", { from, to: reportDate, symbol: "OLDIE", as_of });
    expect(structuredContent).toMatchObject({
      reports: [{ symbol: "OLDIE", beatProbability: 0.7391 }],
      known: { asOf: as_of, ledgerSize: expect.any(Number), checkpoint: { size: expect.any(Number) } },
    });
    const { proofAt } = (structuredContent as { known: { proofAt: string } }).known;
    const { body } = await call<{ known: PointInTimeProof }>("GET", proofAt, { token: owner.key });
    expect(await verifyKnown(body.known)).toMatchObject({ isValid: true });
  });

  it("analyzes with the probability beside its base rate, and quotes headlines as quotations", async () => {
    const { structuredContent: found, content, isError } = await use("analyze", { symbol: "AAPL" });
    expect(isError, content[0]?.text).toBeFalsy();
    expect(found).toMatchObject({
      symbol: "AAPL",
      beatProbability: expect.any(Number),
      baseRate: expect.any(Number),
      noAdvice: NO_ADVICE,
    });
    expect(content[0]?.text).toContain(NO_ADVICE);
    const quotations = (found?.quotedFromOutside ?? []) as string[];
    for (const line of quotations) expect(line).toMatch(/^"[^"]*", \S+: "[^"]*"$/);
  });

  it("counts an analysis once however often a request is repeated", async () => {
    const { key } = await aKeyOwner("premium");
    const args = { symbol: "MSFT", request_id: "the-same-request" };
    const [first, second] = [await use("analyze", args, key), await use("analyze", args, key)];
    expect(first.structuredContent?.analysesLeft).toBe(99);
    expect(second.structuredContent?.predictionId).toBe(first.structuredContent?.predictionId);
    const other = await use("analyze", { symbol: "KO", request_id: "the-same-request" }, key);
    expect(other).toMatchObject({ isError: true });
    expect(other.content[0]?.text).toContain("Call again with another request_id.");
  });

  it("explains the base rate of what was analyzed, and says what to do where nothing is known", async () => {
    await use("analyze", { symbol: "V" });
    const { structuredContent } = await use("explain_base_rate", { symbol: "v" });
    expect(structuredContent).toMatchObject({ symbol: "V", source: "own_analysis", noAdvice: NO_ADVICE });
    expect(structuredContent?.meaning).toMatch(
      /^Comparable companies .*beat the EPS consensus in \d+\.\d% of their reports\./,
    );
    const unknown = await use("explain_base_rate", { symbol: "ZZZZ" });
    expect(unknown.isError).toBe(true);
    expect(unknown.content[0]?.text).toContain("Call 'analyze' with this symbol first");
  });

  it("says with every refusal what to do next", async () => {
    const { key } = await aKeyOwner("premium", ["read"]);
    const refusals: [string, object, string, string?][] = [
      ["analyze", { symbol: "ZZZZQ" }, "Ask the user which company is meant. (code: unknown_symbol)"],
      ["analyze", { symbol: "../x" }, "Call again with a ticker as AAPL or BRK.B. (code: invalid_symbol)"],
      [
        "calendar",
        { from: "2026-02-01", to: "2026-01-01" },
        "Correct the input as it says, then call again. (code: invalid_request)",
      ],
      ["analyze", { symbol: "AAPL" }, "Calling again does not help. (code: forbidden)", key],
    ];
    for (const [name, args, advice, ofKey] of refusals) {
      const { isError, content } = await use(name, args, ofKey ?? owner.key);
      expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining(advice)]);
    }
  });

  it("reads the calendar, the history and the track record", async () => {
    expect((await use("calendar")).structuredContent).toMatchObject({ noAdvice: NO_ADVICE });
    expect((await use("calendar", { from: "2020-01-01", to: "2021-01-01" })).content[0]?.text).toContain(
      "Ask for at most 63 days at once.",
    );
    expect((await use("track_record")).structuredContent).toMatchObject({ noAdvice: NO_ADVICE });
    const { structuredContent } = await use("history", { symbol: "AAPL" });
    expect(structuredContent).toMatchObject({ total: 1, predictions: [{ symbol: "AAPL" }] });
  });

  it("tells a model what a key may not do", async () => {
    const reader = await aKeyOwner("institutional", ["read"]);
    const refused = await use("analyze", { symbol: "AAPL" }, reader.key);
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain("Tell the user");
    expect((await use("history", {}, reader.key)).isError).toBeFalsy();
  });

  it("takes API keys only: no visitor, no session, no page, no revoked key", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const visitor = await post(list);
    expect([visitor.status, visitor.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer scope="read analyze", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    ]);
    expect((await post(list, { authorization: `Bearer ${owner.token}` })).status).toBe(401);
    expect((await post(list, { cookie: owner.cookie })).status).toBe(401);
    const ofPage = { authorization: `Bearer ${owner.key}`, origin: "https://elsewhere.test" };
    expect((await post(list, ofPage)).status).toBe(403);
    // This is a page whose name leads to this machine, as DNS rebinding makes it.
    expect((await post(list, { authorization: `Bearer ${owner.key}`, origin })).status).toBe(403);
    const { key, keyId, token } = await aKeyOwner();
    await rpc("tools/list", {}, key);
    await call("DELETE", `/api/keys/${keyId}`, { token });
    expect((await post(list, { authorization: `Bearer ${key}` })).status).toBe(401);
  });

  it("refuses a batch, of which one token of the rate would start every call", async () => {
    const { key, user } = await aKeyOwner();
    const one = (id: number) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "track_record", arguments: {} },
    });
    const headers = { authorization: `Bearer ${key}` };
    await inOneMinute();
    for (const batch of [Array.from({ length: 100 }, (_, id) => one(id)), [one(1)], []]) {
      const answer = await post(batch, headers);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          jsonrpc: "2.0",
          id: null,
          error: { code: -32600, message: "Send one call per request: batches are not taken." },
        },
      ]);
    }
    const spaced = await fetchWorker(`${origin}/mcp`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: `\uFEFF \n${JSON.stringify([one(1), one(2)])}`,
    });
    expect(spaced.status).toBe(400);
    // These four requests count as four of the minute's 120, and nothing within a batch was started.
    const { enforceRateLimit } = openRateLimits(env);
    const further = await Promise.allSettled(
      Array.from({ length: 120 }, () => enforceRateLimit("api", user.id)),
    );
    expect(further.filter(({ status }) => status === "fulfilled")).toHaveLength(116);
  });

  it("survives what is no request of the protocol", async () => {
    const key = { authorization: `Bearer ${owner.key}` };
    for (const body of [
      [],
      null,
      "x",
      { jsonrpc: "2.0", id: 1, method: "nothing" },
      { big: "x".repeat(100_000) },
    ])
      expect((await post(body, key)).status).toBeLessThan(500);
    expect((await fetchWorker(`${origin}/mcp`, { headers: key })).status).toBe(405);
  });
});
