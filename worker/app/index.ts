import { openDatabase } from "#platform/db/client.ts";
import { openQueue } from "#platform/queue.ts";
import { AnalysisRunner } from "#research/analysis-runner.ts";
import { EdgarGate } from "#season/edgar/gate.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";
import { openDeps } from "./deps.ts";
import { consumeDeadLetters, consumeJobs } from "./jobs/consume.ts";
import { tick } from "./jobs/tick.ts";
import { edgarAccessOf } from "./wiring/external-services.ts";
import { researchOf } from "./wiring/research.ts";

export { QuotaCounter } from "#platform/limits/quota-counter.ts";
export { RateLimiter } from "#platform/limits/rate-limiter.ts";
export { Ledger } from "#record/ledger.ts";

class WiredAnalysisRunner extends AnalysisRunner {
  protected override readonly research = researchOf(this.env);
}

class WiredEdgarGate extends EdgarGate {
  protected override readonly access = edgarAccessOf(this.env);
}

export { WiredAnalysisRunner as AnalysisRunner, WiredEdgarGate as EdgarGate };

const app = createApp();

const DEAD_LETTERS = "beatcast-dead-letters";

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  scheduled: ({ cron }, env) => tick(openQueue(env), cron),
  queue: (batch, env) =>
    batch.queue === DEAD_LETTERS
      ? consumeDeadLetters(batch, openDatabase(env.DB))
      : consumeJobs(batch, openDeps(env, null)),
} satisfies ExportedHandler<Bindings>;
