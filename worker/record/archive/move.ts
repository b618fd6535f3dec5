import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import { DAY_MS } from "#contract/time.ts";
import { type Database, valuesAsTable } from "#platform/db/client.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import {
  type ArchivedPrediction,
  type ArchivedYear,
  archivedPredictionYearsQuery,
  deleteArchiveFiles,
  readArchivedYears,
  writeArchivedYear,
} from "#platform/files/past-predictions.ts";
import { users } from "#platform/schema/accounts.ts";
import { pastPredictions } from "#platform/schema/past.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { archivedYearSummaryOf } from "./cutoff.ts";

const PEOPLE_LOOKED_AT = 500;
const PEOPLE_MOVED = 20;
const ROWS_AT_ONCE = 1_000;

/**
 * Moves ended predictions from before `cutoff` into files, for the next people whose ids come after `after`.
 * Returns the id to continue after, or null when nobody is left. It is safe to kill, to retry and to run
 * twice at once.
 */
export async function archivePredictions(
  store: PredictionStore,
  after: string,
  cutoff: Date,
  now: Date,
): Promise<string | null> {
  const people = await store.db.all<{ id: string; has: number }>(sql`
    SELECT u.id AS id, EXISTS (SELECT 1 FROM predictions WHERE user_id = u.id AND ${isArchivable(cutoff)}) AS has
    FROM (SELECT id FROM users WHERE id > ${after} ORDER BY id LIMIT ${PEOPLE_LOOKED_AT}) AS u ORDER BY u.id`);
  const due = people.filter(({ has }) => has === 1).slice(0, PEOPLE_MOVED);
  for (const { id } of due) await movePerson(store, id, cutoff, now);
  if (due.length === PEOPLE_MOVED) return due.at(-1)?.id ?? null;
  return people.length === PEOPLE_LOOKED_AT ? (people.at(-1)?.id ?? null) : null;
}

/**
 * Returns the condition for predictions that were made and ended before the cutoff. For one person it uses
 * the index `predictions_by_user`, which orders their predictions by creation time.
 */
function isArchivable(cutoff: Date) {
  const { createdAt, state, settledAt, reportsAt } = predictions;
  return and(
    lt(createdAt, cutoff),
    inArray(state, ["settled", "void", "unlocked"]),
    sql`coalesce(${settledAt}, ${reportsAt}, ${createdAt}) < ${cutoff.getTime()}`,
  );
}

async function movePerson(store: PredictionStore, userId: string, cutoff: Date, now: Date): Promise<void> {
  const { db, files } = store;
  for (;;) {
    const [rows, years] = await db.batch([
      db
        .select()
        .from(predictions)
        .where(and(eq(predictions.userId, userId), isArchivable(cutoff)))
        .orderBy(asc(predictions.createdAt), asc(predictions.id))
        .limit(ROWS_AT_ONCE),
      archivedPredictionYearsQuery(db, userId),
    ]);
    for (const [year, ended] of Map.groupBy(rows, ({ createdAt }) => String(createdAt.getUTCFullYear())))
      await moveYear(
        store,
        { userId, year },
        years.find((pastYear) => pastYear.year === year),
        ended,
      );
    if (rows.length < ROWS_AT_ONCE) break;
  }
  const named = await archivedPredictionYearsQuery(db, userId);
  const storedBefore = new Date(now.getTime() - retentionDays.replacedFile * DAY_MS);
  await deleteArchiveFiles(files, userId, { named, storedBefore });
  await db
    .update(pastPredictions)
    .set({ days: null })
    .where(
      and(eq(pastPredictions.userId, userId), lt(pastPredictions.year, String(now.getUTCFullYear() - 1))),
    );
}

/**
 * Moves predictions of one year into the person's file of that year. It writes the new file first; one batch
 * then puts the file's name into the database and deletes the moved rows. If a concurrent run has put in
 * another file's name, the batch changes nothing.
 */
async function moveYear(
  { db, files }: PredictionStore,
  owner: Pick<ArchivedYear, "userId" | "year">,
  stored: ArchivedYear | undefined,
  moved: readonly ArchivedPrediction[],
): Promise<void> {
  const earlier = stored ? await readArchivedYears({ db, files }, [stored]) : [];
  const rows = [...new Map([...earlier, ...moved].map((row) => [row.id, row])).values()].toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  const file = await writeArchivedYear(files, owner, rows);
  const row = { ...owner, file, ...archivedYearSummaryOf(rows) };
  const { userId: _, year: __, ...changed } = row;
  const ids = JSON.stringify(moved.map(({ id }) => id));
  try {
    await db.batch([
      db
        .insert(pastPredictions)
        .select(valuesAsTable(pastPredictions, [row]))
        .onConflictDoUpdate({
          target: [pastPredictions.userId, pastPredictions.year],
          set: changed,
          setWhere: sql`${pastPredictions.file} = ${stored?.file ?? ""}`,
        }),
      db.delete(predictions).where(
        and(
          eq(predictions.userId, owner.userId),
          sql`${predictions.id} IN (SELECT value FROM json_each(${ids}))`,
          sql`EXISTS (SELECT 1 FROM past_predictions AS p
            WHERE p.user_id = ${owner.userId} AND p.year = ${owner.year} AND p.file = ${file})`,
        ),
      ),
    ]);
  } catch (error) {
    // If the account was deleted during the move, the file was written too late to be deleted with it, so it
    // is deleted here.
    if (await exists(db, owner.userId)) throw error;
    await deleteArchiveFiles(files, owner.userId);
  }
}

async function exists(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, userId))) > 0;
}
