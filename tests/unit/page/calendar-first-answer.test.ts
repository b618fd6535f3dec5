import { beforeEach, expect, it, vi } from "vitest";

const asked: string[] = [];
let json: unknown;
let answerNow: () => void;

beforeEach(() => {
  asked.length = 0;
  json = { nth: 1 };
  const isDue = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: () => "ada" });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    await isDue;
    return Response.json(json);
  });
});

/** Opens an address as the browser does: the document's own call first. */
async function open(pathname: string, search = "") {
  vi.stubGlobal("location", { pathname, search });
  await import("../../../src/features/calendar/first-calls.ts");
  return import("#lib/first-answers.ts");
}

it("asks for the address's days at once, and gives what arrived once", async () => {
  const { takeArrivedAnswer, takeFirstAnswer } = await open("/calendar", "?from=2026-11-23&weeks=1");
  const path = "/api/calendar?from=2026-11-23&to=2026-11-29";
  expect(asked).toEqual([path]);
  expect(takeArrivedAnswer(path)).toBeNull();
  answerNow();
  await vi.waitFor(() => expect(takeArrivedAnswer(path)).toEqual({ nth: 1 }));
  expect([takeArrivedAnswer(path), takeFirstAnswer(path)]).toEqual([null, null]);
});

it("can be waited for while it is on its way, and is not given to another call", async () => {
  const { takeFirstAnswer } = await open("/calendar");
  answerNow();
  expect(await takeFirstAnswer("/api/calendar")).toEqual({ nth: 1 });
  vi.resetModules();
  const again = await open("/calendar");
  expect(again.takeFirstAnswer("/api/calendar?from=2026-11-23&to=2026-11-29")).toBeNull();
});

it("gives nothing to somebody who signed in since", async () => {
  const { takeArrivedAnswer, takeFirstAnswer } = await open("/calendar");
  answerNow();
  await new Promise((resolve) => setTimeout(resolve, 50));
  vi.stubGlobal("localStorage", { getItem: () => "grace" });
  expect(takeArrivedAnswer("/api/calendar")).toBeNull();
  expect(takeFirstAnswer("/api/calendar")).toBeNull();
});

it("asks for nothing at another address", async () => {
  const { takeFirstAnswer } = await open("/dashboard");
  expect([asked, takeFirstAnswer("/api/calendar")]).toEqual([[], null]);
});

it("asks anew for an answer that breaks the contract; the document's own counts as just read for five seconds", async () => {
  json = { items: "none" };
  const { takeFirstAnswer } = await open("/calendar");
  answerNow();
  const { calendarQuery } = await import("../../../src/features/calendar/api.ts");
  await vi.waitFor(() => expect(asked).toEqual(["/api/calendar"]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { initialData, staleTime } = calendarQuery(null);
  expect(initialData()).toBeUndefined();
  expect(takeFirstAnswer("/api/calendar")).toBeNull();
  expect([0, 1].map((dataUpdateCount) => staleTime({ state: { dataUpdateCount } }))).toEqual([5_000, 0]);
});
