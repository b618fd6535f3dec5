import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  AuthenticationError,
  Beatcast,
  BeatcastError,
  NoConnectionError,
  PermissionDeniedError,
  QuotaError,
  RateLimitError,
  RequestError,
  ServerError,
  SettingsError,
} from "../../../clients/typescript/src/index.ts";

const KEY = "beatcast_0123456789-secret";
const url = "https://api.example";

type Reply = Response | Error | ((signal: AbortSignal) => Promise<Response>);

/** Gives these replies in turn and records the requests. */
function aServer(...replies: Reply[]) {
  const asked: Request[] = [];
  const fetch = vi.fn(async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    asked.push(request);
    const reply = replies.shift();
    if (reply === undefined) throw new Error("nothing more was expected");
    if (reply instanceof Error) throw reply;
    return typeof reply === "function" ? reply(request.signal) : reply;
  });
  return { asked, beatcast: (settings = {}) => new Beatcast({ apiKey: KEY, url, fetch, ...settings }) };
}

const problem = (status: number, code: string, more = {}, headers = {}) =>
  new Response(
    JSON.stringify({ type: "about:blank", title: "T", status, detail: `It is ${code}.`, code, ...more }),
    {
      status,
      headers: { "content-type": "application/problem+json", ...headers },
    },
  );
const stream = (...blocks: string[]) =>
  new Response(blocks.join(""), { headers: { "content-type": "text/event-stream" } });
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const keysOf = (asked: Request[]) => asked.map(({ headers }) => headers.get("idempotency-key"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Advances the clock through the waits between retries. */
async function settled<T>(work: Promise<T>): Promise<{ value?: T; error?: unknown; seconds: number }> {
  const from = Date.now();
  const end = work.then(
    (value) => ({ value, seconds: (Date.now() - from) / 1000 }),
    (error: unknown) => ({ error, seconds: (Date.now() - from) / 1000 }),
  );
  await vi.runAllTimersAsync();
  return end;
}

describe("retries", () => {
  it("repeat an analysis under its one idempotency key", async () => {
    const { asked, beatcast } = aServer(
      new TypeError("fetch failed"),
      problem(503, "upstream_unavailable"),
      Response.json({ predictionId: "prd_1" }),
    );
    const { value } = await settled(beatcast().analyze("BRK.B"));
    expect(value).toEqual({ predictionId: "prd_1" });
    expect(asked.map((one) => `${one.method} ${one.url}`)).toEqual(
      Array(3).fill("POST https://api.example/api/v1/analyze/BRK.B"),
    );
    expect(new Set(keysOf(asked)).size).toBe(1);
    expect(keysOf(asked)[0]).toMatch(/^[\w-]{8,64}$/);
  });

  it("give each analysis its own key, and take the caller's", async () => {
    const { asked, beatcast } = aServer(...Array.from({ length: 3 }, () => Response.json({})));
    await beatcast().analyze("AAPL");
    await beatcast().analyze("AAPL");
    await beatcast().analyze("AAPL", { idempotencyKey: "of-the-caller" });
    expect(new Set(keysOf(asked)).size).toBe(3);
    expect(keysOf(asked)[2]).toBe("of-the-caller");
  });

  it("wait as long as Retry-After says", async () => {
    const limited = problem(429, "rate_limited", {}, { "retry-after": "17" });
    const { beatcast } = aServer(limited, Response.json({ roots: [] }));
    expect(await settled(beatcast().listRoots())).toEqual({ value: { roots: [] }, seconds: 17 });
  });

  it("leave a wait of more than a minute to the caller", async () => {
    const { asked, beatcast } = aServer(problem(429, "rate_limited", { retryAfterSeconds: 61 }));
    const { error } = await settled(beatcast().listRoots());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 61,
      message: "It is rate_limited.",
    });
    expect(asked).toHaveLength(1);
  });

  it("end after two, or as many as the settings say", async () => {
    const down = () => problem(502, "upstream_malformed");
    const twice = aServer(down(), down(), down());
    expect((await settled(twice.beatcast().listRoots())).error).toBeInstanceOf(ServerError);
    expect(twice.asked).toHaveLength(3);
    const never = aServer(down());
    expect((await settled(never.beatcast({ retries: 0 }).listRoots())).error).toBeInstanceOf(ServerError);
    expect(never.asked).toHaveLength(1);
  });

  it("stop at once when the caller leaves", async () => {
    const { asked, beatcast } = aServer(problem(503, "not_available"));
    const leaving = new AbortController();
    const work = beatcast().listRoots({ signal: leaving.signal });
    setTimeout(() => leaving.abort(new Error("left")), 100);
    expect(await settled(work)).toMatchObject({ error: new Error("left"), seconds: 0.1 });
    expect(asked).toHaveLength(1);
  });
});

