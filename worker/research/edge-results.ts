import { IsolateMemory } from "#platform/isolate-memory.ts";
import type { Result } from "./analysis-runner.ts";

/** Finished analyses in the cache of the data centre, for as long as their runner remembers them. */
export type EdgeResults = {
  /** What the ticker's last run found; null where it is not here or over. */
  find(runner: string): Promise<Result | null>;
  /** Leaves a result here. Ends before the cache has it; a failure costs the next caller a way to the runner. */
  leave(runner: string, result: Result): Promise<void>;
};

/** A cache of its own: no address of the deployment leads to it. */
const CACHE = "analyses";
const addressOf = (runner: string) => `https://analyses.internal/${encodeURIComponent(runner)}`;

/** Those that this isolate has read or left: a hot ticker costs no way to the cache, which is beside it. */
const inMemory = new IsolateMemory<Result>(40);

/** The results of this data centre; null in a development run, whose runners alone say what is remembered. */
export function openEdgeResults(isCached: boolean, nowMs: () => number): EdgeResults | null {
  if (!isCached) return null;
  return {
    async find(runner) {
      const known = inMemory.find(runner, nowMs());
      if (known) return known;
      const found = await (await caches.open(CACHE)).match(addressOf(runner));
      if (!found) return null;
      const result = (await found.json()) as Result;
      inMemory.keep(runner, result, result.untilMs);
      return result;
    },
    async leave(runner, result) {
      const seconds = Math.floor((result.untilMs - nowMs()) / 1000);
      if (seconds <= 0) return;
      const headers = { "cache-control": `max-age=${seconds}` };
      const near = { ...result, isCached: true };
      inMemory.keep(runner, near, near.untilMs);
      await (await caches.open(CACHE)).put(addressOf(runner), Response.json(near, { headers }));
    },
  };
}
