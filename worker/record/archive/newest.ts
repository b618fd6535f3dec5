import { and, desc, eq, type SQL } from "drizzle-orm";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import {
  type ArchivedPrediction,
  type ArchivedYear,
  archivedPredictionYearsQuery,
  readArchivedYears,
} from "#platform/files/past-predictions.ts";
import { predictions } from "#platform/schema/predictions.ts";

type Order = {
  of: (row: Pick<ArchivedPrediction, "createdAt" | "settledAt">) => number;
  first: (year: ArchivedYear) => number;
};

const NEVER = Number.NEGATIVE_INFINITY;
const timeOf = (at: Date | null) => at?.getTime() ?? NEVER;

export const newestFirst: Order = {
  of: ({ createdAt }) => createdAt.getTime(),
  first: ({ lastAt }) => lastAt.getTime(),
};
export const oldestFirst: Order = {
  of: ({ createdAt }) => -createdAt.getTime(),
  first: ({ firstAt }) => -firstAt.getTime(),
};
export const lastSettledFirst: Order = {
  of: ({ settledAt }) => timeOf(settledAt),
  first: ({ lastSettledAt }) => timeOf(lastSettledAt),
};

type Sortable = Pick<ArchivedPrediction, "id" | "createdAt" | "settledAt">;

/**
 * Returns the first `count` rows of the database and the archived years together, in the given order. A
 * year's file is opened only if it may still hold one of them.
 */
export async function firstInDatabaseAndFiles<Row extends Sortable>(
  store: PredictionStore,
  years: readonly ArchivedYear[],
  rowsInDatabase: readonly Row[],
  {
    count,
    order,
    wanted = () => true,
  }: { count: number; order: Order; wanted?: (row: ArchivedPrediction) => boolean },
): Promise<(Row | ArchivedPrediction)[]> {
  let page: (Row | ArchivedPrediction)[] = [...rowsInDatabase];
  const byOrder = (a: Sortable, b: Sortable) => order.of(b) - order.of(a) || (a.id < b.id ? 1 : -1);
  for (const year of years.toSorted((yearA, yearB) => order.first(yearB) - order.first(yearA))) {
    const last = page[count - 1];
    if (order.first(year) === NEVER || (last && order.of(last) > order.first(year))) break;
    const past = (await readArchivedYears(store, [year])).filter(
      (row) => order.of(row) !== NEVER && wanted(row),
    );
    page = [...page, ...past].toSorted(byOrder).slice(0, count);
  }
  return page.slice(0, count);
}

/**
 * Returns a person's newest prediction that matches, from the database or from archive files. `where` and
 * `wanted` must express the same condition.
 */
export async function newestUserPrediction(
  { db, files }: PredictionStore,
  userId: string,
  where: SQL | undefined,
  wanted: (row: ArchivedPrediction) => boolean,
): Promise<ArchivedPrediction | null> {
  const [rowsInDatabase, years] = await db.batch([
    db
      .select()
      .from(predictions)
      .where(and(eq(predictions.userId, userId), where))
      .orderBy(desc(predictions.createdAt))
      .limit(1),
    archivedPredictionYearsQuery(db, userId),
  ]);
  const [first] = await firstInDatabaseAndFiles({ db, files }, years, rowsInDatabase, {
    count: 1,
    order: newestFirst,
    wanted,
  });
  return first ?? null;
}
