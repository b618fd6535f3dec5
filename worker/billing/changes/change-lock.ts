import { and, eq, lte } from "drizzle-orm";
import { AppError } from "#platform/errors.ts";
import { subscriptionLocks } from "#platform/schema/billing.ts";
import type { Billing } from "../billing.ts";

/** Longer than a change takes while the provider is slow. After a crash the next change waits for so long. */
const LEASE_MS = 2 * 60_000;

/**
 * One change of a subscription at a time: two upgrades at once would both be charged. Throws `conflict` while another
 * runs. The lease ends with the change, or expires after a crash.
 */
export async function withChangeLock<Result>(
  { db, now }: Pick<Billing, "db" | "now">,
  subscriptionId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const at = now();
  const lease = {
    subscriptionId,
    holder: crypto.randomUUID(),
    expiresAt: new Date(at.getTime() + LEASE_MS),
  };
  const { subscriptionId: _, ...taken } = lease;
  const table = subscriptionLocks;
  const locked = await db
    .insert(table)
    .values(lease)
    .onConflictDoUpdate({ target: table.subscriptionId, set: taken, setWhere: lte(table.expiresAt, at) })
    .returning({ holder: table.holder });
  if (locked.length === 0)
    throw new AppError(
      "conflict",
      "Another change to your subscription is being made. Please check again in a moment.",
    );
  try {
    return await change();
  } finally {
    await db
      .delete(table)
      .where(and(eq(table.subscriptionId, subscriptionId), eq(table.holder, lease.holder)));
  }
}
