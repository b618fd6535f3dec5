import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";

export { QuotaCounter } from "#limits/quota-counter.ts";
export { RateLimiter } from "#limits/rate-limiter.ts";

const app = createApp();

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
} satisfies ExportedHandler<Bindings>;
