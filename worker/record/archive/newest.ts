import { and, desc, eq, type SQL } from "drizzle-orm";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import {
  type PastPrediction,
  type PastYear,
  pastYearsQuery,
  readPastYears,
} from "#platform/files/past-predictions.ts";
import { predictions } from "#platform/schema/predictions.ts";

type Order = {
  of: (row: Pick<PastPrediction, "createdAt" | "settledAt">) => number;
  first: (year: PastYear) => number;
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

type Sortable = Pick<PastPrediction, "id" | "createdAt" | "settledAt">;

/**
 * Returns the first `count` rows of the database and the archived years together, in the given order. A
 * year's file is opened only if it may still hold one of them.
 */
export async function firstAcross<Row extends Sortable>(
  store: PredictionStore,
  years: readonly PastYear[],
  rowsInDatabase: readonly Row[],
  {
    count,
    order,
    wanted = () => true,
  }: { count: number; order: Order; wanted?: (row: PastPrediction) => boolean },
): Promise<(Row | PastPrediction)[]> {
  let page: (Row | PastPrediction)[] = [...rowsInDatabase];
  const byOrder = (a: Sortable, b: Sortable) => order.of(b) - order.of(a) || (a.id < b.id ? 1 : -1);
  for (const year of years.toSorted((yearA, yearB) => order.first(yearB) - order.first(yearA))) {
    const last = page[count - 1];
    if (order.first(year) === NEVER || (last && order.of(last) > order.first(year))) break;
    const past = (await readPastYears(store, [year])).filter((row) => order.of(row) !== NEVER && wanted(row));
    page = [...page, ...past].toSorted(byOrder).slice(0, count);
  }
  return page.slice(0, count);
}

/**
 * Returns a person's newest prediction that matches, from the database or from archive files. `where` and
 * `wanted` must express the same condition.
 */
export async function newestOwn(
  { db, files }: PredictionStore,
  userId: string,
  where: SQL | undefined,
  wanted: (row: PastPrediction) => boolean,
): Promise<PastPrediction | null> {
  const [rowsInDatabase, years] = await db.batch([
    db
      .select()
      .from(predictions)
      .where(and(eq(predictions.userId, userId), where))
      .orderBy(desc(predictions.createdAt))
      .limit(1),
    pastYearsQuery(db, userId),
  ]);
  const [first] = await firstAcross({ db, files }, years, rowsInDatabase, {
    count: 1,
    order: newestFirst,
    wanted,
  });
  return first ?? null;
}
