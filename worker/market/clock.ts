/** The market's time: the real time, or in development a time that started elsewhere (`MARKET_CLOCK`). */
export type Clock = () => Date;

/**
 * A clock that starts at `startsAt` when `bootedAt` was, and runs on from there at normal speed.
 * Recordings are of a past day, and a frozen clock would never let a report arrive.
 */
export function shiftedClock(startsAt: Date, bootedAt: Date, real: Clock = () => new Date()): Clock {
  const shiftMs = startsAt.getTime() - bootedAt.getTime();
  return () => new Date(real().getTime() + shiftMs);
}
