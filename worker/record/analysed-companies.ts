import { and, desc, eq } from "drizzle-orm";
import { dottedClass } from "#contract/symbol.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { isOwn } from "./history.ts";

const MAX_ANALYSES = 200;

/** Companies of a user's newest analyses, each once, newest first. */
export async function analysedCompanies(
  db: Database,
  { userId, ledgerId }: { userId: string; ledgerId: LedgerId },
): Promise<{ symbol: string; name: string }[]> {
  const rows = await db
    .select({ symbol: predictions.symbol, name: predictions.companyName })
    .from(predictions)
    .where(and(isOwn(userId), eq(predictions.ledgerId, ledgerId)))
    .orderBy(desc(predictions.createdAt))
    .limit(MAX_ANALYSES);
  const newest = new Map<string, string>();
  for (const { symbol, name } of rows)
    if (!newest.has(dottedClass(symbol))) newest.set(dottedClass(symbol), name);
  return [...newest].map(([symbol, name]) => ({ symbol, name }));
}
