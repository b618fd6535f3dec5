import type { Database } from "#db/client.ts";
import { MarketError } from "#market/port.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError, logUnexpected } from "#worker/errors.ts";
import { storeDeadLetter } from "./dead-letters.ts";
import { runJob } from "./handlers.ts";
import { jobMessageSchema } from "./messages.ts";

/** Attempts after the first; `max_retries` of wrangler.toml. */
export const MAX_RETRIES = 5;
/** Pauses grow from here by the factor: all attempts of a message are over within 25 minutes, before the next hourly tick. */
const FIRST_PAUSE_SECONDS = 4;
const PAUSE_FACTOR = 4;
/** A source may ask for a longer pause, up to this. */
const LONGEST_PAUSE_SECONDS = 3_600;

/**
 * Runs each message on its own: a failure is tried again after a growing pause and stops no other message. The last
 * failure makes it a dead letter.
 */
export async function consumeJobs(batch: MessageBatch, deps: Deps): Promise<void> {
  for (const message of batch.messages) {
    const parsed = jobMessageSchema.safeParse(message.body);
    try {
      if (!parsed.success) await storeDeadLetter(deps.db, message.body, "UnknownMessage", deps.now());
      else await runJob(deps, parsed.data);
      message.ack();
    } catch (error) {
      await endAttempt(deps, message, error);
    }
  }
}

/** Messages that could not be stored when they failed for the last time: stored now, or tried again later. */
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

async function endAttempt({ db, now }: Deps, message: Message, error: unknown): Promise<void> {
  const { attempts, body } = message;
  const job = String(Reflect.get(Object(body), "job"));
  const isLast = attempts > MAX_RETRIES;
  if (isLast || !isOrdinary(error)) logUnexpected(error, { job, attempt: String(attempts) });
  if (!isLast) return message.retry({ delaySeconds: pauseSeconds(attempts, error) });
  const isStored = await storeDeadLetter(db, body, classOf(error), now()).then(
    () => true,
    (failure: unknown) => logUnexpected(failure, { job: "dead letters" }),
  );
  // One attempt too many: the queue itself moves it to the second queue.
  if (isStored) message.ack();
  else message.retry();
}

function pauseSeconds(attempts: number, error: unknown): number {
  const growing = FIRST_PAUSE_SECONDS * PAUSE_FACTOR ** (attempts - 1);
  return Math.min(LONGEST_PAUSE_SECONDS, Math.max(growing, Math.ceil(askedPause(error))));
}

function askedPause(error: unknown): number {
  if (error instanceof MarketError) return error.retryAfterSeconds ?? 0;
  return error instanceof AppError ? (error.extras.retryAfterSeconds ?? 0) : 0;
}

/** A source or provider that is busy is no failure of ours. */
function isOrdinary(error: unknown): boolean {
  return error instanceof MarketError || error instanceof AppError;
}

function classOf(error: unknown): string {
  if (error instanceof MarketError) return `MarketError ${error.reason}`;
  if (error instanceof AppError) return `AppError ${error.code}`;
  return error instanceof Error ? error.name : "unknown";
}
