import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { EdgarAccess, EdgarGate } from "#season/edgar/gate.ts";

type Answer = { status?: number; body?: string; headers?: Record<string, string> };
type Asked = { url: string; agent: string | null; at: number };

const ask = (path: string, kind: "json" | "header" | "document" = "json") =>
  ({ from: "data", path, kind, freshMs: 60_000 }) as const;

/** Makes a separate gate in front of a source that answers as told. */
async function aGate(answer: (path: string) => Answer = () => ({})) {
  const asked: Asked[] = [];
  const gate = env.EDGAR.get(env.EDGAR.idFromName(crypto.randomUUID()));
  const access: EdgarAccess = {
    userAgent: "Beatcast Research ops@example.com",
    data: "https://data.example",
    archive: "https://archive.example",
    fetch: async (url, init) => {
      asked.push({ url, agent: new Headers(init.headers).get("user-agent"), at: Date.now() });
      const { status = 200, body = '{"ok":true}', headers = {} } = answer(new URL(url).pathname);
      return new Response(body, { status, headers });
    },
  };
  const inside = <Result>(work: (gate: EdgarGate) => Promise<Result>) =>
    runInDurableObject(gate, (instance: EdgarGate) => {
      Object.assign(instance, { access });
      return work(instance);
    });
  return { asked, inside };
}

describe("the gate to EDGAR", () => {
  it("asks nobody without a user agent", async () => {
    const gate = env.EDGAR.get(env.EDGAR.idFromName("no user agent"));
    expect(await gate.read(ask("/a"))).toMatchObject({ isOk: false, reason: "unsupported" });
  });

  it("names itself, and makes at most five requests a second however many ask at once", async () => {
    const { asked, inside } = await aGate();
    const paths = Array.from({ length: 8 }, (_, i) => `/${i}`);
    const answers = await inside((gate) => Promise.all(paths.map((path) => gate.read(ask(path)))));
    expect(answers.every(({ isOk }) => isOk)).toBe(true);
    expect(new Set(asked.map(({ agent }) => agent))).toEqual(new Set(["Beatcast Research ops@example.com"]));
    const [first, last] = [asked[0]?.at ?? 0, asked[7]?.at ?? 0];
    expect(last - first).toBeGreaterThanOrEqual(1_380);
    for (const [i, { at }] of asked.entries())
      expect(
        asked.filter((other) => other.at >= at && other.at < at + 950).length,
        `from request ${i}`,
      ).toBeLessThanOrEqual(5);
  });

  it("asks once for what many ask at the same time, and not again while it is fresh", async () => {
    const { asked, inside } = await aGate();
    await inside((gate) => Promise.all([1, 2, 3].map(() => gate.read(ask("/same")))));
    expect(await inside((gate) => gate.read(ask("/same")))).toEqual({ isOk: true, text: '{"ok":true}' });
    expect(asked).toHaveLength(1);
  });

  it("remembers that there is no such document", async () => {
    const { asked, inside } = await aGate(() => ({ status: 404, body: "<Error/>" }));
    for (const _ of [1, 2])
      expect(await inside((gate) => gate.read(ask("/gone")))).toMatchObject({ reason: "not_found" });
    expect(asked).toHaveLength(1);
  });

  it.each([403, 429])(
    "stays away for ten minutes after a %d, which counts once for all under way",
    async (status) => {
      const { asked, inside } = await aGate(() => ({ status }));
      const answers = await inside((gate) => Promise.all(["/a", "/b"].map((path) => gate.read(ask(path)))));
      expect(answers).toMatchObject([
        { reason: "rate_limited", retryAfterSeconds: 600 },
        { reason: "rate_limited" },
      ]);
      const before = asked.length;
      const later = await inside((gate) => gate.read(ask("/c")));
      expect(later).toMatchObject({ isOk: false, reason: "rate_limited" });
      expect(asked).toHaveLength(before);
    },
  );

  it("waits longer where the SEC says so", async () => {
    const { inside } = await aGate(() => ({ status: 429, headers: { "retry-after": "3600" } }));
    expect(await inside((gate) => gate.read(ask("/a")))).toMatchObject({ retryAfterSeconds: 3600 });
  });

  it.each([
    ["json", "<html>busy</html>"],
    ["json", '{"cut":'],
    ["header", "<html>nothing</html>"],
    ["document", "Too Many Requests"],
  ] as const)("does not take or cache an error page for %s", async (kind, body) => {
    const { asked, inside } = await aGate(() => ({ body }));
    for (const _ of [1, 2])
      expect(await inside((gate) => gate.read(ask("/page", kind)))).toMatchObject({ reason: "malformed" });
    expect(asked).toHaveLength(2);
  });

  it("drops what is no longer fresh", async () => {
    const count = (state: DurableObjectState) =>
      state.storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM answers").one().n;
    const gate = env.EDGAR.get(env.EDGAR.idFromName("stale"));
    await runInDurableObject(gate, async (instance: EdgarGate, state) => {
      state.storage.sql.exec(
        "INSERT INTO answers (address, text, expires_at) VALUES ('data/old', 'x', 1), ('data/new', 'x', ?)",
        Date.now() + 60_000,
      );
      await instance.alarm();
      expect(count(state)).toBe(1);
    });
  });
});
