import { and, asc, eq, sql } from "drizzle-orm";
import { AppError } from "#platform/errors.ts";
import { readSnapshot } from "#platform/files/evidence-file.ts";
import {
  type ArchivedPrediction,
  archivedPredictionYearsQuery,
  readArchivedYears,
} from "#platform/files/past-predictions.ts";
import { exportRows } from "#platform/personal-data/rows.ts";
import { chunksOf } from "#platform/queue.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { AccountDeps } from "../accounts.ts";
import { requireFreshSession } from "../password/credential.ts";
import { notificationPreferencesOf, privacyPreferencesOf } from "../profile/preferences.ts";
import { readProfile } from "../profile/profile.ts";
import type { Client } from "../sessions/client.ts";
import type { Session } from "../sessions/session.ts";
import { recordSecurityEvent } from "./security-events.ts";

/**
 * Returns all data of a person as a JSON stream, because it may not fit into memory. `isComplete` is written
 * last, so that a truncated download can be recognized. Throws `confirmation_required`, `wrong_password` or
 * `rate_limited` before anything is written.
 */
export async function exportData(
  accounts: AccountDeps,
  who: Session,
  request: { password?: string | undefined },
  elsewhere: Readonly<Record<string, unknown>>,
  client: Client,
): Promise<ReadableStream<Uint8Array>> {
  await requireFreshSession(accounts, who, request.password);
  await recordSecurityEvent(accounts, who.userId, "data_exported", client);
  const profile = await readProfile(accounts.db, who.userId);
  const stored = {
    exportedAt: accounts.now(),
    ...(await exportRows(accounts.db, {
      userId: who.userId,
      email: profile.email,
      isConfirmed: profile.emailVerified,
    })),
    notificationPreferences: notificationPreferencesOf(profile),
    privacyPreferences: privacyPreferencesOf(profile),
    ...elsewhere,
  };
  return textStream(jsonParts(stored, readPredictions(accounts, who.userId)));
}

async function* jsonParts(stored: object, pages: AsyncGenerator<object[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(stored, null, 2).slice(0, -2)},\n  "predictions": [`;
  let isFirst = true;
  for await (const page of pages) {
    for (const prediction of page) {
      yield `${isFirst ? "" : ","}\n    ${JSON.stringify(prediction)}`;
      isFirst = false;
    }
  }
  yield `${isFirst ? "" : "\n  "}],\n  "isComplete": true\n}\n`;
}

function textStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

type StoredPrediction = Omit<typeof predictions.$inferSelect, "userId" | "scope"> & {
  snapshot: unknown;
};

/** How many predictions are read at a time. Each has up to about 100 kB. */
const PAGE_LENGTH = 20;

/**
 * Yields the person's predictions with their stored analyses. The database is read first and the archived years
 * after it, so that a prediction that is archived meanwhile is not missed. The query uses the index
 * `predictions_by_user`.
 */
async function* readPredictions(
  { db, files }: AccountDeps,
  userId: string,
): AsyncGenerator<StoredPrediction[]> {
  const exported = new Set<string>();
  for await (const rows of pagesOf(db, userId)) {
    for (const { id } of rows) exported.add(id);
    yield await withSnapshots(files, rows);
  }
  for (const year of await archivedPredictionYearsQuery(db, userId)) {
    const past = (await readArchivedYears({ db, files }, [year])).filter(({ id }) => !exported.has(id));
    for (const rows of chunksOf(past, PAGE_LENGTH)) yield await withSnapshots(files, rows);
  }
}

async function* pagesOf(db: AccountDeps["db"], userId: string): AsyncGenerator<ArchivedPrediction[]> {
  let [afterTime, afterId] = [0, ""];
  while (true) {
    const rows = await db
      .select()
      .from(predictions)
      .where(
        and(
          eq(predictions.userId, userId),
          sql`(${predictions.createdAt}, ${predictions.id}) > (${afterTime}, ${afterId})`,
        ),
      )
      .orderBy(asc(predictions.createdAt), asc(predictions.id))
      .limit(PAGE_LENGTH);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_LENGTH) return;
    [afterTime, afterId] = [last.createdAt.getTime(), last.id];
  }
}

function withSnapshots(files: R2Bucket, rows: readonly ArchivedPrediction[]): Promise<StoredPrediction[]> {
  return Promise.all(
    rows.map(async ({ userId: _user, scope: _scope, ...stored }) => ({
      ...stored,
      snapshot: await readSnapshot(files, stored.evidenceHash).catch(unreadable),
    })),
  );
}

/**
 * Replaces an analysis that cannot be read with the error message, so that a lost file does not keep the person
 * from the rest of the data.
 */
function unreadable(error: unknown): { unreadable: string } {
  if (error instanceof AppError) return { unreadable: error.message };
  throw error;
}
