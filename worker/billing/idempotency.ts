import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { AppError } from "#platform/errors.ts";
import { paymentOperations } from "#platform/schema/billing.ts";
import type { BillingDeps } from "./billing.ts";

/**
 * How long a retry reuses the key of an unfinished operation. Stripe replays its first answer to a key for 24
 * hours, failures included, so a later attempt needs a new key.
 */
const KEY_LIFETIME_MS = 10 * 60_000;

/**
 * After these errors it is unknown whether the write took effect: the provider was unreachable, or the first
 * request is still running.
 */
const UNANSWERED: readonly string[] = ["not_available", "conflict"];

/**
 * Runs a write under an idempotency key. A retry with the same parameters reuses the key of the unfinished
 * operation, so the provider carries it out once. After the operation has finished or was refused, or with
 * other parameters, it gets a new key.
 */
export async function withIdempotencyKey<Result>(
  { db, now }: Pick<BillingDeps, "db" | "now">,
  owner: string,
  operation: string,
  parameters: readonly string[],
  write: (key: string) => Promise<Result>,
): Promise<Result> {
  const started = {
    owner,
    operation,
    parameters: JSON.stringify(parameters),
    key: `${operation}:${crypto.randomUUID()}`,
    startedAt: now(),
  };
  const table = paymentOperations;
  const forgotten = now().getTime() - KEY_LIFETIME_MS;
  const isSame = sql`${table.parameters} = excluded.parameters AND ${table.startedAt} > ${forgotten}`;
  const [row] = await db
    .insert(table)
    .values(started)
    .onConflictDoUpdate({
      target: [table.owner, table.operation],
      set: {
        key: sql`CASE WHEN ${isSame} THEN ${table.key} ELSE excluded.key END`,
        startedAt: sql`CASE WHEN ${isSame} THEN ${table.startedAt} ELSE excluded.started_at END`,
        parameters: sql`excluded.parameters`,
      },
    })
    .returning({ key: table.key });
  const key = row?.key ?? started.key;
  const finish = () =>
    db.delete(table).where(and(eq(table.owner, owner), eq(table.operation, operation), eq(table.key, key)));
  try {
    const result = await write(key);
    await finish();
    return result;
  } catch (error) {
    if (error instanceof AppError && !UNANSWERED.includes(error.code)) await finish();
    throw error;
  }
}

/**
 * Returns the first of `operations` that the owner started with these parameters and that is still unanswered,
 * or null.
 */
export async function unansweredOperation<Name extends string>(
  { db, now }: Pick<BillingDeps, "db" | "now">,
  owner: string,
  operations: readonly Name[],
  parameters: readonly string[],
): Promise<Name | null> {
  const table = paymentOperations;
  const rows = await db
    .select({ operation: table.operation })
    .from(table)
    .where(
      and(
        eq(table.owner, owner),
        inArray(table.operation, [...operations]),
        eq(table.parameters, JSON.stringify(parameters)),
        gt(table.startedAt, new Date(now().getTime() - KEY_LIFETIME_MS)),
      ),
    );
  return operations.find((name) => rows.some(({ operation }) => operation === name)) ?? null;
}

/** Forgets the owner's unanswered operations, so the next one with the same parameters gets a new key. */
export async function forgetPaymentOperations(
  { db }: Pick<BillingDeps, "db">,
  owner: string,
  operations: readonly string[],
): Promise<void> {
  const table = paymentOperations;
  await db.delete(table).where(and(eq(table.owner, owner), inArray(table.operation, [...operations])));
}
