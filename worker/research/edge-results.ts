import { TimedCache } from "#platform/cache.ts";
import { logUnexpected } from "#platform/log.ts";
import type { SharedAnalysis } from "./analysis-runner.ts";

export type EdgeResults = {
  /** Returns a runner's cached result, or null when it is not here, has expired or cannot be read. */
  find(runner: string): Promise<SharedAnalysis | null>;
  /** Caches a runner's result. If this fails, the next caller asks the runner. */
  leave(runner: string, result: SharedAnalysis): Promise<void>;
};

/** A separate cache, whose URLs are not those of any public page. */
const results = new TimedCache<SharedAnalysis>({
  max: 40,
  shared: {
    open: () => caches.open("analyses"),
    addressOf: (runner) => `https://analyses.internal/${encodeURIComponent(runner)}`,
    read: (answer) => answer.json<SharedAnalysis>(),
  },
});

/**
 * Opens the edge cache of results. Returns null if `isCached` is false, as by default in development; then only
 * the runners remember results.
 */
export function openEdgeResults(isCached: boolean, nowMs: () => number): EdgeResults | null {
  if (!isCached) return null;
  return {
    find: (runner) => results.findShared(runner, nowMs(), ({ untilMs }) => untilMs).catch(withoutEdge),
    async leave(runner, result) {
      const seconds = Math.floor((result.untilMs - nowMs()) / 1000);
      if (seconds <= 0) return;
      const near = { ...result, isCached: true };
      results.set(runner, near, near.untilMs);
      const headers = { "cache-control": `max-age=${seconds}` };
      await results.share(runner, Response.json(near, { headers })).catch(withoutEdge);
    },
  };
}

/** The edge cache only saves a trip to the runner, so its failures are ignored. */
function withoutEdge(error: unknown): null {
  logUnexpected(error, { call: "edge results" });
  return null;
}
