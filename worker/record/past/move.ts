import { and, asc, eq, gt, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import { DAY_MS } from "#contract/time.ts";
import { type Database, givenRows } from "#platform/db/client.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import {
  deletePastFiles,
  type PastPrediction,
  type PastYear,
  pastYearsQuery,
  readPastYears,
  writePastYear,
} from "#platform/files/past-predictions.ts";
import { users } from "#platform/schema/accounts.ts";
import { pastPredictions } from "#platform/schema/past.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type Border, backAtOf, sumsOfYear } from "./border.ts";

const PEOPLE_LOOKED_AT = 500;
const PEOPLE_MOVED = 20;
const ROWS_AT_ONCE = 1_000;

/** For people after the one given; answers the last, or null after all. Safe to kill, repeat or overlap. */
export async function moveSome(
  store: PredictionStore,
  after: string,
  border: Border,
  now: Date,
): Promise<string | null> {
  const people = await store.db.all<{ id: string; has: number }>(sql`
    SELECT u.id AS id, EXISTS (SELECT 1 FROM predictions WHERE user_id = u.id AND ${isBehind(border, now)}) AS has
    FROM (SELECT id FROM users WHERE id > ${after} ORDER BY id LIMIT ${PEOPLE_LOOKED_AT}) AS u ORDER BY u.id`);
  const due = people.filter(({ has }) => has === 1).slice(0, PEOPLE_MOVED);
  for (const { id } of due) await movePerson(store, id, border, now);
  if (due.length === PEOPLE_MOVED) return due.at(-1)?.id ?? null;
  return people.length === PEOPLE_LOOKED_AT ? (people.at(-1)?.id ?? null) : null;
}

/** By `predictions_by_user`. */
function isBehind({ asked, ended, opensAfter }: Border, now: Date) {
  const { createdAt, state, settledAt, reportsAt, ledgerSeq } = predictions;
  const hasEnded = and(
    lt(createdAt, asked),
    inArray(state, ["settled", "void", "unlocked"]),
    sql`coalesce(${settledAt}, ${reportsAt}, ${createdAt}) < ${ended.getTime()}`,
  );
  if (!opensAfter) return hasEnded;
  const yesterday = new Date(now.getTime() - DAY_MS);
  const waits = and(
    lt(createdAt, yesterday),
    eq(state, "pending"),
    isNotNull(ledgerSeq),
    gt(reportsAt, opensAfter),
  );
  return or(hasEnded, waits);
}

async function movePerson(store: PredictionStore, userId: string, border: Border, now: Date): Promise<void> {
  const { db, files } = store;
  for (;;) {
    const [rows, years] = await db.batch([
      db
        .select()
        .from(predictions)
        .where(and(eq(predictions.userId, userId), isBehind(border, now)))
        .orderBy(asc(predictions.createdAt), asc(predictions.id))
        .limit(ROWS_AT_ONCE),
      pastYearsQuery(db, userId),
    ]);
    for (const [year, some] of Map.groupBy(rows, ({ createdAt }) => String(createdAt.getUTCFullYear())))
      await moveYear(
        store,
        { userId, year },
        years.find((one) => one.year === year),
        some,
      );
    if (rows.length < ROWS_AT_ONCE) break;
  }
  const named = await pastYearsQuery(db, userId);
  const storedBefore = new Date(now.getTime() - retentionDays.replacedFile * DAY_MS);
  await deletePastFiles(files, userId, { named, storedBefore });
  await db
    .update(pastPredictions)
    .set({ days: null })
    .where(
      and(eq(pastPredictions.userId, userId), lt(pastPredictions.year, String(now.getUTCFullYear() - 1))),
    );
}

/**
 * The file, then one batch of the row that names it and its rows. Where another move named a file meanwhile,
 * neither changes.
 */
async function moveYear(
  { db, files }: PredictionStore,
  of: Pick<PastYear, "userId" | "year">,
  known: PastYear | undefined,
  moved: readonly PastPrediction[],
): Promise<void> {
  const earlier = known ? await readPastYears({ db, files }, [known]) : [];
  const rows = [...new Map([...earlier, ...moved].map((row) => [row.id, row])).values()].toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
  );
  const file = await writePastYear(files, of, rows);
  const row = { ...of, file, ...sumsOfYear(rows) };
  const { userId: _, year: __, ...changed } = row;
  const ids = JSON.stringify(moved.map(({ id }) => id));
  try {
    await db.batch([
      db
        .insert(pastPredictions)
        .select(givenRows(pastPredictions, [row]))
        .onConflictDoUpdate({
          target: [pastPredictions.userId, pastPredictions.year],
          set: changed,
          setWhere: sql`${pastPredictions.file} = ${known?.file ?? ""}`,
        }),
      db.delete(predictions).where(
        and(
          eq(predictions.userId, of.userId),
          sql`${predictions.id} IN (SELECT value FROM json_each(${ids}))`,
          sql`EXISTS (SELECT 1 FROM past_predictions AS p
            WHERE p.user_id = ${of.userId} AND p.year = ${of.year} AND p.file = ${file})`,
        ),
      ),
    ]);
  } catch (error) {
    // Written after the deletion: goes too.
    if (await exists(db, of.userId)) throw error;
    await deletePastFiles(files, of.userId);
  }
}

async function exists(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, userId))) > 0;
}

const YEARS_AT_ONCE = 20;

/**
 * Before their reports; answers whether more may be due. `now` is the market's time. Safe to kill, repeat or
 * overlap.
 */
export async function bringBackSome(store: PredictionStore, now: Date): Promise<boolean> {
  const due = await store.db
    .select()
    .from(pastPredictions)
    .where(and(isNotNull(pastPredictions.backAt), lte(pastPredictions.backAt, now)))
    .limit(YEARS_AT_ONCE);
  for (const year of due) await bringBack(store, year, now);
  return due.length === YEARS_AT_ONCE;
}

/** The file without them, then in one batch its row and theirs, unless moved in between. */
async function bringBack({ db, files }: PredictionStore, known: PastYear, now: Date): Promise<void> {
  const rows = await readPastYears({ db, files }, [known]);
  const isDue = ({ state, reportsAt }: (typeof rows)[number]) =>
    state === "pending" && reportsAt !== null && backAtOf(reportsAt) <= now;
  const [back, stay] = [rows.filter(isDue), rows.filter((row) => !isDue(row))];
  const { userId, year } = known;
  const file = await writePastYear(files, { userId, year }, stay);
  const isNamed = sql`EXISTS (SELECT 1 FROM past_predictions AS p
    WHERE p.user_id = ${userId} AND p.year = ${year} AND p.file = ${file})`;
  await db.batch([
    db
      .update(pastPredictions)
      .set({ file, ...sumsOfYear(stay) })
      .where(
        and(
          eq(pastPredictions.userId, userId),
          eq(pastPredictions.year, year),
          eq(pastPredictions.file, known.file),
        ),
      ),
    db
      .insert(predictions)
      .select(givenRows(predictions, back, isNamed))
      .onConflictDoNothing(),
  ]);
}
