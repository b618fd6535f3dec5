import { afterEach, expect, it, vi } from "vitest";
import { streamAnalysis } from "../../../src/features/dashboard/analysis/current-run.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const request = { symbol: "BRK-B", requestKey: "a-key" };
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const stage = { stage: "prices", status: "done", detail: "München – 12 €", elapsedMs: 12 };
const refused = { error: "Quota", message: "No calls are left.", code: "quota_exceeded", status: 429 };

/** Makes an answer whose bytes arrive `size` at a time, so that events and characters are cut in the middle. */
function answerOf(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }),
  );
}

async function follow(answers: Response[]) {
  const calls: Request[] = [];
  vi.stubGlobal("fetch", async (path: string, options: RequestInit) => {
    calls.push(new Request(new URL(path, "https://beatcast.example"), options));
    const answer = answers.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return answer;
  });
  const seen: unknown[] = [];
  const watcher = { onStage: (now: unknown) => seen.push(now), onText: (text: string) => seen.push(text) };
  const outcome = streamAnalysis(request, new AbortController().signal, watcher);
  return { outcome, seen, calls };
}

it.each([1, 3, 7, 10_000])("reads events that arrive %i bytes at a time", async (size) => {
  const text = [
    event("stage", stage),
    event("text", { delta: "A beat " }),
    event("text", { delta: "is likely." }),
    event("error", refused),
  ].join("");
  const { outcome, seen, calls } = await follow([answerOf(text, size)]);
  expect(await outcome).toEqual({ kind: "failed", message: "No calls are left.", code: "quota_exceeded" });
  expect(seen).toEqual([stage, "A beat ", "A beat is likely."]);
  expect(calls.map(({ url, method }) => `${method} ${url}`)).toEqual([
    "POST https://beatcast.example/api/analyze/BRK-B",
  ]);
  expect(calls[0]?.headers.get("idempotency-key")).toBe("a-key");
});

it("asks again with the same key where a connection breaks, and reads the text from its beginning", async () => {
  vi.useFakeTimers();
  const { outcome, seen, calls } = await follow([
    answerOf(event("text", { delta: "A beat" }), 5),
    answerOf(event("text", { delta: "A beat is likely." }) + event("error", refused), 5),
  ]);
  await vi.advanceTimersByTimeAsync(800);
  expect(await outcome).toEqual({ kind: "failed", message: "No calls are left.", code: "quota_exceeded" });
  expect(seen).toEqual(["A beat", "A beat is likely."]);
  expect(calls.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["a-key", "a-key"]);
});

it("gives up after two more attempts, and says that the connection broke off", async () => {
  vi.useFakeTimers();
  const { outcome, calls } = await follow([]);
  await vi.advanceTimersByTimeAsync(1600);
  expect(await outcome).toEqual({ kind: "broken_off" });
  expect(calls).toHaveLength(3);
});
