import type { Bindings } from "./bindings.ts";

declare global {
  namespace Cloudflare {
    /** What `this.env` of a Durable Object and `env` of the tests hold. */
    interface Env extends Bindings {}
  }
}
