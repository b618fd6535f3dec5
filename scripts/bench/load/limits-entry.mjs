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

export default {
  fetch: (request, env, context) => product.fetch(request, { ...env, ...limits }, context),
  queue: (batch, env, context) => product.queue(batch, { ...env, ...limits }, context),
  scheduled: (event, env, context) => product.scheduled(event, { ...env, ...limits }, context),
};
