import { and, desc, eq } from "drizzle-orm";
import { MAX_OWN_COMPANIES } from "#contract/rules.ts";
import { dottedClass } from "#contract/symbol.ts";
import type { Database } from "#db/client.ts";
import { predictions } from "#db/schema/predictions.ts";
import { isOwn } from "./history.ts";
import type { LedgerId } from "./scope.ts";

/** The companies of a user's newest analyses in a market, each once, as the store writes them. By the index on user and time. */
export async function analysedCompanies(
  db: Database,
  { userId, ledgerId }: { userId: string; ledgerId: LedgerId },
): Promise<string[]> {
  const rows = await db
    .select({ symbol: predictions.symbol })
    .from(predictions)
    .where(and(isOwn(userId), eq(predictions.ledgerId, ledgerId)))
    .orderBy(desc(predictions.createdAt))
    .limit(MAX_OWN_COMPANIES);
  return [...new Set(rows.map(({ symbol }) => dottedClass(symbol)))].sort();
}
