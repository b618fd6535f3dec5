import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createApp } from "#app/app.ts";
import { checkAnswer } from "../../answers.ts";

const origin = "https://beatcast.test";
const app = createApp();
/** The files that the build makes, which here are the one shell. */
const ASSETS = {
  fetch: async ({ url }: Request) =>
    new URL(url).pathname === "/shell.html"
      ? new Response("<!doctype html>", { headers: { "content-type": "text/html" } })
      : new Response(null, { status: 404 }),
} as unknown as Fetcher;
async function send(request: Request) {
  const answer = await app.fetch(request, { ...env, ASSETS }, createExecutionContext());
  await checkAnswer(request.method, request.url, answer);
  return answer;
}
const paths = [
  "//",
  "///",
  "//[",
  "/\\",
  "//:99999/",
  "//%/",
  "/%",
  "/%00",
  "/..%2f",
  "/%ff%fe",
  "//elsewhere.test/x",
];

async function neverOurFailure(path: string) {
  for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
    const { status } = await send(new Request(origin + path, { method }));
    expect([method, status, status < 500]).toEqual([method, status, true]);
  }
}

describe("attack: odd paths", () => {
  it.each([...paths, "/api/%ff", "/api/analyze/%00", "/assets//", "/sandbox/checkout/%ff"])(
    "%j is never our failure, by any method",
    neverOurFailure,
  );

  it("one of 7,000 characters is not either", () => neverOurFailure(`/${"a".repeat(7000)}`));

  it("a hashed file that is gone is cached by nobody", async () => {
    const answer = await send(new Request(`${origin}/assets/gone-12345678.js`));
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });
});

/** Makes a request whose body counts how much of it was read. */
function aPost(path: string, chunks: number, chunkBytes = 64 * 1024, headers: Record<string, string> = {}) {
  const read = { bytes: 0, isDone: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (read.bytes >= chunks * chunkBytes) {
        read.isDone = true;
        controller.close();
        return;
      }
      read.bytes += chunkBytes;
      controller.enqueue(new Uint8Array(chunkBytes));
    },
  });
  const request = new Request(origin + path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  return { request, read };
}

describe("attack: a body that nobody wants", () => {
  it.each([
    ["a call without a session", "/api/auth/verify", 401],
    ["a call that is not there", "/api/nothing", 404],
    ["a call by another method", "/api/health", 405],
    ["a page", "/terms", 405],
    ["a body larger than the call takes", "/api/auth/signin", 413],
  ])("is read to its end all the same: %s", async (_, path, status) => {
    const { request, read } = aPost(path, 4);
    expect((await send(request)).status).toBe(status);
    expect(read.isDone).toBe(true);
  });

  it("is read to its end when it comes from another site", async () => {
    const { request, read } = aPost("/api/auth/signin", 4, 1024, { origin: "https://elsewhere.test" });
    expect((await send(request)).status).toBe(403);
    expect(read.isDone).toBe(true);
  });

  it("is refused by its declared length before anything is done", async () => {
    const { request } = aPost("/api/auth/verify", 1, 1024, { "content-length": "3000000" });
    const answer = await send(request);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([413, "no-store"]);
  });

  it("is given up after 16 MB", async () => {
    const { request, read } = aPost("/api/auth/verify", 1000, 1024 * 1024);
    expect((await send(request)).status).toBe(401);
    expect(read.isDone).toBe(false);
    expect(read.bytes).toBeLessThan(20 * 1024 * 1024);
  });
});
