import { alertListSchema } from "#contract/alerts.ts";
import type { DashboardResponse } from "#contract/dashboard.ts";
import { successResponseSchema } from "#contract/security.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";

export const alertsQuery = () => ({
  ...apiQuery(alertListSchema, "/api/alerts"),
  staleTime: 0,
  refetchOnWindowFocus: true as const,
});

/** Marks the alerts up to `until`, an ISO timestamp, as read. */
export const markAlertsRead = (until: string) =>
  apiFetch(successResponseSchema, "/api/alerts", { method: "PUT", body: { until } });

export const dashboardKey = ["/api/dashboard"] as const;

export const withoutUnread = (answer: DashboardResponse | undefined) =>
  answer && { ...answer, unreadAlerts: 0 };
