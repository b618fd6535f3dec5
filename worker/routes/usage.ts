import { countUse } from "#accounts/privacy/usage.ts";
import { usageSchema } from "#contract/usage.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

export const usageOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/usage",
    access: "user",
    body: usageSchema,
    handle: async (c, who) => {
      const use = await readJson(c.req.raw, usageSchema);
      await countUse(c.var.deps.accounts, who.userId, use, c.req.raw.headers);
      return c.json({ success: true });
    },
  },
];
