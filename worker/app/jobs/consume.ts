import { desc, eq, sql } from "drizzle-orm";
import { sha256 } from "#contract/ledger-format.ts";
import { MarketError } from "#market/port.ts";
import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { logEvent, logUnexpected, withLogContext } from "#platform/log.ts";
import { jobMessageSchema } from "#platform/messages.ts";
import { measure } from "#platform/metrics.ts";
import type { Enqueue } from "#platform/queue.ts";
import { deadLetters } from "#platform/schema/operations.ts";
import type { Deps } from "../deps.ts";
import { runJob } from "./handlers.ts";

/** Must equal `max_retries` in wrangler.toml. */
export const MAX_RETRIES = 5;
/**
 * The pauses between attempts start at this length and grow by `PAUSE_FACTOR`, so that all attempts end within
 * 25 minutes, before the next hourly tick.
 */
const FIRST_PAUSE_SECONDS = 4;
const PAUSE_FACTOR = 4;
/** The longest pause before a retry, even if a source requests a longer one. */
const LONGEST_PAUSE_SECONDS = 3_600;

/** Runs the job of each message. A failed one is retried after a growing pause and does not stop the others. */
export async function consumeJobs(batch: MessageBatch, deps: Deps): Promise<void> {
  for (const message of batch.messages) {
    const end = await withLogContext({ jobId: message.id }, () => loggedAttempt(deps, message));
    if (end.state !== "again") message.ack();
    // After its last attempt, such a retry makes the queue move the message to its dead-letter queue.
    else message.retry(end.delaySeconds === null ? {} : { delaySeconds: end.delaySeconds });
  }
}

async function loggedAttempt(deps: Deps, message: Pick<Message, "body" | "attempts">): Promise<AttemptEnd> {
  const startedAt = Date.now();
  const end = await attemptJob(deps, message);
  const ms = Date.now() - startedAt;
  const job = jobOf(message.body);
  measure(deps.metrics, "job", { kind: job, outcome: end.state, ms });
  if (deps.settings.APP_ENV === "production")
    logEvent("info", "job", { job, attempt: message.attempts, outcome: end.state, ms });
  return end;
}

type AttemptEnd = { state: "done" | "failed" } | { state: "again"; delaySeconds: number | null };

/**
 * Runs a message's job once and says whether to retry. A message that has failed for the last time, or cannot
 * be read, is stored as a dead letter. Never throws.
 */
export async function attemptJob(
  deps: Deps,
  { body, attempts }: Pick<Message, "body" | "attempts">,
): Promise<AttemptEnd> {
  const parsed = jobMessageSchema.safeParse(body);
  try {
    if (parsed.success) await runJob(deps, parsed.data);
    else await storeDeadLetter(deps.db, body, "UnknownMessage", deps.now());
    return { state: parsed.success ? "done" : "failed" };
  } catch (error) {
    return endOfFailure(deps, { body, attempts }, error);
  }
}

export async function consumeDeadLetters(batch: MessageBatch, db: Database): Promise<void> {
  for (const message of batch.messages) {
    try {
      await storeDeadLetter(db, message.body, "NotFinished", new Date());
      message.ack();
    } catch (error) {
      logUnexpected(error, { job: "dead letters" });
      message.retry();
    }
  }
}

async function endOfFailure(
  { db, now }: Deps,
  { body, attempts }: Pick<Message, "body" | "attempts">,
  error: unknown,
): Promise<AttemptEnd> {
  const job = jobOf(body);
  const isLast = attempts > MAX_RETRIES;
  if (isLast || !isOrdinary(error)) logUnexpected(error, { job, attempt: String(attempts) });
  if (!isLast) return { state: "again", delaySeconds: pauseSeconds(attempts, error) };
  const isStored = await storeDeadLetter(db, body, classOf(error), now()).then(
    () => true,
    (failure: unknown) => logUnexpected(failure, { job: "dead letters" }),
  );
  return isStored ? { state: "failed" } : { state: "again", delaySeconds: null };
}

function pauseSeconds(attempts: number, error: unknown): number {
  const growing = FIRST_PAUSE_SECONDS * PAUSE_FACTOR ** (attempts - 1);
  return Math.min(LONGEST_PAUSE_SECONDS, Math.max(growing, Math.ceil(askedPause(error))));
}

function askedPause(error: unknown): number {
  if (error instanceof MarketError) return error.retryAfterSeconds ?? 0;
  return error instanceof AppError ? (error.extras.retryAfterSeconds ?? 0) : 0;
}

function isOrdinary(error: unknown): boolean {
  return error instanceof MarketError || error instanceof AppError;
}

function jobOf(body: unknown): string {
  const parsed = jobMessageSchema.safeParse(body);
  return parsed.success ? parsed.data.job : "unknown";
}

function classOf(error: unknown): string {
  if (error instanceof MarketError) return `MarketError ${error.reason}`;
  if (error instanceof AppError) return `AppError ${error.code}`;
  return error instanceof Error ? error.name : "unknown";
}

/**
 * Stores a message that failed for good. If a dead letter with the same body exists, its count increases
 * instead.
 */
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

/** Returns the most recent dead letters. The query uses the index `dead_letters_by_time`. */
export function readDeadLetters(db: Database, limit: number): Promise<DeadLetter[]> {
  return db.select().from(deadLetters).orderBy(desc(deadLetters.lastAt)).limit(limit);
}

/**
 * Enqueues a dead letter's message again and deletes the dead letter. Returns false when it does not exist or
 * cannot be read. Two simultaneous calls may enqueue the message twice, which every job tolerates.
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
