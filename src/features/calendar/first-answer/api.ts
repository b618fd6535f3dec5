import { send } from "#lib/request.ts";
import { type AskedDays, daysAsked, placeOf } from "../place.ts";

/** The call for the reports between two days; for those of this week and the next without. */
export function calendarPath(days: AskedDays): string {
  return days ? `/api/calendar?${new URLSearchParams(days)}` : "/api/calendar";
}

/** The answer to the address that the reader came with, asked for while the page's other scripts are still read. */
let first = location.pathname === "/calendar" ? asked() : null;

/** That answer, once, for the call that asked for it; else null. */
export function takeFirstAnswer(path: string): Promise<Response> | null {
  const answer = first?.path === path ? first.answer : null;
  first = null;
  return answer;
}

function asked(): { path: string; answer: Promise<Response> } {
  const path = calendarPath(daysAsked(placeOf(new URLSearchParams(location.search))));
  const answer = send(path);
  // A failure shows where the answer is used.
  answer.catch(() => undefined);
  return { path, answer };
}
