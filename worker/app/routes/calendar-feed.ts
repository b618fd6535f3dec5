import { calendarFeedOf, makeCalendarFeed, removeCalendarFeed } from "#accounts/calendar-feed.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { calendarFeedAddressSchema, calendarFeedSchema } from "#contract/calendar-feed.ts";
import { successResponseSchema } from "#contract/security.ts";
import { type Operation, operation } from "../http/operation.ts";

/** The secret address of a person's watchlist as a calendar. */
export const calendarFeedOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/calendar-feed",
    access: "user",
    summary: "When the calendar feed's address was made",
    response: calendarFeedSchema,
    handle: ({ db, who }) => calendarFeedOf(db, who.userId),
  }),
  operation({
    method: "POST",
    path: "/api/calendar-feed",
    access: "user",
    summary: "Make the calendar feed's address, which the answer alone shows; an earlier one ends",
    userRate: "calendarFeed",
    response: calendarFeedAddressSchema,
    status: 201,
    handle: ({ c, accounts, who }) => makeCalendarFeed(accounts, who.userId, clientOf(c.req.raw)),
  }),
  operation({
    method: "DELETE",
    path: "/api/calendar-feed",
    access: "user",
    summary: "End the calendar feed's address",
    response: successResponseSchema,
    handle: async ({ c, accounts, who }) => {
      await removeCalendarFeed(accounts, who.userId, clientOf(c.req.raw));
      return { success: true };
    },
  }),
];
