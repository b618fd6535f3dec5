// What the calendar's document asks for while the page's scripts are still read: the days of the address that the reader came with.
import { askFirst } from "#lib/first-answers.ts";
import { type AskedDays, daysAsked, placeOf } from "./place.ts";

if (location.pathname === "/calendar")
  askFirst(calendarPath(daysAsked(placeOf(new URLSearchParams(location.search)))));

/** The call for the reports between two days; for those of this week and the next without. */
export function calendarPath(days: AskedDays): string {
  return days ? `/api/calendar?${new URLSearchParams(days)}` : "/api/calendar";
}
