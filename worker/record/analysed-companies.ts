import { and, desc, eq } from "drizzle-orm";
import { dottedClass } from "#contract/symbol.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { pastYearsQuery } from "#platform/files/past-predictions.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { isOwn } from "./history.ts";
import { firstAcross, newestFirst } from "./past/newest.ts";

const MAX_ANALYSES = 200;

/** Each once, newest first. */
export async function analysedCompanies(
  { db, files }: PredictionStore,
  { userId, ledgerId }: { userId: string; ledgerId: LedgerId },
): Promise<{ symbol: string; name: string }[]> {
  const { id, symbol, companyName, createdAt, settledAt } = predictions;
  const [hot, years] = await db.batch([
    db
      .select({ id, symbol, companyName, createdAt, settledAt })
      .from(predictions)
      .where(and(isOwn(userId), eq(predictions.ledgerId, ledgerId)))
      .orderBy(desc(createdAt))
      .limit(MAX_ANALYSES),
    pastYearsQuery(db, userId),
  ]);
  const rows = await firstAcross({ db, files }, years, hot, {
    count: MAX_ANALYSES,
    order: newestFirst,
    wanted: (row) => row.ledgerId === ledgerId,
  });
  const newest = new Map<string, string>();
  for (const row of rows)
    if (!newest.has(dottedClass(row.symbol))) newest.set(dottedClass(row.symbol), row.companyName);
  return [...newest].map(([ticker, name]) => ({ symbol: ticker, name }));
}
