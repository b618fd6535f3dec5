import { TZDate } from "@date-fns/tz";

const ZONE = "America/New_York";

/** The instant of a time of day in New York ("21:31:48", default midnight). */
export function easternInstant(day: string, time = "00:00:00"): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return new Date(new TZDate(year, month - 1, date, hour, minute, second, ZONE).getTime());
}
