import { answerSupport, createSupportRequest, listSupport, readInbox } from "#accounts/support.ts";
import { successResponseSchema } from "#contract/security.ts";
import {
  supportAnswerSchema,
  supportAskedSchema,
  supportInboxResponseSchema,
  supportListSchema,
  supportRequestSchema,
} from "#contract/support.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";

export const supportOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/support",
    access: "user",
    summary: "List what the person asked our support, with the answers",
    response: supportListSchema,
    handle: async ({ accounts, who }) => ({ requests: await listSupport(accounts, who.userId) }),
  }),
  operation({
    method: "POST",
    path: "/api/support",
    access: "user",
    summary: "Ask our support",
    userRate: "support",
    body: supportRequestSchema,
    response: supportAskedSchema,
    status: 201,
    errors: ["email_unconfirmed", "not_found"],
    handle: ({ accounts, who, body }) =>
      createSupportRequest(accounts, who.profile, who.entitlement.tier, body),
  }),
  operation({
    method: "GET",
    path: "/api/review/support",
    access: "operator",
    summary: "List what waits for an answer, the largest plan first",
    userRate: "review",
    response: supportInboxResponseSchema,
    handle: async ({ accounts }) => ({ requests: await readInbox(accounts) }),
  }),
  operation({
    method: "POST",
    path: "/api/review/support/:id",
    access: "operator",
    summary: "Answer a request on the person's page and by email",
    userRate: "review",
    params: idParams,
    body: supportAnswerSchema,
    response: successResponseSchema,
    errors: ["conflict"],
    handle: async ({ accounts, params: { id }, body: { answer } }) => {
      await answerSupport(accounts, id, answer);
      return { success: true };
    },
  }),
];
