import { afterEach, describe, expect, it, vi } from "vitest";
import { MarketError } from "#market/port.ts";
import type { Answer } from "../sources.ts";
import { aSummary, aYahoo, chartBody, now, SUMMARY, summaryBody } from "./bodies.ts";

const CRUMB = "/v1/test/getcrumb";
const unauthorized: Answer = {
  status: 401,
  body: { finance: { error: { code: "Unauthorized", description: "Invalid Crumb" } } },
};
const good = summaryBody(aSummary());

const failureOf = async (...[answers, patienceMs]: Parameters<typeof aYahoo>) => {
  const error = await aYahoo(answers, patienceMs)
    .market.company("ACME", now)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof MarketError)) throw new Error("a MarketError was expected");
  return error;
};

afterEach(() => vi.useRealTimers());

describe("Yahoo's cookie and crumb", () => {
  it("go along with every call and are asked for once", async () => {
    const { market, asked, countOf } = aYahoo({ [SUMMARY]: good });
    await market.company("ACME", now);
    await market.company("ACME", now);
    expect([countOf("/"), countOf(CRUMB), countOf(SUMMARY)]).toEqual([1, 1, 2]);
    const calls = asked.filter(({ url }) => url.pathname === SUMMARY);
    for (const { url, headers } of calls) {
      expect(url.searchParams.get("crumb")).toBe("crumb.0");
      expect(headers.get("cookie")).toBe("A3=cookie0");
      expect(headers.get("user-agent")).toContain("Mozilla/5.0");
    }
  });

  it("are renewed once when refused, and the question asked again with the new pair", async () => {
    const { market, asked, countOf } = aYahoo({ [SUMMARY]: (nth) => (nth === 0 ? unauthorized : good) });
    expect((await market.company("ACME", now)).identity.name).toBe("Acme Anvils Inc.");
    expect([countOf(CRUMB), countOf(SUMMARY)]).toEqual([2, 2]);
    expect(asked.at(-1)?.url.searchParams.get("crumb")).toBe("crumb.1");
    expect(asked.at(-1)?.headers.get("cookie")).toBe("A3=cookie1");
  });

  it("are not renewed for ever", async () => {
    const { market, countOf } = aYahoo({ [SUMMARY]: unauthorized });
    await expect(market.company("ACME", now)).rejects.toMatchObject({ reason: "unauthorized" });
    expect(countOf(SUMMARY)).toBe(2);
  });

  it("are renewed after half an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { market, countOf } = aYahoo({ [SUMMARY]: good });
    await market.company("ACME", now);
    vi.setSystemTime(Date.now() + 31 * 60_000);
    await market.company("ACME", now);
    expect(countOf(CRUMB)).toBe(2);
  });

  it.each([
    ["a sentence that asks to wait", "Too Many Requests\r\n", "rate_limited"],
    ["a web page", "<html>consent</html>", "malformed"],
    ["nothing", "", "malformed"],
  ])("are never made of %s", async (_, body, reason) => {
    const error = await failureOf({ [CRUMB]: { body }, [SUMMARY]: good });
    expect(error.reason).toBe(reason);
  });
});

describe("a Yahoo that fails", () => {
  it.each<[string, Answer, MarketError["reason"]]>([
    ["429", { status: 429, headers: { "retry-after": "30" }, body: "Too Many Requests" }, "rate_limited"],
    ["500", { status: 500, body: "<html>Internal Server Error</html>" }, "upstream"],
    ["HTML", { body: "<!doctype html><p>Please accept cookies" }, "malformed"],
    ["JSON cut off", { body: '{"quoteSummary":{"result":[{"price":' }, "malformed"],
    ["an empty object", { body: {} }, "malformed"],
    ["no result", { body: { quoteSummary: { result: [] } } }, "malformed"],
    ["a result of another kind", { body: { quoteSummary: { result: [[]] } } }, "malformed"],
    ["no connection", "no connection", "upstream"],
  ])("with %s is told as what it is", async (_, answer, reason) => {
    expect((await failureOf({ [SUMMARY]: answer })).reason).toBe(reason);
  });

  it("passes on how long it asks to wait", async () => {
    const answer: Answer = { status: 429, headers: { "retry-after": "30" }, body: "" };
    expect((await failureOf({ [SUMMARY]: answer })).retryAfterSeconds).toBe(30);
  });

  it.each([
    ["the figures", { [SUMMARY]: "never" as const }],
    ["the crumb", { [CRUMB]: "never" as const }],
    ["the cookie", { "/": "never" as const }],
    [
      "the figures, once the crumb is renewed",
      { [SUMMARY]: (nth: number) => (nth ? "never" : unauthorized) },
    ],
  ])("by never sending %s is given up when the patience with one question ends", async (_, answers) => {
    const startedAt = performance.now();
    expect((await failureOf(answers, 150)).reason).toBe("timed_out");
    expect(performance.now() - startedAt).toBeLessThan(400);
  });

  it("fails one part and leaves the others standing", async () => {
    const { market } = aYahoo({
      "/v8/finance/chart/ACME": chartBody([["2025-03-03", 41]]),
      "/v1/finance/search": { status: 500, body: "" },
      "/v7/finance/options/ACME": { body: "<html>" },
    });
    expect(await market.prices("ACME", now)).toMatchObject({ state: "live" });
    expect(await market.news("ACME", "Acme", now)).toMatchObject({ state: "missing", reason: "upstream" });
    expect(await market.options("ACME", null, now)).toMatchObject({ state: "missing", reason: "malformed" });
  });
});
