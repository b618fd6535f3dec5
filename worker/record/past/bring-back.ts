import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import { givenRows } from "#platform/db/client.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { type PastYear, readPastYears, writePastYear } from "#platform/files/past-predictions.ts";
import { pastPredictions } from "#platform/schema/past.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { backAtOf } from "./border.ts";
import { sumsOfYear } from "./sums.ts";

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
