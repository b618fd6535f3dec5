import { describe, expect, it } from "vitest";
import { fetchJson, fetchText } from "#market/fetch-source.ts";
import { type Answer, vendor } from "./sources.ts";

const url = new URL("https://source.example/figures?apikey=very-secret");
const request = (answer: Answer | ((nth: number) => Answer), timeoutMs = 1_000) => {
  const source = vendor((_, nth) => (typeof answer === "function" ? answer(nth) : answer));
  return { ...source, answer: fetchJson({ fetch: source.fetch, url, timeoutMs }) };
};

describe("asking a source", () => {
  it("gives the JSON it sent", async () => {
    expect(await request({ body: { eps: 1.5 } }).answer).toEqual({ isOk: true, body: { eps: 1.5 } });
  });

  it.each([
    [401, "unauthorized"],
    [402, "not_in_plan"],
    [403, "unauthorized"],
    [404, "not_found"],
    [429, "rate_limited"],
    [500, "upstream"],
    [503, "upstream"],
  ])("tells status %i as %s, and asks no second time", async (status, reason) => {
    const { answer, asked } = request({ status, body: "no" });
    expect(await answer).toMatchObject({ isOk: false, reason });
    expect(asked).toHaveLength(1);
  });

  it("passes on how long to wait", async () => {
    const { answer } = request({ status: 429, headers: { "retry-after": "30" }, body: "Too Many Requests" });
    expect(await answer).toMatchObject({ reason: "rate_limited", retryAfterSeconds: 30 });
  });

  it.each(["-5", "0", "soon", "9999999"])("takes no wait from a Retry-After of %s", async (wait) => {
    const { answer } = request({ status: 429, headers: { "retry-after": wait }, body: "" });
    expect(await answer).toMatchObject({ retryAfterSeconds: null });
  });

  it.each(["<!doctype html><p>consent", "Too Many Requests", '{"eps": 1', ""])(
    "calls %j under a good status malformed",
    async (body) => {
      expect(await request({ body }).answer).toMatchObject({ isOk: false, reason: "malformed" });
    },
  );

  it("follows no redirect, wherever it leads", async () => {
    const { answer, asked } = request({ status: 302, headers: { location: "http://10.0.0.1/" }, body: "" });
    expect(await answer).toMatchObject({ isOk: false, reason: "upstream" });
    expect(asked).toHaveLength(1);
  });

  it("stops waiting when its time is over", async () => {
    expect(await request("never", 30).answer).toMatchObject({ isOk: false, reason: "timed_out" });
  });

  it("asks nobody when no time is left", async () => {
    const { answer, asked } = request({ body: {} }, 0);
    expect(await answer).toMatchObject({ isOk: false, reason: "timed_out" });
    expect(asked).toHaveLength(0);
  });

  it("tries a broken connection once more, and only once", async () => {
    const mended = request((nth) => (nth === 0 ? "no connection" : { body: 7 }));
    expect(await mended.answer).toEqual({ isOk: true, body: 7 });
    const broken = request("no connection");
    expect(await broken.answer).toMatchObject({ isOk: false, reason: "upstream" });
    expect(broken.asked).toHaveLength(2);
  });

  it("reads no more than 4 MB", async () => {
    const { answer } = request({ body: "x".repeat(4 * 1024 * 1024 + 1) });
    expect(await answer).toMatchObject({ isOk: false, reason: "malformed" });
  });

  it("never writes the address's query, which may hold a key, into a message", async () => {
    const answers: Answer[] = [
      "no connection",
      "never",
      { status: 401, body: "very-secret" },
      { body: "very-secret" },
    ];
    for (const answer of answers) {
      const refusal = await request(answer, 30).answer;
      expect(refusal).toHaveProperty("detail");
      expect("detail" in refusal ? refusal.detail : "").not.toContain("very-secret");
    }
  });

  it("hands on the cookies of a text answer as one header", async () => {
    const { fetch } = vendor(() => ({ headers: { "set-cookie": "A3=x; Path=/; Secure" }, body: "ok" }));
    expect(await fetchText({ fetch, url })).toMatchObject({ isOk: true, text: "ok", cookie: "A3=x" });
  });
});
