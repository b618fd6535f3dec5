import type { Database } from "#platform/db/client.ts";
import { recount, talliesOf } from "./tallies.ts";

/** Compares a scope's stored sums with a full recount. Answers what differs, as text; null when all is the same. */
export async function auditTallies(db: Database, scope: string): Promise<string | null> {
  const [stored, counted] = await Promise.all([talliesOf(db, scope), recount(db, scope)]);
  const text = (tally: object) => JSON.stringify(tally, Object.keys(tally).toSorted());
  const [ofStored, ofCounted] = [new Set(stored.map(text)), new Set(counted.map(text))];
  const missing = (from: Set<string>, other: Set<string>) => [...from].filter((line) => !other.has(line));
  const wrong = [...missing(ofStored, ofCounted), ...missing(ofCounted, ofStored)];
  return wrong.length === 0 ? null : wrong.slice(0, 10).join("\n");
}
