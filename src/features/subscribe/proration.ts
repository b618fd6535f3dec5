import { subMonths } from "date-fns";

/** Share of the month up to `periodEnd` that is left, 0 to 1. */
function shareLeft(periodEnd: Date, now: Date): number {
  const periodStart = subMonths(periodEnd, 1).getTime();
  const left = (periodEnd.getTime() - now.getTime()) / (periodEnd.getTime() - periodStart);
  return Math.min(1, Math.max(0, left));
}

/**
 * Cents due today for a dearer plan: the difference of the two monthly prices for what is left of the month that ends
 * at `periodEnd`. An estimate: the payment provider counts to the second.
 */
export function prorationCents(
  currentCents: number,
  wantedCents: number,
  periodEnd: Date,
  now: Date,
): number {
  return Math.round((wantedCents - currentCents) * shareLeft(periodEnd, now));
}

/** The further calls that this difference pays for in the running month; null where the dearer plan has no limit. */
export function proratedCalls(
  currentCalls: number | null,
  wantedCalls: number | null,
  periodEnd: Date,
  now: Date,
): number | null {
  if (currentCalls === null || wantedCalls === null) return null;
  return Math.round((wantedCalls - currentCalls) * shareLeft(periodEnd, now));
}
