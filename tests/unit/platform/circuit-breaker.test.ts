import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchText, RETRY_MS } from "#market/fetch-source.ts";
import {
  CircuitBreaker,
  FAILURES_TO_OPEN,
  type Fetch,
  fetchWithCircuitBreaker,
  LONGEST_PAUSE_MS,
} from "#platform/upstream/guarded-fetch.ts";

const HOST = "source.example";
const url = new URL(`https://${HOST}/figures?apikey=very-secret`);

const lines = vi.spyOn(console, "log").mockImplementation(() => undefined);
beforeEach(() => void lines.mockClear());
afterEach(() => void vi.useRealTimers());

/** Makes a breaker with its own clock and without randomness unless some is given. */
function aBreaker(random = () => 0) {
  const clock = { now: 0 };
  const breaker = new CircuitBreaker({ nowMs: () => clock.now, random });
  const fail = (times: number, retryAfter: number | null = null) =>
    Array.from({ length: times }, () => breaker.failed(HOST, retryAfter)).at(-1);
  return { breaker, clock, fail };
}

describe("an upstream that fails", () => {
  it("is asked four times more, and after the fifth failure in a row not for ten seconds", () => {
    const { breaker, clock, fail } = aBreaker();
    expect(fail(FAILURES_TO_OPEN - 1)).toBeNull();
    expect(breaker.admit(HOST)).toBeNull();
    expect(fail(1)).toBe(10);
    expect(breaker.admit(HOST)).toBe(10);
    expect(breaker.admit("another.example")).toBeNull();
    clock.now = 9_001;
    expect(breaker.admit(HOST)).toBe(1);
  });

  it("begins anew to count once it answered", () => {
    const { breaker, fail } = aBreaker();
    fail(FAILURES_TO_OPEN - 1);
    breaker.succeeded(HOST);
    expect(fail(FAILURES_TO_OPEN - 1)).toBeNull();
  });

  it("is asked by one call after the pause, and by all once that one succeeded", () => {
    const { breaker, clock, fail } = aBreaker();
    fail(FAILURES_TO_OPEN);
    clock.now = 10_000;
    expect([breaker.admit(HOST), breaker.admit(HOST), breaker.admit(HOST)]).toEqual([null, 30, 30]);
    breaker.succeeded(HOST);
    expect([breaker.admit(HOST), breaker.admit(HOST)]).toEqual([null, null]);
  });

  it("is left alone twice as long each time that one call fails, up to five minutes", () => {
    const { breaker, clock, fail } = aBreaker();
    const pauses = [fail(FAILURES_TO_OPEN)];
    for (let i = 0; i < 6; i++) {
      clock.now += (pauses.at(-1) ?? 0) * 1000;
      expect(breaker.admit(HOST)).toBeNull();
      pauses.push(fail(1));
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300]);
    expect(LONGEST_PAUSE_MS).toBe(300_000);
  });

  it("that says how long to wait is obeyed at the first refusal, up to five minutes", () => {
    const { breaker, fail } = aBreaker();
    expect(fail(1, 45)).toBe(45);
    expect(breaker.admit(HOST)).toBe(45);
    expect(aBreaker().fail(1, 86_000)).toBe(300);
    const patient = aBreaker();
    patient.fail(FAILURES_TO_OPEN - 1);
    expect(patient.fail(1, 5), "its own pause is the longer one").toBe(10);
  });

  it("is not paused anew by calls that were under way when the pause began", () => {
    const { breaker, fail } = aBreaker();
    fail(FAILURES_TO_OPEN);
    expect(fail(20)).toBeNull();
    expect(breaker.admit(HOST)).toBe(10);
  });

  it("is asked by the next call when the one that tried was given up, or never ended", () => {
    const { breaker, clock, fail } = aBreaker();
    fail(FAILURES_TO_OPEN);
    clock.now = 10_000;
    breaker.admit(HOST);
    breaker.released(HOST);
    expect([breaker.admit(HOST), breaker.admit(HOST)]).toEqual([null, 30]);
    clock.now = 40_000;
    expect(breaker.admit(HOST)).toBeNull();
  });

  it("is left alone up to a quarter longer, by chance, and never shorter", () => {
    const pauseWith = (chance: number) => aBreaker(() => chance).fail(FAILURES_TO_OPEN);
    expect([0, 0.5, 1].map(pauseWith)).toEqual([10, 12, 13]);
  });
});

