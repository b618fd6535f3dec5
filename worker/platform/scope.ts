/** "live", "sample", or a development run's with its set clock. */
export type LedgerId = string;

export function userScope(userId: string): string {
  return `user:${userId}`;
}

export function recordScope(ledgerId: LedgerId): string {
  return `record:${ledgerId}`;
}
