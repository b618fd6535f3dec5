import { alertListSchema, alertSettingsSchema, alertsReadSchema } from "#contract/alerts.ts";
import { opensFor } from "#contract/plans.ts";
import { successResponseSchema } from "#contract/security.ts";
import { listAlerts, markAlertsRead } from "#notifications/alert-list.ts";
import { readQuietHours, saveQuietHours } from "#notifications/stored-quiet-hours.ts";
import { type Operation, operation } from "../http/operation.ts";

export const alertOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/alerts",
    access: "user",
    usesMarket: true,
    summary: "List the newest alerts, with the number of unread ones",
    response: alertListSchema,
    handle: ({ record, marketNow, who }) =>
      listAlerts(record, who.userId, opensFor(who.entitlement.tier), marketNow()),
  }),
  operation({
    method: "PUT",
    path: "/api/alerts",
    access: "user",
    summary: "Mark the alerts until a moment as read",
    body: alertsReadSchema,
    response: successResponseSchema,
    handle: async ({ db, now, who, body: { until } }) => {
      await markAlertsRead({ db }, who.userId, new Date(until), now());
      return { success: true };
    },
  }),
  operation({
    method: "GET",
    path: "/api/alerts/settings",
    access: "user",
    summary: "Read the time zone and quiet hours of alerts",
    response: alertSettingsSchema,
    handle: ({ db, who }) => readQuietHours(db, who.userId),
  }),
  operation({
    method: "PUT",
    path: "/api/alerts/settings",
    access: "user",
    summary: "Store the time zone and quiet hours of alerts",
    body: alertSettingsSchema,
    response: successResponseSchema,
    handle: async ({ db, now, who, body }) => {
      await saveQuietHours(db, who.userId, body, now());
      return { success: true };
    },
  }),
];
