import type { AlertSettings } from "#contract/alerts.ts";

const MINUTE_MS = 60_000;
const STEP_MINUTES = 15;
const STEPS_A_DAY = (26 * 60) / STEP_MINUTES;

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns when the current quiet hours end, or null outside of quiet hours. They follow the wall clock, so a
 * daylight-saving change makes them shorter or longer.
 */
export function quietHoursEndOf({ timeZone, quiet }: AlertSettings, now: Date): Date | null {
  if (!quiet || !isQuiet(quiet, minuteOf(now, timeZone))) return null;
  const { from, to } = quiet;
  const start = minuteOf(now, timeZone);
  // Looks at every quarter of an hour until one is not quiet, then goes back to the minute at which the quiet
  // hours end.
  const first = now.getTime() + (STEP_MINUTES - (start % STEP_MINUTES)) * MINUTE_MS;
  for (let step = 0; step < STEPS_A_DAY; step++) {
    const at = new Date(first + step * STEP_MINUTES * MINUTE_MS);
    const minute = minuteOf(at, timeZone);
    if (isQuiet({ from, to }, minute)) continue;
    const late = (minute - to + 1440) % STEP_MINUTES;
    return new Date(Math.floor((at.getTime() - late * MINUTE_MS) / MINUTE_MS) * MINUTE_MS);
  }
  return null;
}

function isQuiet({ from, to }: NonNullable<AlertSettings["quiet"]>, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minuteOf(at: Date, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  clocks.set(timeZone, clock);
  const [hour = 0, minute = 0] = clock.format(at).split(":").map(Number);
  return 60 * hour + minute;
}
