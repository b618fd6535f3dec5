/** A market's ledger: "live", "sample", or one with its set clock in development. */
export type LedgerId = string;

export function userScope(userId: string): string {
  return `user:${userId}`;
}

export function recordScope(ledgerId: LedgerId): string {
  return `record:${ledgerId}`;
}
