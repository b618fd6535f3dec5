import { dashboardResponseSchema } from "#contract/dashboard.ts";
import { apiQuery } from "./api.ts";

/** Spec section 9. */
const DASHBOARD_POLL_MS = 30_000;

/** Polled every 30 s. */
export const dashboardQuery = () => ({
  ...apiQuery(dashboardResponseSchema, "/api/dashboard"),
  refetchInterval: DASHBOARD_POLL_MS,
});
