import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import { predictions } from "#platform/schema/predictions.ts";

type EndedRow = { id: string; settledAt: Date | null };

/**
 * Yields settled or void predictions in the order in which they ended, reading them page by page. `read` must
 * return the next rows after `after` in the given order, at most `limit` of them.
 */
export async function* inOrderOfEnd<Row extends EndedRow>(
  rowsAtOnce: number,
  read: (page: { after: SQL | undefined; order: typeof endOrder; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: SQL | undefined;
  for (;;) {
    const rows = await read({ after, order: endOrder, limit: rowsAtOnce });
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < rowsAtOnce || !last?.settledAt) return;
    after = sql`(${predictions.settledAt}, ${predictions.id}) > (${last.settledAt.getTime()}, ${last.id})`;
  }
}

const endOrder = [predictions.settledAt, predictions.id] as const;

/** Returns whole days from the forecast to its report, or null when the report's time was unknown. */
export function daysBeforeReport({
  reportsAt,
  asOf,
  createdAt,
}: {
  reportsAt: Date | null;
  asOf: Date | null;
  createdAt: Date;
}): number | null {
  return reportsAt && Math.floor((reportsAt.getTime() - (asOf ?? createdAt).getTime()) / DAY_MS);
}
