import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

afterEach(() => void vi.unstubAllGlobals());

const html = readFileSync(new URL("../../../shell.html", import.meta.url), "utf8");
const [, script = ""] = /<script>([^<]*auth_token[^<]*)<\/script>/.exec(html) ?? [];

const asked: string[] = [];
let token: string | null = null;

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: () => token });
  vi.stubGlobal("fetch", async (path: string, { method, headers, body }: RequestInit) => {
    const { authorization } = headers as Record<string, string>;
    asked.push([method ?? "GET", path, body, authorization].filter(Boolean).join(" "));
    return Response.json({ nth: asked.length });
  });
});

/** Opens an address as the browser does: the document's own calls come first, then the application's. */
async function open(pathname: string, search = "") {
  const window: { firstCalls?: unknown } = {};
  runInNewContext(script, { window, location: { pathname, search }, URLSearchParams, localStorage, fetch });
  vi.stubGlobal("firstCalls", window.firstCalls);
  const { apiFetch } = await import("#lib/api.ts");
  return (path: string, signal?: AbortSignal) => apiFetch(z.object({ nth: z.number() }), path, { signal });
}

it("the dashboard's document asks whose session it is and for the figures; the page takes each answer once", async () => {
  token = "ada";
  const call = await open("/dashboard");
  expect(asked).toEqual(["POST /api/auth/verify {} Bearer ada", "GET /api/dashboard Bearer ada"]);
  expect([await call("/api/dashboard"), await call("/api/auth/verify")]).toEqual([{ nth: 2 }, { nth: 1 }]);
  expect(await call("/api/dashboard")).toEqual({ nth: 3 });
});

it("has no answer for a person who signed in since", async () => {
  token = "ada";
  const call = await open("/dashboard");
  token = "grace";
  expect(await call("/api/dashboard")).toEqual({ nth: 3 });
  expect(asked.at(-1)).toBe("GET /api/dashboard Bearer grace");
  token = "ada";
  expect(await call("/api/dashboard")).toEqual({ nth: 4 });
});

it("asks for the calendar, with or without a session, where the address names no first day", async () => {
  token = null;
  await open("/calendar", "?sort=edge");
  expect(asked).toEqual(["GET /api/calendar"]);
  await open("/calendar", "?from=2026-11-23&weeks=1");
  expect(asked).toEqual(["GET /api/calendar"]);
  token = "ada";
  const call = await open("/calendar");
  expect(asked.slice(1)).toEqual(["POST /api/auth/verify {} Bearer ada", "GET /api/calendar Bearer ada"]);
  expect(await call("/api/calendar")).toEqual({ nth: 3 });
});

it("asks nothing without a token, and on any other page for the session alone", async () => {
  token = null;
  await open("/dashboard");
  expect(asked).toEqual([]);
  token = "ada";
  await open("/account");
  expect(asked).toEqual(["POST /api/auth/verify {} Bearer ada"]);
});

it("gives a failed call's failure to the page", async () => {
  token = "ada";
  vi.stubGlobal("fetch", async () => new Response("down", { status: 503 }));
  const call = await open("/dashboard");
  await expect(call("/api/dashboard")).rejects.toMatchObject({ name: "RequestError", status: 503 });
});

it("reads the answer of a counted use, which would keep its connection", async () => {
  token = "ada";
  let read = 0;
  vi.stubGlobal("fetch", async () => ({ ok: true, text: async () => String(++read) }));
  const { trackUsage: countUse } = await import("#lib/session-api.ts");
  countUse({ dataAnalytics: true }, { kind: "screen", name: "dashboard" });
  await vi.waitFor(() => expect(read).toBe(1));
});
