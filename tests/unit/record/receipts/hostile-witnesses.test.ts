import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { CircuitBreaker, fetchWithCircuitBreaker } from "#platform/upstream/guarded-fetch.ts";
import { requestExternalService } from "#record/receipts/external-request.ts";
import { logWitness } from "#record/receipts/log-witness.ts";
import { timestampAuthority } from "#record/receipts/rfc3161.ts";
import { LogWitnessDouble } from "./log-witness-double.ts";
import { STAMPED_NOTE } from "./recorded-replies.ts";

let server: Server;
let url = "";
let answer: RequestListener;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => vi.restoreAllMocks());

const asked = { checkpoint: { size: 5, note: STAMPED_NOTE }, lastSize: 0, proveConsistency: async () => [] };
const key = new LogWitnessDouble("witness.example/w1", "").key;
const witnesses = () => [
  timestampAuthority({ url, certificate: null, policy: null }, fetch),
  logWitness({ url, key }, fetch),
];

const hostile: Record<string, RequestListener> = {
  "a web page": (_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
  "a redirect": (_, response) => response.writeHead(302, { location: `${url}/elsewhere` }).end(),
  "a huge body": (_, response) => response.writeHead(200).end(Buffer.alloc(300_000)),
  nothing: (_, response) => response.writeHead(200).end(),
  "an error": (_, response) => response.writeHead(500).end("no"),
  "a refusal": (_, response) => response.writeHead(403).end("no"),
  "a closed connection": (request) => request.socket.destroy(),
  noise: (_, response) =>
    response
      .writeHead(200, { "content-type": "application/timestamp-reply" })
      .end(Buffer.from(Array.from({ length: 500 }, (__, i) => (i * 97) % 256))),
};

describe.each(Object.entries(hostile))("who answers %s", (_, listener) => {
  it("gives no receipt, whatever kind of witness it is", async () => {
    const paths: string[] = [];
    answer = (request, response) => {
      paths.push(request.url ?? "");
      listener(request, response);
    };
    for (const witness of witnesses())
      await expect(witness.attest(asked), witness.kind).rejects.toMatchObject({
        name: "AppError",
        code: "not_available",
      });
    expect(paths).not.toContain("/elsewhere");
  });
});

describe("asking outside", () => {
  const question = () =>
    ({ fetch, name: "it", url, method: "GET", statuses: [200], patienceMs: 300 }) as const;

  it("ends with an answer that never ends, and one that never begins", async () => {
    answer = (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    };
    await expect(requestExternalService(question())).rejects.toThrow("it did not answer within 0.3 s.");
    answer = () => undefined;
    await expect(requestExternalService(question())).rejects.toThrow("it did not answer within 0.3 s.");
  });

  it("comes back when told, and says nothing of what was sent", async () => {
    answer = (_, response) => response.writeHead(429, { "retry-after": "77" }).end();
    await expect(requestExternalService(question())).rejects.toMatchObject({
      message: "it answered 429.",
      extras: { retryAfterSeconds: 77 },
    });
  });

  it("leaves one that keeps failing alone, and says when it is asked again", async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    let asked = 0;
    answer = (_, response) => {
      asked += 1;
      response.writeHead(503).end();
    };
    const breaker = new CircuitBreaker({ nowMs: () => 0, random: () => 0 });
    const guarded = { ...question(), fetch: fetchWithCircuitBreaker(fetch, breaker) };
    for (let i = 0; i < 5; i++)
      await expect(requestExternalService(guarded)).rejects.toThrow("it answered 503.");
    await expect(requestExternalService(guarded)).rejects.toMatchObject({
      code: "not_available",
      message: "it failed several times and is not asked for a while.",
      extras: { retryAfterSeconds: 10 },
    });
    expect(asked).toBe(5);
  });
});
