/** "live", "sample", or the market of a development run with a set clock. */
export type LedgerId = string;

export function userScope(userId: string): string {
  return `user:${userId}`;
}

export function recordScope(ledgerId: LedgerId): string {
  return `record:${ledgerId}`;
}
