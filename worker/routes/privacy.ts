import { deleteAccount } from "#accounts/privacy/delete.ts";
import { exportData } from "#accounts/privacy/export.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { deleteAccountRequestSchema, exportRequestSchema } from "#contract/security.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { isoDay } from "#worker/time.ts";
import { clearSession } from "./session-answer.ts";

/** Leaving is as easy as joining: everything taken along, everything deleted. */
export const privacyOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/account/export",
    access: "user",
    body: exportRequestSchema,
    handle: async (c, who) => {
      const { accounts, enforceRateLimit, personalDataElsewhere, now } = c.var.deps;
      await enforceRateLimit("export", who.userId);
      const request = await readJson(c.req.raw, exportRequestSchema);
      const elsewhere = await personalDataElsewhere(who.userId);
      const body = await exportData(accounts, who, request, elsewhere, clientOf(c.req.raw));
      return new Response(body, {
        headers: {
          "content-type": "application/json; charset=utf-8",
          "content-disposition": `attachment; filename="beatcast-export-${isoDay(now())}.json"`,
        },
      });
    },
  },
  {
    method: "POST",
    path: "/api/account/delete",
    access: "user",
    body: deleteAccountRequestSchema,
    handle: async (c, who) => {
      const { accounts, deletionHooks } = c.var.deps;
      await deleteAccount(
        accounts,
        who,
        await readJson(c.req.raw, deleteAccountRequestSchema),
        deletionHooks,
      );
      clearSession(c);
      return c.json({ success: true });
    },
  },
];
