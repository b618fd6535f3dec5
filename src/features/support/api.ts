import { type SupportRequestBody, supportListSchema } from "#contract/support.ts";
import { apiQuery } from "#lib/api.ts";
import { send } from "#lib/request.ts";

export const supportQuery = () => apiQuery(supportListSchema, "/api/support");

export const createSupportRequest = (body: SupportRequestBody) =>
  send("/api/support", { method: "POST", body });
