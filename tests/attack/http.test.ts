import { Agent, request } from "node:http";
import { describe, expect, inject, it } from "vitest";
import { inOneMinute } from "../in-one-minute.ts";
import { Outsider } from "./support/outsider.ts";

const url = inject("attackUrl");
const { hostname, port } = new URL(url);

/** Sends `count` requests over sixteen kept-alive connections and counts each status and fault. */
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
  /** Returns milliseconds of the fastest of twenty requests, because a busy machine slows the others. */
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
    // A quadratic expression takes 72 million steps for 12,000 characters, which is at least a tenth of a second.
    expect(await fastest(path, headers)).toBeLessThan((await fastest("/api/health", {})) + 80);
  });
});

describe("attack: 300 changes of one account at once", () => {
  it("are refused after 120, and 700 reads after 600, whatever their networks; another account goes on", async () => {
    const [one, other] = [new Outsider(url), new Outsider(url)];
    await one.signUp();
    await other.signUp();
    const change = (who: Outsider) =>
      who.call("PUT", "/api/account/privacy", { personalization: true }).then(({ status }) => status);
    const passed = (answers: readonly number[]) => answers.filter((status) => status !== 429);
    await inOneMinute();
    const answers = await Promise.all(Array.from({ length: 300 }, () => change(one)));
    expect(passed(answers)).toHaveLength(120);
    expect(await change(other)).not.toBe(429);
    const reads: number[] = [];
    for (let i = 0; i < 700; i += 50) {
      one.network = `198.51.100.${i / 50}`;
      const some = Array.from({ length: 50 }, () => one.call("GET", "/api/auth/profile"));
      reads.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    expect(passed(reads)).toHaveLength(600);
  });
});

describe("attack: a stranger's broken input at the operators' calls", () => {
  it("finds no such calls", async () => {
    const stranger = new Outsider(url);
    await stranger.signUp();
    const json = { "content-type": "application/json" };
    for (const path of [
      "/api/review/predictions",
      "/api/review/dead-letters/x",
      "/api/review/results/x/dismiss",
      "/api/review/releases",
    ])
      for (const body of ["{}", '{"a":', "[]"]) {
        const answer = await stranger.send("POST", path, body, json);
        expect([path, body, answer.status]).toEqual([path, body, 404]);
      }
  });
});

describe("attack: one picture by many spellings of its address", () => {
  it.each(["aapl", "AaPl", "%61apl"])("leads to the one that is drawn: %s", async (symbol) => {
    const answer = await fetch(`${url}/share/stocks/${symbol}.png`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, `${url}/share/stocks/AAPL.png`]);
  });
});

describe("attack: a weakness that nobody can be told of", () => {
  it("is one that security.txt and /security say where to send", async () => {
    const text = await (await fetch(`${url}/.well-known/security.txt`)).text();
    expect(text).toMatch(/^Contact: mailto:security@/);
    expect(Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "")).toBeGreaterThan(Date.now());
    for (const path of ["/security", "/status"]) expect((await fetch(url + path)).status).toBe(200);
  });
});

describe("attack: what the build left", () => {
  it.each([
    "/.vite/manifest.json",
    "/.vite/",
    "/.assetsignore",
    "/_headers",
    "/wrangler.json",
    "/.dev.vars",
    "/assets/index.js.map",
    "/package.json",
  ])("is not served: %s", async (path) => {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toMatch(/<div id="root">|^Not found\.$/);
  });
});
