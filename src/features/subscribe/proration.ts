import { subMonths } from "date-fns";

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
  const periodStart = subMonths(periodEnd, 1).getTime();
  const left = (periodEnd.getTime() - now.getTime()) / (periodEnd.getTime() - periodStart);
  return Math.round((wantedCents - currentCents) * Math.min(1, Math.max(0, left)));
}
