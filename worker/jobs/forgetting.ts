import { forgetExpired } from "#accounts/forget-expired.ts";
import type { Job } from "./job.ts";

/** Deletes sessions, links, events and addresses that have had their time. */
export const forgetting: Job = { name: "forgetting", run: (deps) => forgetExpired(deps.accounts) };
