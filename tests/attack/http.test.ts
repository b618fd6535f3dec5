import { Agent, request } from "node:http";
import { describe, expect, inject, it } from "vitest";
import { Outsider } from "./support/outsider.ts";

const url = inject("attackUrl");
const { hostname, port } = new URL(url);

/** Sends `count` requests over sixteen kept-alive connections; how often each status or fault came. */
async function tally(count: number, method: string, path: string, body?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const headers =
    body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const one = () =>
    new Promise<string>((resolve) => {
      const call = request({ agent, hostname, port, method, path, headers }, (answer) => {
        answer.resume();
        answer.on("end", () => resolve(String(answer.statusCode)));
      });
      call.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      call.end(body);
    });
  const outcomes = await Promise.all(Array.from({ length: count }, one));
  agent.destroy();
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe("attack: bodies that nobody reads, on kept-alive connections", () => {
  it.each([
    ["POST", "/api/auth/verify", "{}", "401"],
    ["POST", "/api/nothing", "{}", "404"],
    ["PUT", "/api/health", "{}", "405"],
    ["POST", "/terms", "{}", "405"],
    ["POST", "/assets/gone.js", "{}", "405"],
    ["POST", "/api/auth/verify", "x".repeat(300_000), "401"],
  ])("reset none of 400: %s %s", async (method, path, body, status) => {
    const count = body.length > 100 ? 100 : 400;
    expect(await tally(count, method, path, body)).toEqual({ [status]: count });
  });
});

describe("attack: odd paths", () => {
  it.each([
    "//",
    "///",
    "//[",
    "/\\",
    "/%",
    "/%00",
    "/..%2f",
    "//elsewhere.example/x",
    `/${"a".repeat(6000)}`,
  ])("are no failures of ours: %s", async (path) => {
    for (const method of ["GET", "HEAD", "POST", "PUT", "OPTIONS"]) {
      const [status] = Object.keys(await tally(1, method, path));
      expect(Number(status)).toBeGreaterThanOrEqual(200);
      expect(Number(status)).toBeLessThan(500);
    }
  });

  it("a missing file of the application is cached by nobody", async () => {
    const answer = await fetch(`${url}/assets/gone-00000000.js`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });
});

describe("attack 16: a development run reached through Cloudflare", () => {
  it("opens no outbox and nothing else", async () => {
    const stranger = new Outsider(url);
    for (const path of ["/api/dev/outbox", "/api/health", "/"]) {
      const answer = await stranger.send("GET", path, undefined, { "cf-ray": "8f0c1d2e3f4a5b6c-FRA" });
      expect([path, answer.status]).toEqual([path, 503]);
    }
  });
});

describe("attack: addresses and headers that take time by the square of their length", () => {
  /** Milliseconds of the fastest of twenty: a busy machine slows the others. */
  async function fastest(path: string, headers: Record<string, string>): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i < 20; i++) {
      const begun = performance.now();
      const answer = await fetch(url + path, { headers, redirect: "manual" });
      await answer.body?.cancel();
      expect(answer.status).toBeLessThan(500);
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  }

  it.each([
    ["slashes before a letter", `/${"/".repeat(12_000)}x`, {}],
    ["white space in If-None-Match", "/api/health", { "if-none-match": `a${" ".repeat(12_000)}b` }],
    ["digits of a network", "/api/health", { "cf-connecting-ip": `:${"1".repeat(12_000)}` }],
  ] as const)("cost no more than others: %s", async (_, path, headers) => {
    // 12,000 characters by the square are 72 million steps, a tenth of a second and more.
    expect(await fastest(path, headers)).toBeLessThan((await fastest("/api/health", {})) + 80);
  });
});
