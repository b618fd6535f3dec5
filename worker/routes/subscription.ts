import { listPlans } from "#billing/plans.ts";
import type { Operation } from "#worker/http/operation.ts";

export const subscriptionOperations: readonly Operation[] = [
  { method: "GET", path: "/api/subscription/plans", access: "public", handle: (c) => c.json(listPlans()) },
];
