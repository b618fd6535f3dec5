import { keepPreviousData } from "@tanstack/react-query";
import { type SeasonCalendar, seasonCalendarSchema } from "#contract/calendar.ts";
import { takeArrivedAnswer, takeFirstAnswer } from "#lib/first-answers.ts";
import { send } from "#lib/request.ts";
import { calendarPath } from "./first-calls.ts";
import type { AskedDays } from "./place.ts";

/** How long a calendar stays on screen before it is read again. */
const REFRESH_MS = 5 * 60 * 1000;
/** How long the document's own answer counts as just read: until the page that it was drawn with stands. */
const JUST_READ_MS = 5_000;

/** The reports between two days; of this week and the next without. Read anew by whoever comes: a plan opens more. */
export const calendarQuery = (days: AskedDays) => ({
  queryKey: ["/api/calendar", days] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const path = calendarPath(days);
    return checked(await (takeFirstAnswer(path) ?? send(path, { signal }).then((answer) => answer.json())));
  },
  initialData: () => arrived(calendarPath(days)),
  staleTime: ({ state }: { state: { dataUpdateCount: number } }) =>
    state.dataUpdateCount === 0 ? JUST_READ_MS : 0,
  refetchInterval: REFRESH_MS,
  placeholderData: keepPreviousData,
});

/** What the document asked for, where it is here before the page's first drawing: the rows then stand in it. */
function arrived(path: string): SeasonCalendar | undefined {
  const answer = takeArrivedAnswer(path);
  try {
    return answer ? checked(answer) : undefined;
  } catch {
    // Asked for again, and shown as the failure it is.
    return undefined;
  }
}

/** The rows of an answer are made alike: the first ones are checked, since all 2,500 cost a slow phone a quarter of a second. */
const CHECKED_ROWS = 10;

/** Throws a ZodError where the answer is not what the contract promises. */
function checked(answer: Partial<SeasonCalendar>): SeasonCalendar {
  const { items } = answer;
  const first = Array.isArray(items) ? items.slice(0, CHECKED_ROWS) : items;
  return { ...seasonCalendarSchema.parse({ ...answer, items: first }), items: items ?? [] };
}
