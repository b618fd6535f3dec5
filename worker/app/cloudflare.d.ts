import type { Bindings } from "./bindings.ts";

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}
