import { and, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { addIsoDays } from "#contract/time.ts";
import type { CompanySize } from "#model/reference-class.ts";
import { sectorOf } from "#model/sector.ts";
import {
  type DatedMove,
  GREATEST_MOVE,
  MOVE_DAYS,
  type MoveCounts,
  moveCountsFrom,
  OWN_MOVES,
  type StoredMoves,
} from "#model/typical-move.ts";
import { seasonCounts } from "#platform/schema/season.ts";
import { sizeOfCompany } from "./read-context.ts";
import type { SeasonStore } from "./store.ts";
import { isOfNewerDay, storeCounts } from "./store-counts.ts";

const classSchema = z.object({
  n: z.number().int().min(0),
  sum: z.number().min(0),
  from: z.iso.date(),
  to: z.iso.date(),
});
const countsSchema = z
  .object({
    isOfFit: z.literal(false),
    classes: z.record(z.string().max(60), classSchema),
    meanFactor: z.number().positive(),
    coverFactor: z.number().positive(),
  })
  .nullable();

/**
 * Returns what an analysis of a company on an ISO day in New York reads: the newest stored counts, which are one row,
 * and at most eight own moves.
 */
export async function readMoves(store: SeasonStore, symbol: string, day: string): Promise<StoredMoves> {
  const [row, own] = await Promise.all([storedCounts(store, day), ownMovesBefore(store, symbol, day)]);
  // Counts in the format of another version of the app are not used.
  const { data: counts = null } = countsSchema.safeParse(row ? JSON.parse(row.counts) : null);
  return { counts, own };
}

/** Counts the moves on reports before an ISO day, and stores the counts unless those of a later day are stored. */
export async function countMoves(store: SeasonStore, day: string): Promise<void> {
  const countedAt = new Date();
  const counts = JSON.stringify(await countsBefore(store, day));
  await storeCounts(store, { kind: "moves", day, countedAt, counts }, isOfNewerDay);
}

/** Counts the moves once a day. */
export async function refreshMoveCounts(store: SeasonStore, day: string): Promise<void> {
  const stored = await storedCounts(store, day);
  if (stored?.day !== day) await countMoves(store, day);
}

async function storedCounts({ db, ledgerId }: SeasonStore, day: string) {
  const [row] = await db
    .select({ day: seasonCounts.day, counts: seasonCounts.counts })
    .from(seasonCounts)
    .where(
      and(eq(seasonCounts.ledgerId, ledgerId), eq(seasonCounts.kind, "moves"), lte(seasonCounts.day, day)),
    );
  return row;
}

/** More moves than the whole market has in `MOVE_DAYS`. */
const MOST_MOVES = 50_000;

type MoveRow = DatedMove & { symbol: string; sector: string | null; size: CompanySize | null };

/**
 * Counts the moves that were known before an ISO day, also a past one. Returns null when they are too few. Uses the
 * index on the report date.
 */
export async function countsBefore({ db, ledgerId }: SeasonStore, day: string): Promise<MoveCounts | null> {
  const rows = await db.all<MoveRow>(sql`
    SELECT r.symbol, coalesce(c.sector, c.industry) AS sector, ${sizeOfCompany} AS size, m.to_day AS day, ${movePercent} AS percent
    FROM season_reports AS r INDEXED BY season_reports_by_day
      JOIN report_moves AS m ON m.ledger_id = r.ledger_id AND m.symbol = r.symbol AND m.fiscal_quarter_end = r.fiscal_quarter_end
      LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${addIsoDays(day, -MOVE_DAYS)} AND r.report_date < ${day}
      AND r.is_beat IS NOT NULL AND m.to_day < ${day} AND abs(${movePercent}) <= ${GREATEST_MOVE}
    ORDER BY m.to_day DESC, r.symbol LIMIT ${MOST_MOVES}`);
  return moveCountsFrom(rows.map((row) => ({ ...row, sector: sectorOf(row.sector) })));
}

/** Returns the company's newest moves that were known before an ISO day, newest first. Uses the primary keys. */
export async function ownMovesBefore(
  { db, ledgerId }: SeasonStore,
  symbol: string,
  day: string,
): Promise<DatedMove[]> {
  return db.all<DatedMove>(sql`
    SELECT r.report_date AS day, ${movePercent} AS percent
    FROM report_moves AS m JOIN season_reports AS r ON r.ledger_id = m.ledger_id AND r.symbol = m.symbol
      AND r.fiscal_quarter_end = m.fiscal_quarter_end
    WHERE m.ledger_id = ${ledgerId} AND m.symbol = ${symbol} AND m.to_day < ${day} AND m.from_close > 0
    ORDER BY m.fiscal_quarter_end DESC LIMIT ${OWN_MOVES}`);
}

/** Null without a close before and a close after the report. */
const movePercent = sql`100 * (m.to_close / m.from_close - 1)`;
