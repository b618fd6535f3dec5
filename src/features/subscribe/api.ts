import type { PlanId } from "#contract/plans.ts";
import { changePlanResponseSchema } from "#contract/subscription.ts";
import { apiFetch } from "#lib/api.ts";

/** Changes a running subscription to another plan: up at once, down at the end of the paid month. */
export const changePlan = (planId: PlanId) =>
  apiFetch(changePlanResponseSchema, "/api/subscription/change-plan", { method: "POST", body: { planId } });
