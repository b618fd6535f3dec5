import { securityEventListSchema, sessionListSchema } from "#contract/security.ts";
import { apiQuery } from "#lib/api.ts";

/** The signed-in person's sessions, last used first. */
export const sessionsQuery = () => apiQuery(sessionListSchema, "/api/account/sessions");

/** What happened to the account's security, newest first. */
export const securityEventsQuery = () => apiQuery(securityEventListSchema, "/api/account/security-events");
