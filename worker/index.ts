import { AnalysisRoom } from "#research/room.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";
import { openDeps, researchOf } from "./deps.ts";
import { runJobs } from "./jobs/jobs.ts";

export { QuotaCounter } from "#limits/quota-counter.ts";
export { RateLimiter } from "#limits/rate-limiter.ts";
export { LedgerBook } from "#predictions/ledger-book.ts";

/** The room with the adapters of this deployment. */
export class ResearchRoom extends AnalysisRoom {
  protected override readonly research = researchOf(this.env);
}

const app = createApp();

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  // No request tells the origin here; jobs that write links have APP_URL, which production requires.
  scheduled: ({ cron }, env) => runJobs(openDeps(env, "http://localhost"), cron),
} satisfies ExportedHandler<Bindings>;
