import { dashboardResponseSchema } from "#contract/dashboard.ts";
import { apiQuery } from "./api.ts";

/** How often the dashboard is read again. The specification sets this value. */
const DASHBOARD_POLL_MS = 30_000;

export const dashboardQuery = () => ({
  ...apiQuery(dashboardResponseSchema, "/api/dashboard"),
  refetchInterval: DASHBOARD_POLL_MS,
});
