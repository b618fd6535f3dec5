import { getTableColumns, type InferSelectModel, sql } from "drizzle-orm";
import { slate } from "#platform/schema/slate.ts";
import type { StoredReport } from "../report.ts";
import type { SeasonStore } from "../store.ts";

type SlateRow = Omit<InferSelectModel<typeof slate>, "ledgerId">;

const { ledgerId: _, ...columns } = getTableColumns(slate);

export async function readSlate(
  { db, ledgerId }: SeasonStore,
  reports: readonly Pick<StoredReport, "symbol" | "fiscalQuarterEnd">[],
): Promise<SlateRow[]> {
  const keys = JSON.stringify(
    reports.map(({ symbol, fiscalQuarterEnd }) => [ledgerId, symbol, fiscalQuarterEnd]),
  );
  return db
    .select(columns)
    .from(slate)
    .where(
      sql`(${slate.ledgerId}, ${slate.symbol}, ${slate.fiscalQuarterEnd}) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${keys}))`,
    );
}
