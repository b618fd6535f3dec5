import { AnalysisRunner } from "#research/analysis-runner.ts";
import { EdgarGate } from "#witness/edgar/gate.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";
import { openDeps } from "./deps.ts";
import { runJobs } from "./jobs/jobs.ts";
import { researchOf } from "./wiring/research.ts";
import { edgarAccessOf } from "./wiring/witness.ts";

export { QuotaCounter } from "#limits/quota-counter.ts";
export { RateLimiter } from "#limits/rate-limiter.ts";
export { Ledger } from "#predictions/ledger.ts";

/** The runner with the adapters of this deployment. */
class WiredAnalysisRunner extends AnalysisRunner {
  protected override readonly research = researchOf(this.env);
}

/** The gate to EDGAR with this deployment's addresses. */
class WiredEdgarGate extends EdgarGate {
  protected override readonly access = edgarAccessOf(this.env);
}

export { WiredAnalysisRunner as AnalysisRunner, WiredEdgarGate as EdgarGate };

const app = createApp();

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  // No request tells the origin here; jobs that write links have APP_URL, which production requires.
  scheduled: ({ cron }, env) => runJobs(openDeps(env, "http://localhost"), cron),
} satisfies ExportedHandler<Bindings>;
