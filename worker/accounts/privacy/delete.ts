import { and, eq, inArray, isNotNull, notExists, sql } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import { DELETION_REFUSED_MESSAGE, DELETION_WORD } from "#contract/security.ts";
import { DAY_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { deleteArchiveFiles } from "#platform/files/past-predictions.ts";
import { logUnexpected } from "#platform/log.ts";
import { deletionStatements } from "#platform/personal-data/rows.ts";
import { users } from "#platform/schema/accounts.ts";
import { customers } from "#platform/schema/billing.ts";
import { pastPredictions } from "#platform/schema/past.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { AccountDeps } from "../accounts.ts";
import { accountDeletedMail } from "../mail/account-mails.ts";
import { sendMail } from "../mail/send-mail.ts";
import { requireFreshSession } from "../password/credential.ts";
import { deleteAvatars } from "../profile/avatar.ts";
import { readProfile } from "../profile/profile.ts";
import type { Session } from "../sessions/session.ts";

/** Deletes what another module stores about an account. It may run again if a later step of the deletion fails. */
export type DeletionHook = (userId: string) => Promise<void>;

/**
 * Deletes the account. The hooks of other modules run first, and if one fails, the account stays. Locked
 * predictions stay on the public record without the person's name, and open ones are still settled. Throws
 * `confirmation_required`, `wrong_password`, `rate_limited`, `conflict`, or whatever a hook throws.
 */
export async function deleteAccount(
  accounts: AccountDeps,
  who: Session,
  request: { confirmation: string; password?: string | undefined },
  deletionHooks: readonly DeletionHook[],
): Promise<void> {
  if (request.confirmation !== DELETION_WORD)
    throw new AppError("confirmation_required", DELETION_REFUSED_MESSAGE, {
      fields: { confirmation: DELETION_REFUSED_MESSAGE },
    });
  await requireFreshSession(accounts, who, request.password);
  const { email, emailVerified } = await readProfile(accounts.db, who.userId);
  for (let tries = 0; !(await deleteOnce(accounts, who.userId, deletionHooks)); tries++)
    if (tries === MAX_TRIES)
      throw new AppError("conflict", "Something in your account changed in the meantime. Please try again.");
  // An upload during the deletion may have stored its file before it found that the account was gone.
  await deleteAvatars(accounts, who.userId, null);
  await deleteArchiveFiles(accounts.files, who.userId);
  accounts.inBackground(rememberDeletion(accounts, who.userId));
  const kind = emailVerified ? "account-deleted" : "of-unconfirmed-account";
  accounts.inBackground(sendMail(accounts, email, kind, () => accountDeletedMail(email)));
}

/** The number of repeated attempts. A checkout that begins during the deletion makes an attempt fail. */
const MAX_TRIES = 3;

/**
 * Tries once to delete the account. Returns false if a payment customer was created during the attempt, because
 * it must be deleted first.
 */
async function deleteOnce(
  accounts: AccountDeps,
  userId: string,
  deletionHooks: readonly DeletionHook[],
): Promise<boolean> {
  const { db } = accounts;
  const { email, emailVerified, image } = await readProfile(db, userId);
  for (const hook of deletionHooks) await hook(userId);
  await deleteAvatars(accounts, userId, image);
  // Rows are deleted before files, so no row ever names a missing file.
  await db.delete(pastPredictions).where(eq(pastPredictions.userId, userId));
  await deleteArchiveFiles(accounts.files, userId);
  const billed = db.select({ id: customers.id }).from(customers).where(eq(customers.userId, userId));
  const isFree = notExists(billed);
  const [, deleted] = await db.batch([
    detachPredictionsFromOwner(db).where(and(isOpenOf(userId), isFree)),
    db
      .delete(users)
      .where(and(eq(users.id, userId), isFree))
      .returning({ id: users.id }),
    ...deletionStatements(db, { userId, email, isConfirmed: emailVerified }),
  ]);
  return deleted.length > 0;
}

/**
 * Returns the statement that makes predictions ownerless. It is meant for open locked predictions, because
 * every lock in the ledger must be settled; the person's other predictions are deleted.
 */
function detachPredictionsFromOwner(db: AccountDeps["db"]) {
  return db.update(predictions).set({
    userId: null,
    scope: sql`'deleted:' || ${predictions.ledgerId}`,
    requestKey: sql`${predictions.id}`,
    createdAt: sql`coalesce(${predictions.asOf}, ${predictions.createdAt})`,
  });
}

/**
 * The condition for a person's locked predictions that are not settled. It uses the index
 * `predictions_by_user`.
 */
function isOpenOf(userId: string) {
  return and(
    eq(predictions.userId, userId),
    isNotNull(predictions.lockId),
    inArray(predictions.state, ["pending", "review"]),
  );
}

/**
 * Deletes again the accounts that a restored backup brought back, and prediction files that an archive run
 * stored during a deletion in the last day. Returns the number of accounts deleted. Accounts that fail are
 * logged and retried by the next run.
 */
export async function deleteRestoredAccounts(
  accounts: AccountDeps,
  hooks: readonly DeletionHook[],
): Promise<number> {
  const { db } = accounts;
  const remembered = await readDeletionLog(accounts);
  const yesterday = new Date(accounts.now().getTime() - DAY_MS);
  for (const { userId, at } of remembered)
    if (at > yesterday) await deleteArchiveFiles(accounts.files, userId);
  const ids = JSON.stringify(remembered.map(({ userId }) => userId));
  const back = await db.all<{ id: string }>(
    sql`SELECT u.id AS id FROM json_each(${ids}) AS j JOIN users AS u ON u.id = j.value`,
  );
  let deleted = 0;
  for (const { id } of back) {
    try {
      if (await deleteOnce(accounts, id, hooks)) deleted++;
    } catch (error) {
      logUnexpected(error, { job: "deleting restored accounts" });
    }
  }
  return deleted;
}

/**
 * Remembers that an account was deleted, by its id only. The note is a file, because restoring the database
 * must not remove it, and is kept for longer than backups are.
 */
async function rememberDeletion({ files }: Pick<AccountDeps, "files">, userId: string): Promise<void> {
  await files.put(keyOf(crypto.randomUUID()), "", { customMetadata: { userId } });
}

/** Returns the deletions that a backup could undo. Notes that are older than any backup are removed. */
export async function readDeletionLog({
  files,
  now,
}: Pick<AccountDeps, "files" | "now">): Promise<{ userId: string; at: Date }[]> {
  const end = now().getTime() - retentionDays.deletedAccount * DAY_MS;
  const remembered: { userId: string; at: Date }[] = [];
  let cursor: string | undefined;
  do {
    const page = await files.list({
      prefix: keyOf(""),
      include: ["customMetadata"],
      ...(cursor ? { cursor } : {}),
    });
    const expired = page.objects.filter(({ uploaded }) => uploaded.getTime() < end);
    if (expired.length > 0) await files.delete(expired.map(({ key }) => key));
    for (const { uploaded, customMetadata } of page.objects)
      if (uploaded.getTime() >= end && customMetadata?.userId)
        remembered.push({ userId: customMetadata.userId, at: uploaded });
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return remembered;
}

function keyOf(name: string): string {
  return `deleted-accounts/${name}`;
}
