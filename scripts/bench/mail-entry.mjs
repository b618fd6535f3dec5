// Wraps the built Worker (serve.ts, BEATCAST_WRAPPER) and sends Resend's calls to the bench's own service. It is
// never deployed.
import { env } from "cloudflare:workers";
import product from "./index.js";

export * from "./index.js";

const COUNT_PATH = "/bench/batches";
let batches = 0;

const askOutside = globalThis.fetch;
globalThis.fetch = (address, init) =>
  askOutside(address === "https://api.resend.com/emails" ? env.BENCH_MAIL_URL : address, init);

export default {
  ...product,
  fetch: (request, ...rest) =>
    new URL(request.url).pathname === COUNT_PATH ? Response.json(batches) : product.fetch(request, ...rest),
  queue: async (...given) => {
    await product.queue(...given);
    batches += 1;
  },
};
