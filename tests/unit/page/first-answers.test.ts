import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

const asked: string[] = [];
let token: string | null = null;

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: () => token });
  vi.stubGlobal("fetch", async (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${path} ${headers.authorization}`);
    return Response.json({ nth: asked.length });
  });
});

/** Opens a page as the browser does: the document's own calls first, then the application's. */
async function open(path: string) {
  vi.stubGlobal("location", { pathname: path });
  await import("../../../src/features/dashboard/first-calls.ts");
  const { apiFetch } = await import("#lib/api.ts");
  return (called: string) => apiFetch(z.object({ nth: z.number() }), called);
}

describe("the dashboard's document", () => {
  it("asks whose session it is and for the figures at once, and the page takes each answer once", async () => {
    token = "ada";
    const call = await open("/dashboard");
    expect(asked).toEqual(["/api/auth/verify Bearer ada", "/api/dashboard Bearer ada"]);
    expect([await call("/api/dashboard"), await call("/api/auth/verify")]).toEqual([{ nth: 2 }, { nth: 1 }]);
    expect(await call("/api/dashboard")).toEqual({ nth: 3 });
  });

  it("has no answer for somebody who signed in since", async () => {
    token = "ada";
    const call = await open("/dashboard");
    token = "grace";
    expect(await call("/api/dashboard")).toEqual({ nth: 3 });
    expect(asked.at(-1)).toBe("/api/dashboard Bearer grace");
    token = "ada";
    expect(await call("/api/dashboard")).toEqual({ nth: 4 });
  });

  it("asks nothing without a token, nor on another page", async () => {
    token = null;
    await open("/dashboard");
    token = "ada";
    vi.resetModules();
    await open("/account");
    expect(asked).toEqual([]);
  });
});

it("reads the answer of a counted use, which would keep its connection", async () => {
  token = "ada";
  let read = 0;
  vi.stubGlobal("fetch", async () => ({ ok: true, text: async () => String(++read) }));
  const { countUse } = await import("#lib/session-api.ts");
  countUse({ dataAnalytics: true }, { kind: "screen", name: "dashboard" });
  await vi.waitFor(() => expect(read).toBe(1));
});
