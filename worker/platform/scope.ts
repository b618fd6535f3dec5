import { type SQL, sql } from "drizzle-orm";

/**
 * Identifies a ledger and all data that belongs to it: "live" or "sample", followed by the configured time in a
 * development run with a simulated market clock.
 */
export type LedgerId = string;

export function userScope(userId: string): string {
  return `user:${userId}`;
}

/** A user's id, or SQL that stands for one. */
export type UserId = string | SQL<string>;

/** Returns SQL for the scope of a person. */
export function userScopeSql(userId: UserId): SQL<string> {
  return sql`'user:' || ${userId}`;
}

export function recordScope(ledgerId: LedgerId): string {
  return `record:${ledgerId}`;
}
