import type { Result } from "./analysis-runner.ts";

/** Finished analyses in the cache of the data centre, for as long as their runner remembers them. */
export type EdgeResults = {
  /** The end of the ticker's last run, as its runner would stream it; null where it is not here or over. */
  find(runner: string): Promise<ReadableStream<Uint8Array> | null>;
  /** Leaves a result here. Ends before the cache has it; a failure costs the next caller a way to the runner. */
  leave(runner: string, result: Result): Promise<void>;
};

/** A cache of its own: no address of the deployment leads to it. */
const CACHE = "analyses";
const addressOf = (runner: string) => `https://analyses.internal/${encodeURIComponent(runner)}`;

/** The results of this data centre; null in a development run, whose runners alone say what is remembered. */
export function openEdgeResults(isCached: boolean, nowMs: () => number): EdgeResults | null {
  if (!isCached) return null;
  return {
    async find(runner) {
      const found = await (await caches.open(CACHE)).match(addressOf(runner));
      return found?.body ?? null;
    },
    async leave(runner, result) {
      const seconds = Math.floor((result.untilMs - nowMs()) / 1000);
      if (seconds <= 0) return;
      const line = `${JSON.stringify({ event: "result", data: { ...result, isCached: true } })}\n`;
      const headers = { "content-type": "application/x-ndjson", "cache-control": `max-age=${seconds}` };
      await (await caches.open(CACHE)).put(addressOf(runner), new Response(line, { headers }));
    },
  };
}
