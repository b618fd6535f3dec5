import { sql } from "drizzle-orm";
import { logUnexpected } from "#platform/log.ts";
import type { Accounts } from "../accounts.ts";
import { type DeletionHook, deleteOnce } from "./delete.ts";
import { readDeletions } from "./remembered-deletions.ts";

/**
 * Deletes accounts again that a restored database brought back, and forgets deletions that no backup can undo any more.
 * Answers how many were deleted. One that cannot be is logged, and tried again by the next run.
 */
export async function deleteAgain(accounts: Accounts, hooks: readonly DeletionHook[]): Promise<number> {
  const { db } = accounts;
  const ids = JSON.stringify(await readDeletions(accounts));
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
