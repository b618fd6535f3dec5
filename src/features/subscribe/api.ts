import type { PlanId } from "#contract/plans.ts";
import { changePlanResponseSchema } from "#contract/subscription.ts";
import { apiFetch } from "#lib/api.ts";

export const changePlan = (planId: PlanId) =>
  apiFetch(changePlanResponseSchema, "/api/subscription/change-plan", { method: "POST", body: { planId } });
