import { subMonths } from "date-fns";

export function shareLeft(from: Date, until: Date, now: Date): number {
  const left = (until.getTime() - now.getTime()) / (until.getTime() - from.getTime());
  return Math.min(1, Math.max(0, left));
}

/** Of a dearer plan, as the difference in price pays for. Null without a limit. */
export function proratedCalls(current: number | null, wanted: number | null, left: number): number | null {
  if (current === null || wanted === null) return null;
  return Math.round((wanted - current) * left);
}

/** Cents. An estimate: the payment provider counts to the second. */
export function prorationCents(currentCents: number, wantedCents: number, left: number): number {
  return Math.round((wantedCents - currentCents) * left);
}

export const shareOfMonth = (periodEnd: Date, now: Date) =>
  shareLeft(subMonths(periodEnd, 1), periodEnd, now);
