/// <reference types="vite/types/importMeta.d.ts" />
declare namespace Cloudflare {
  interface Env {
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
