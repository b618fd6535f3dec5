/**
 * Identifies a ledger and all data that belongs to it: "live" or "sample", followed by the configured time in a
 * development run with a simulated market clock.
 */
export type LedgerId = string;

export function userScope(userId: string): string {
  return `user:${userId}`;
}

export function recordScope(ledgerId: LedgerId): string {
  return `record:${ledgerId}`;
}
