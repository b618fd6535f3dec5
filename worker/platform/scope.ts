/** Names the ledger and the record of one market: "live", "sample", or one with its set clock in development. */
export type LedgerId = string;

/** The scope of a user's own predictions. */
export function userScope(userId: string): string {
  return `user:${userId}`;
}

/** The scope of the predictions on record in a ledger. */
export function recordScope(ledgerId: LedgerId): string {
  return `record:${ledgerId}`;
}
