import type { QuotaCounter } from "#platform/limits/quota-counter.ts";
import type { ApproximateLimits, RateLimiter } from "#platform/limits/rate-limiter.ts";
import type { Queues } from "#platform/queue.ts";
import type { Ledger } from "#record/ledger.ts";
import type { AnalysisRunner } from "#research/analysis-runner.ts";
import type { EdgarGate } from "#season/edgar/gate.ts";

/**
 * The Worker's bindings, as `wrangler.toml` declares them. Settings, which are plain text, are parsed by
 * `settings/env.ts`.
 */
export interface Bindings extends Queues, ApproximateLimits {
  readonly ASSETS: Fetcher;
  readonly DB: D1Database;
  readonly QUOTA: DurableObjectNamespace<QuotaCounter>;
  readonly RATE: DurableObjectNamespace<RateLimiter>;
  readonly LEDGER: DurableObjectNamespace<Ledger>;
  readonly RESEARCH: DurableObjectNamespace<AnalysisRunner>;
  readonly EDGAR: DurableObjectNamespace<EdgarGate>;
  readonly FILES: R2Bucket;
  readonly MAIL?: SendEmail;
  readonly METRICS?: AnalyticsEngineDataset;
  /** Present only in production. */
  readonly AI?: Ai;
}

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}