describe("errors", () => {
  it.each([
    [400, "invalid_symbol", RequestError],
    [401, "unauthenticated", AuthenticationError],
    [403, "forbidden", PermissionDeniedError],
    [404, "unknown_symbol", RequestError],
    [422, "idempotency_key_reused", RequestError],
    [429, "quota_exceeded", QuotaError],
    [429, "rate_limited", RateLimitError],
    [500, "internal", ServerError],
  ])("of %i %s have their own class, and the server's words", async (status, code, kind) => {
    const more = { candidates: [{ symbol: "AAPL", name: "Apple" }], requestId: "r1" };
    const { asked, beatcast } = aServer(problem(status, code, more));
    const { error } = await settled(beatcast({ retries: 0 }).analyze("AAPL"));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ ...more, status, code, message: `It is ${code}.`, name: kind.name });
    expect(asked).toHaveLength(1);
  });

  it("do not retry a spent quota", async () => {
    const { asked, beatcast } = aServer(problem(429, "quota_exceeded", { retryAfterSeconds: 1 }));
    expect((await settled(beatcast().analyze("AAPL"))).error).toBeInstanceOf(QuotaError);
    expect(asked).toHaveLength(1);
  });

  it("name the host that does not answer, offline or in time", async () => {
    const offline = aServer(new TypeError("fetch failed"));
    const first = (await settled(offline.beatcast({ retries: 0 }).listRoots())).error;
    expect(first).toBeInstanceOf(NoConnectionError);
    expect(first).toMatchObject({
      message: "api.example could not be reached. Check the network and try again.",
    });
    vi.useRealTimers();
    const silent = aServer(
      (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    await expect(silent.beatcast({ retries: 0, timeoutMs: 20 }).listRoots()).rejects.toThrow(
      "api.example did not answer within 0.02 seconds.",
    );
  });

  it("say so where a proxy answers in its own words", async () => {
    const { beatcast } = aServer(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const { error } = await settled(beatcast({ retries: 0 }).listRoots());
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ message: "Beatcast answered 502 without saying why." });
    const page = aServer(new Response("<h1>Welcome</h1>"));
    expect((await settled(page.beatcast().listRoots())).error).toMatchObject({ code: "unreadable_answer" });
  });

  it("refuse settings that cannot be right, before a call", () => {
    const { asked, beatcast } = aServer();
    for (const settings of [
      { apiKey: "" },
      { apiKey: "beatcast_a\nb" },
      { url: "" },
      { url: "api.example" },
      { url: "http://api.example" },
      { url: "https://user:word@api.example" },
    ])
      expect(() => beatcast(settings)).toThrow(SettingsError);
    expect(() => beatcast({ url: "http://localhost:5173" })).not.toThrow();
    expect(asked).toHaveLength(0);
  });

  it("and the client never show the key", async () => {
    const { asked, beatcast } = aServer(new TypeError("fetch failed"), problem(401, "unauthenticated"));
    const client = beatcast({ retries: 0 });
    const errors = [
      (await settled(client.listRoots())).error,
      (await settled(client.listRoots())).error,
      (() => {
        try {
          return beatcast({ apiKey: `${KEY}\n${KEY}` });
        } catch (error) {
          return error;
        }
      })(),
    ];
    for (const shown of [client, ...errors]) {
      const options = { depth: 10, showHidden: true };
      expect(`${inspect(shown, options)}${JSON.stringify(shown)}${String(shown)}`).not.toContain("secret");
    }
    expect(errors.every((error) => error instanceof BeatcastError)).toBe(true);
    expect(asked[0]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
    expect(asked[0]?.redirect).toBe("error");
  });
});

