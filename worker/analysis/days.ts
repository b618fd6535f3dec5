const eastern = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const spoken = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "long",
  day: "numeric",
});

/** The day in New York (ISO) on which an instant falls: reports are dated by the exchange's day. */
export function easternDay(instant: string): string {
  return eastern.format(new Date(instant));
}

/** A day (ISO) as a sentence says it: "April 30, 2025". */
export function spokenDay(day: string): string {
  return spoken.format(new Date(`${day}T00:00:00Z`));
}
