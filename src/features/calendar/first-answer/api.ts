import { send } from "#lib/request.ts";
import { type AskedDays, daysAsked, placeOf } from "../place.ts";

/** The call for the reports between two days; for those of this week and the next without. */
export function calendarPath(days: AskedDays): string {
  return days ? `/api/calendar?${new URLSearchParams(days)}` : "/api/calendar";
}

type FirstAnswer = { path: string; json: Promise<unknown>; arrived?: unknown };

/** What the address asks for that the reader came with, asked for while the page's other scripts are still read. */
let first = location.pathname === "/calendar" ? asked() : null;

/** Its JSON, once, for the call that asked for it; else null. */
export function takeFirstAnswer(path: string): Promise<unknown> | null {
  return taken(path)?.json ?? null;
}

/** The same where it has arrived; else null, and it can still be taken. */
export function takeArrivedAnswer(path: string): unknown {
  return first?.arrived === undefined ? null : (taken(path)?.arrived ?? null);
}

function taken(path: string): FirstAnswer | null {
  const answer = first?.path === path ? first : null;
  first = null;
  return answer;
}

function asked(): FirstAnswer {
  const path = calendarPath(daysAsked(placeOf(new URLSearchParams(location.search))));
  const json = send(path).then((answer): Promise<unknown> => answer.json());
  const answer: FirstAnswer = { path, json };
  json.then(
    (arrived) => {
      answer.arrived = arrived;
    },
    // A failure shows where the answer is used.
    () => undefined,
  );
  return answer;
}
