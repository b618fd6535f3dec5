import { notificationWaysSchema } from "#contract/preferences.ts";
import { securityEventListSchema, sessionListSchema } from "#contract/security.ts";
import { apiQuery } from "#lib/api.ts";

/** The signed-in person's sessions, last used first. */
export const sessionsQuery = () => apiQuery(sessionListSchema, "/api/account/sessions");

/** What happened to the account's security, newest first. */
export const securityEventsQuery = () => apiQuery(securityEventListSchema, "/api/account/security-events");

/** Whether the newsletter comes to the person's address, and whether push messages reach this browser. */
export const notificationWaysQuery = () => apiQuery(notificationWaysSchema, "/api/account/notifications");
