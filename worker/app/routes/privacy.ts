import { deleteAccount } from "#accounts/privacy/delete.ts";
import { exportData } from "#accounts/privacy/export.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import {
  deleteAccountRequestSchema,
  exportRequestSchema,
  successResponseSchema,
} from "#contract/security.ts";
import { isoDay } from "#contract/time.ts";
import { type Operation, operation } from "../http/operation.ts";
import { clearSession } from "./present-user.ts";

export const privacyOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/account/export",
    access: "user",
    summary: "Download everything stored on the person, as one JSON file",
    userRate: "export",
    body: exportRequestSchema,
    raw: [{ status: 200, type: "application/json" }],
    errors: ["confirmation_required", "wrong_password"],
    handle: async ({ c, personalDataElsewhere, accounts, now, who, body }) => {
      const elsewhere = await personalDataElsewhere(who.userId);
      const file = await exportData(accounts, who, body, elsewhere, clientOf(c.req.raw));
      return new Response(file, {
        headers: {
          "content-type": "application/json; charset=utf-8",
          "content-disposition": `attachment; filename="beatcast-export-${isoDay(now())}.json"`,
        },
      });
    },
  }),
  operation({
    method: "POST",
    path: "/api/account/delete",
    access: "user",
    summary: "Delete the account, and cancel and refund what it pays for",
    body: deleteAccountRequestSchema,
    response: successResponseSchema,
    errors: ["confirmation_required", "wrong_password", "rate_limited", "conflict"],
    handle: async ({ c, accounts, deletionHooks, who, body }) => {
      await deleteAccount(accounts, who, body, deletionHooks);
      clearSession(c);
      return { success: true };
    },
  }),
];
