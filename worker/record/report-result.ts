import { eq } from "drizzle-orm";
import { REPORT_NEEDS_EMAIL_MESSAGE, type ResultReport } from "#contract/record.ts";
import { AppError } from "#platform/errors.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { findOwn } from "#platform/files/past-predictions.ts";
import { users } from "#platform/schema/accounts.ts";
import { resultReports } from "#platform/schema/predictions.ts";

/**
 * Settles nothing. Replaces the user's earlier one. Throws `email_unconfirmed`, `not_found` for others',
 * `conflict` when there is nothing to review.
 */
export async function reportResult(
  store: PredictionStore,
  userId: string,
  predictionId: string,
  { eps, url }: ResultReport,
  { now, marketNow }: { now: Date; marketNow: Date },
): Promise<void> {
  const { db } = store;
  const [user] = await db
    .select({ isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  if (!user?.isConfirmed) throw new AppError("email_unconfirmed", REPORT_NEEDS_EMAIL_MESSAGE);
  const prediction = await findOwn(store, userId, predictionId);
  if (!prediction) throw new AppError("not_found", "There is no such prediction in your history.");
  const { symbol, fiscalQuarterEnd, reportsAt, state } = prediction;
  if (state === "settled" || state === "void")
    throw new AppError("conflict", "This prediction is settled. A settlement is never changed.");
  if (state === "unlocked" || !fiscalQuarterEnd || !reportsAt)
    throw new AppError("conflict", "This prediction is not on the record, so there is nothing to settle.");
  if (reportsAt > marketNow)
    throw new AppError("conflict", "The report is not out yet. Please come back once it is.");
  await db
    .insert(resultReports)
    .values({ predictionId, userId, symbol, fiscalQuarterEnd, eps, url, createdAt: now })
    .onConflictDoUpdate({
      target: [resultReports.predictionId, resultReports.userId],
      set: { eps, url, createdAt: now },
    });
}
