import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { aPerson, call } from "../api.ts";

const counts = async () =>
  (
    await env.DB.prepare("SELECT kind || ' ' || used AS what, n FROM usage_counts").all<{
      what: string;
      n: number;
    }>()
  ).results;
const countOf = async (what: string) => (await counts()).find((row) => row.what === what)?.n ?? 0;
const use = (token: string | undefined, body: object, headers: Record<string, string> = {}) =>
  call("POST", "/api/usage", { body, headers, ...(token ? { token } : {}) });
const screen = { kind: "screen", name: "dashboard" };
const feature = { kind: "feature", name: "analysis" };

describe("what is counted of a person's use", () => {
  it("is a sum a day, and nothing that leads to a person", async () => {
    const [{ token, user }, other] = [await aPerson(), await aPerson()];
    await Promise.all([use(token, screen), use(token, screen), use(other.token, screen)]);
    expect(await countOf("screen dashboard")).toBe(3);
    const { results } = await env.DB.prepare("SELECT * FROM usage_counts").all();
    expect(Object.keys(results[0] ?? {}).toSorted()).toEqual(["day", "kind", "n", "used"]);
    expect(JSON.stringify(results)).not.toContain(user.id);
  });

  it.each([
    ["dataAnalytics", screen, feature],
    ["usageStatistics", feature, screen],
  ])("follows its own flag: %s", async (flag, stopped, going) => {
    const { token } = await aPerson();
    await call("PUT", "/api/account/privacy", { token, body: { [flag]: false } });
    const nameOf = ({ kind, name }: typeof screen) => `${kind} ${name}`;
    const before = [await countOf(nameOf(stopped)), await countOf(nameOf(going))] as const;
    await use(token, stopped);
    await use(token, going);
    expect([await countOf(nameOf(stopped)), await countOf(nameOf(going))]).toEqual([
      before[0],
      before[1] + 1,
    ]);
  });

  it("is nothing for a visitor, a browser that asks to be left alone, or a name that we do not know", async () => {
    const { token } = await aPerson();
    const before = await counts();
    await use(undefined, screen);
    await use(token, screen, { dnt: "1" });
    await use(token, screen, { "sec-gpc": "1" });
    expect((await use(token, { kind: "screen", name: "someone@example.com" })).status).toBe(400);
    expect(await counts()).toEqual(before);
  });
});
