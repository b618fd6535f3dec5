import { dashboardResponseSchema } from "#contract/dashboard.ts";
import { apiQuery } from "./api.ts";

/** Section 9 of the specification sets this value. */
const DASHBOARD_POLL_MS = 30_000;

/** Polls every 30 s. */
export const dashboardQuery = () => ({
  ...apiQuery(dashboardResponseSchema, "/api/dashboard"),
  refetchInterval: DASHBOARD_POLL_MS,
});
