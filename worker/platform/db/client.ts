import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Database = DrizzleD1Database & { $client: D1Database };

/**
 * Typed access to D1. Queries live with their domain, one named function each. Without the list of tables, which would be
 * worked through at every request.
 */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}
