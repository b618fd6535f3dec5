import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Tier } from "#contract/account.ts";
import { tiers } from "#contract/plans.ts";
import {
  type SupportInbox,
  type SupportItem,
  type SupportRequestBody,
  supportDueDay,
} from "#contract/support.ts";
import { AppError } from "#platform/errors.ts";
import { findUserPrediction } from "#platform/files/past-predictions.ts";
import { newId } from "#platform/ids.ts";
import { supportRequests } from "#platform/schema/support.ts";
import type { AccountDeps } from "./accounts.ts";
import type { Profile } from "./profile/profile.ts";

const LISTED = 20;
const INBOX_LENGTH = 100;

type Row = typeof supportRequests.$inferSelect;

/**
 * Stores a support request and returns its id. Throws `email_unconfirmed`, because the answer is emailed and an
 * unconfirmed address may be a stranger's, and `not_found` for another person's prediction.
 */
export async function createSupportRequest(
  { db, files, now }: AccountDeps,
  { id: userId, emailVerified }: Pick<Profile, "id" | "emailVerified">,
  tier: Tier,
  { subject, text, page, predictionId }: SupportRequestBody,
): Promise<{ id: string }> {
  if (!emailVerified)
    throw new AppError(
      "email_unconfirmed",
      "Please confirm your email address first: the answer goes there.",
    );
  if (predictionId !== undefined && !(await findUserPrediction({ db, files }, userId, predictionId)))
    throw new AppError("not_found", "There is no such prediction of yours.");
  const id = newId("sup");
  await db
    .insert(supportRequests)
    .values({ id, userId, tier, subject, body: text, page, predictionId, askedAt: now() });
  return { id };
}

/** Returns the person's support requests, newest first. The query uses the index `support_requests_by_user`. */
export async function listSupport({ db }: AccountDeps, userId: string): Promise<SupportItem[]> {
  const rows = await db
    .select()
    .from(supportRequests)
    .where(eq(supportRequests.userId, userId))
    .orderBy(desc(supportRequests.askedAt))
    .limit(LISTED);
  return rows.map((row) => ({
    ...presented(row),
    answer: row.answer,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }));
}

/**
 * Returns the open requests of all people: those of the largest plan first, and within a plan the oldest first.
 * The query uses the index `support_requests_open`.
 */
export async function readInbox({ db }: Pick<AccountDeps, "db">): Promise<SupportInbox> {
  const rank = sql`instr(${tiers.join(" ")}, ${supportRequests.tier})`;
  const rows = await db
    .select()
    .from(supportRequests)
    .where(isNull(supportRequests.answeredAt))
    .orderBy(desc(rank), asc(supportRequests.askedAt))
    .limit(INBOX_LENGTH);
  return rows.map((row) => ({ ...presented(row), tier: row.tier as Tier }));
}

/**
 * Stores the answer, which appears on the person's page and is emailed. Throws `conflict` when the request has
 * been answered or deleted, so of two simultaneous answers only one is sent.
 */
export async function answerSupport(accounts: AccountDeps, id: string, answer: string): Promise<void> {
  const { db, now } = accounts;
  const [row] = await db
    .update(supportRequests)
    .set({ answer, answeredAt: now() })
    .where(and(eq(supportRequests.id, id), isNull(supportRequests.answeredAt)))
    .returning();
  if (!row) throw new AppError("conflict", "This request has already been answered or deleted.");
  accounts.notifySoon(row.userId);
}

function presented({ id, subject, body, page, predictionId, askedAt, tier }: Row) {
  const dueDay = supportDueDay(tier as Tier, askedAt);
  return { id, subject, text: body, page, predictionId, askedAt: askedAt.toISOString(), dueDay };
}
