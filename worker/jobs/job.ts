import type { Deps } from "#worker/deps.ts";

/** Something that the hourly tick does. It decides itself what is due, and may be repeated at any time. */
export type Job = { name: string; run(deps: Deps): Promise<void> };
