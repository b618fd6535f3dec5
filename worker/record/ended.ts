import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import { predictions } from "#platform/schema/predictions.ts";

type Ended = { id: string; settledAt: Date | null };

/** Page after page: a later walk begins with an earlier one. `read` answers at most `rowsAtOnce`. */
export async function* inOrderOfEnd<Row extends Ended>(
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

/** Null where the report's moment was unknown. */
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
