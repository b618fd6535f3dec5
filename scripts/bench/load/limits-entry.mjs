// Wraps the built Worker (serve.ts, BEATCAST_WRAPPER) for measurements of speed. The platform counts approximate rate limits in memory,
// whereas the local simulator writes each count to a database behind another hop. It is never deployed.
import product from "./index.js";

export * from "./index.js";

const MINUTE_MS = 60_000;

function countedInMemory(capacity) {
  let minute = 0;
  let counts = new Map();
  return {
    async limit({ key }) {
      const now = Math.floor(Date.now() / MINUTE_MS);
      if (now !== minute) {
        minute = now;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= capacity };
    },
  };
}

const limits = Object.fromEntries([120, 240, 600].map((n) => [`LIMIT_${n}`, countedInMemory(n)]));

/** The product parses the settings of each `env` object once, so each gets one wrapper. */
const wrapped = new WeakMap();
function withLimits(env) {
  if (!wrapped.has(env)) wrapped.set(env, { ...env, ...limits });
  return wrapped.get(env);
}

export default {
  fetch: (request, env, context) => product.fetch(request, withLimits(env), context),
  queue: (batch, env, context) => product.queue(batch, withLimits(env), context),
  scheduled: (event, env, context) => product.scheduled(event, withLimits(env), context),
};
