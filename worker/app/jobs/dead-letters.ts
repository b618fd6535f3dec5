import { desc, eq, sql } from "drizzle-orm";
import { sha256 } from "#contract/ledger-format.ts";
import type { Database } from "#platform/db/client.ts";
import { jobMessageSchema } from "#platform/messages.ts";
import type { Enqueue } from "#platform/queue.ts";
import { deadLetters } from "#platform/schema/jobs.ts";

/** The same body again counts up its row. */
export async function storeDeadLetter(db: Database, body: unknown, error: string, at: Date): Promise<void> {
  const text = JSON.stringify(body) ?? "null";
  const parsed = jobMessageSchema.safeParse(body);
  await db
    .insert(deadLetters)
    .values({
      id: await idOf(text),
      job: parsed.success ? parsed.data.job : "unknown",
      body: text,
      error,
      times: 1,
      firstAt: at,
      lastAt: at,
    })
    .onConflictDoUpdate({
      target: deadLetters.id,
      set: { error, lastAt: at, times: sql`${deadLetters.times} + 1` },
    });
}

type DeadLetter = typeof deadLetters.$inferSelect;

/** By `dead_letters_by_time`. */
export function readDeadLetters(db: Database, limit: number): Promise<DeadLetter[]> {
  return db.select().from(deadLetters).orderBy(desc(deadLetters.lastAt)).limit(limit);
}

/**
 * False where there is none, or it is unreadable. Two at once may enqueue it twice, which every job bears.
 */
export async function replayDeadLetter(db: Database, enqueue: Enqueue, id: string): Promise<boolean> {
  const [row] = await db.select().from(deadLetters).where(eq(deadLetters.id, id)).limit(1);
  const message = row && jobMessageSchema.safeParse(JSON.parse(row.body));
  if (!message?.success) return false;
  await enqueue([message.data]);
  await dropDeadLetter(db, id);
  return true;
}

export async function dropDeadLetter(db: Database, id: string): Promise<boolean> {
  const gone = await db.delete(deadLetters).where(eq(deadLetters.id, id)).returning({ id: deadLetters.id });
  return gone.length > 0;
}

async function idOf(text: string): Promise<string> {
  return `ded_${(await sha256(text)).slice(0, 32)}`;
}
