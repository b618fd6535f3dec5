import { type SQL, sql } from "drizzle-orm";

/**
 * Identifies a ledger and all data that belongs to it: "live" or "sample", followed by the configured time in a
 * development run with a simulated market clock.
 */
export type LedgerId = string;

export function userScope(userId: string): string {
  return `user:${userId}`;
}

/** Returns SQL for the scope of a person whose id may be SQL as well. */
export function userScopeSql(userId: string | SQL<string>): SQL<string> {
  return sql`'user:' || ${userId}`;
}

export function recordScope(ledgerId: LedgerId): string {
  return `record:${ledgerId}`;
}
