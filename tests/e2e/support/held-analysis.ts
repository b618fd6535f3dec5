import type { Page } from "@playwright/test";

type Hold = {
  keys: string[];
  push: (event: string, data: unknown) => void;
  wasCancelled: boolean;
};
declare global {
  interface Window {
    heldAnalysis: Hold;
  }
}

/**
 * Lets the test play the server for analyses: what it pushes is what the page reads from the stream. It survives
 * reloads of the page, and each load begins a new list of keys.
 */
export async function holdAnalyses(page: Page) {
  await page.addInitScript(() => {
    const hold: Hold = { keys: [], push: () => undefined, wasCancelled: false };
    window.heldAnalysis = hold;
    const real = window.fetch;
    window.fetch = async (input, init) => {
      if (!String(input).startsWith("/api/analyze/")) return real(input, init);
      hold.keys.push(new Headers(init?.headers).get("idempotency-key") ?? "");
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          hold.push = (event, data) =>
            controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
          init?.signal?.addEventListener("abort", () => {
            hold.wasCancelled = true;
            controller.error(new DOMException("aborted", "AbortError"));
          });
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
  });
  return {
    push: (event: string, data: unknown) =>
      page.evaluate(([name, body]) => window.heldAnalysis.push(String(name), body), [event, data] as const),
    stage: (stage: string, status: string) =>
      page.evaluate(
        ([name, state]) =>
          window.heldAnalysis.push("stage", { stage: name, status: state, detail: null, elapsedMs: 120 }),
        [stage, status] as const,
      ),
    keys: () => page.evaluate(() => window.heldAnalysis.keys),
    wasCancelled: () => page.evaluate(() => window.heldAnalysis.wasCancelled),
  };
}