/** Makes a source that gives these answers in turn through a breaker and then repeats the last one. */
function aSource(...answers: (() => Response | Promise<Response>)[]) {
  let asked = 0;
  const source: Fetch = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (!answer) throw new Error("no answer");
    return answer();
  };
  const { breaker, clock } = aBreaker();
  return { fetch: fetchWithCircuitBreaker(source, breaker), clock, asked: () => asked };
}

const down = () => new Response("no", { status: 503 });
const lost = () => Promise.reject(new TypeError("fetch failed"));
const noWait = { random: () => 0, wait: async () => undefined };

describe("asking through the breaker", () => {
  it("a source that is down is not asked a sixth time, which is missing with its reason, and once after the pause", async () => {
    const source = aSource(down);
    for (let i = 0; i < 5; i++) await fetchText({ fetch: source.fetch, url });
    expect(await fetchText({ fetch: source.fetch, url })).toEqual({
      isOk: false,
      reason: "upstream",
      detail: "source.example failed several times and is not asked for 10 s",
      retryAfterSeconds: 10,
      bodyExcerpt: "",
    });
    expect(source.asked()).toBe(5);
    source.clock.now = 10_000;
    await Promise.all(Array.from({ length: 4 }, () => fetchText({ fetch: source.fetch, url })));
    expect(source.asked()).toBe(6);
  });

  it("comes back by itself", async () => {
    const source = aSource(down, down, down, down, down, () => new Response("fine"));
    for (let i = 0; i < 5; i++) await fetchText({ fetch: source.fetch, url });
    source.clock.now = 10_000;
    expect(await fetchText({ fetch: source.fetch, url })).toMatchObject({ isOk: true, text: "fine" });
    expect(await fetchText({ fetch: source.fetch, url })).toMatchObject({ isOk: true });
  });

  it("obeys a Retry-After at once", async () => {
    const source = aSource(() => new Response("", { status: 429, headers: { "retry-after": "30" } }));
    expect(await fetchText({ fetch: source.fetch, url })).toMatchObject({ reason: "rate_limited" });
    expect(await fetchText({ fetch: source.fetch, url })).toMatchObject({ retryAfterSeconds: 30 });
    expect(source.asked()).toBe(1);
  });

  it("takes an answer that refuses, as of an unknown ticker or a wrong key, for no failure", async () => {
    const source = aSource(
      () => new Response("", { status: 404 }),
      () => new Response("", { status: 401 }),
    );
    for (let i = 0; i < 10; i++) await fetchText({ fetch: source.fetch, url });
    expect(source.asked()).toBe(10);
  });

  it("learns nothing from a caller who gives up, and from one whose time is over that it is down", async () => {
    const givenUp = new AbortController();
    givenUp.abort();
    const timedOut = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    for (const [signal, asked] of [
      [givenUp.signal, 10],
      [timedOut, 5],
    ] as const) {
      const source = aSource(lost);
      for (let i = 0; i < 10; i++) await source.fetch(url.href, { signal }).catch(() => undefined);
      expect(source.asked()).toBe(asked);
    }
  });

  it("logs each failure by its host, and neither address, query nor key", async () => {
    const source = aSource(down, lost);
    await fetchText({ fetch: source.fetch, url });
    await fetchText({ fetch: source.fetch, url, ...noWait });
    const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(logged.map(({ event, host, reason }) => [event, host, reason])).toEqual([
      ["upstream failed", HOST, "status 503"],
      ["upstream failed", HOST, "not reached"],
      ["upstream failed", HOST, "not reached"],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/secret|figures/);
  });
});

describe("a connection that failed", () => {
  it.each([
    [0, 50],
    [0.5, 150],
    [1, 250],
  ])("is tried once more after a wait that chance %s makes %i ms", async (chance, expected) => {
    const waits: number[] = [];
    const source = aSource(lost, () => new Response("fine"));
    const wait = async (ms: number) => void waits.push(ms);
    const answer = await fetchText({ fetch: source.fetch, url, random: () => chance, wait });
    expect([answer.isOk, waits, source.asked()]).toEqual([true, [expected], 2]);
    expect(expected).toBeGreaterThanOrEqual(RETRY_MS.least);
    expect(expected).toBeLessThanOrEqual(RETRY_MS.most);
  });

  it("is not tried a third time", async () => {
    const source = aSource(lost);
    expect(await fetchText({ fetch: source.fetch, url, ...noWait })).toMatchObject({ reason: "upstream" });
    expect(source.asked()).toBe(2);
  });
});
