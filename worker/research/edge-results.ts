import { TimedCache } from "#platform/cache.ts";
import { logUnexpected } from "#platform/log.ts";
import type { Result } from "./analysis-runner.ts";

export type EdgeResults = {
  /** Null where not here, over, or unreadable. */
  find(runner: string): Promise<Result | null>;
  /** A failure costs the next caller a way to the runner. */
  leave(runner: string, result: Result): Promise<void>;
};

/** A store of its own: no address leads to it. */
const results = new TimedCache<Result>({
  max: 40,
  shared: {
    open: () => caches.open("analyses"),
    addressOf: (runner) => `https://analyses.internal/${encodeURIComponent(runner)}`,
    read: (answer) => answer.json<Result>(),
  },
});

/** Null in development, whose runners alone remember. */
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

/** The edge only saves a way. */
function withoutEdge(error: unknown): null {
  logUnexpected(error, { call: "edge results" });
  return null;
}
