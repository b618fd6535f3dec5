import type { Operation } from "#worker/http/operation.ts";

export const healthOperations: readonly Operation[] = [
  { method: "GET", path: "/api/health", access: "public", handle: (c) => c.json({ ok: true }) },
];
