import type { Database } from "#db/client.ts";
import { recount, talliesOf } from "./tallies.ts";

/** Compares a scope's kept sums with a full recount. Answers what differs, as text; null when all is the same. */
export async function auditTallies(db: Database, scope: string): Promise<string | null> {
  const [kept, counted] = await Promise.all([talliesOf(db, scope), recount(db, scope)]);
  const text = (tally: object) => JSON.stringify(tally, Object.keys(tally).toSorted());
  const [ofKept, ofCounted] = [new Set(kept.map(text)), new Set(counted.map(text))];
  const missing = (from: Set<string>, other: Set<string>) => [...from].filter((line) => !other.has(line));
  const wrong = [...missing(ofKept, ofCounted), ...missing(ofCounted, ofKept)];
  return wrong.length === 0 ? null : wrong.slice(0, 10).join("\n");
}