describe("a streamed analysis", () => {
  const stage = { stage: "company", status: "running", detail: null, elapsedMs: 1 };

  it("tells its stages, however the bytes are cut, and ends with the result", async () => {
    const bytes = new TextEncoder().encode(
      event("stage", { ...stage, detail: "Société\n\nd'été" }) +
        event("text", { delta: "A" }) +
        event("result", { id: 1 }),
    );
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const { asked, beatcast } = aServer(new Response(body));
    const stages: unknown[] = [];
    const { value } = await settled(beatcast().analyze("AAPL", { onStage: (one) => stages.push(one) }));
    expect(value).toEqual({ id: 1 });
    expect(stages).toEqual([{ ...stage, detail: "Société\n\nd'été" }]);
    expect(asked[0]?.headers.get("accept")).toBe("text/event-stream");
  });

  it("that breaks off is asked for again under the same key", async () => {
    const { asked, beatcast } = aServer(stream(event("stage", stage)), stream(event("result", { id: 2 })));
    const { value } = await settled(beatcast().analyze("AAPL", { onStage: () => undefined }));
    expect(value).toEqual({ id: 2 });
    expect(new Set(keysOf(asked)).size).toBe(1);
  });

  it("throws what the stream says", async () => {
    const failure = { status: 404, code: "unknown_symbol", detail: "No company is listed as ZZZZQ." };
    const { beatcast } = aServer(stream(event("error", failure)));
    const { error } = await settled(beatcast().analyze("ZZZZQ", { onStage: () => undefined }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ message: failure.detail, status: 404, code: failure.code });
  });

  it("passes on what the listener throws, and asks no second time", async () => {
    const { asked, beatcast } = aServer(stream(event("stage", stage), event("result", {})));
    const { error } = await settled(
      beatcast().analyze("AAPL", {
        onStage: () => {
          throw new TypeError("of the listener");
        },
      }),
    );
    expect(error).toEqual(new TypeError("of the listener"));
    expect(asked).toHaveLength(1);
  });
});

describe("pages", () => {
  const all = async <T>(items: AsyncIterable<T>) => {
    const found: T[] = [];
    for await (const item of items) found.push(item);
    return found;
  };

  it("of predictions are read to the last, and what moved to a later page comes once", async () => {
    const page = (ids: string[], total: number) => Response.json({ items: ids.map((id) => ({ id })), total });
    const { asked, beatcast } = aServer(page(["a", "b"], 3), page(["b", "c"], 4));
    const found = await all(beatcast().listPredictions({ symbol: "AAPL", pageSize: 2 }));
    expect(found.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(asked.map((one) => new URL(one.url).search)).toEqual([
      "?pageSize=2&symbol=AAPL&page=1",
      "?pageSize=2&symbol=AAPL&page=2",
    ]);
  });

  it("of the record follow the server's mark, and none is asked for before it is wanted", async () => {
    const first = Response.json({ items: [{ id: "a" }], next: "12 x" });
    const { asked, beatcast } = aServer(first, Response.json({ items: [{ id: "b" }], next: null }));
    const items = beatcast().listRecord();
    await items.next();
    expect(asked).toHaveLength(1);
    expect(await all(items)).toEqual([{ id: "b" }]);
    expect(asked.map((one) => new URL(one.url).search)).toEqual(["?limit=100", "?limit=100&before=12+x"]);
  });

  it("of the ledger end at its head, also where it is empty", async () => {
    const head = { seq: 3, hash: "" };
    const { beatcast } = aServer(
      Response.json({ entries: [{ seq: 1 }, { seq: 2 }], head }),
      Response.json({ entries: [{ seq: 3 }], head }),
      Response.json({ entries: [], head: { seq: 0, hash: "" } }),
    );
    expect(await all(beatcast().listLedger())).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }]);
    expect(await all(beatcast().listLedger())).toEqual([]);
  });
});
