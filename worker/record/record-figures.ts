import { and, eq, notInArray } from "drizzle-orm";
import { figuresSchema, type RecordFigures, type RecordKind } from "#contract/figures.ts";
import { recordKinds } from "#contract/rules.ts";
import type { Database } from "#platform/db/client.ts";
import { recordFigures, tallies } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";
import { figuresOf } from "./figures/figures.ts";
import { recordKindOf } from "./list-record.ts";
import { settledOfRecord } from "./settled-predictions.ts";

/** Increase this when figures are computed or stored differently, so that stored figures are recomputed. */
const FIGURES_VERSION = 2;

type Store = { db: Database; ledgerId: LedgerId };
type Stored = typeof recordFigures.$inferSelect;

/**
 * Returns the published figures of one kind of record, by default the kind with the most settled predictions.
 * The figures are computed again only after the record has changed.
 */
export async function readRecordFigures(
  store: Store,
  requestedKind: RecordKind | undefined,
): Promise<RecordFigures> {
  const stored = await refreshRecordFigures(store);
  const ofLedger = recordKindOf(store.ledgerId, null);
  const kinds = stored
    .map(({ kind, settled }) => ({ kind, settled }))
    .sort((a, b) => recordKinds.indexOf(a.kind) - recordKinds.indexOf(b.kind));
  const most = kinds.reduce((best, kindCounts) => (kindCounts.settled > best.settled ? kindCounts : best), {
    kind: ofLedger,
    settled: 0,
  });
  const kind = requestedKind ?? most.kind;
  const row = stored.find((figuresRow) => figuresRow.kind === kind);
  const figures = row ? figuresSchema.parse(JSON.parse(row.figures)) : figuresOf([]);
  return { kind, kinds: kinds.length > 0 ? kinds : [{ kind: ofLedger, settled: 0 }], figures };
}

/** Recomputes and stores the figures if they are out of date. Two simultaneous runs write the same rows. */
export async function refreshRecordFigures({ db, ledgerId }: Store): Promise<Stored[]> {
  const scope = recordScope(ledgerId);
  const [stamp, stored] = await Promise.all([
    recordStamp(db, scope),
    db.select().from(recordFigures).where(eq(recordFigures.scope, scope)),
  ]);
  if (stamp === null) return [];
  if (stored.length > 0 && stored.every((row) => row.stamp === stamp)) return stored;
  const settled = await settledOfRecord(db, ledgerId);
  const rows = [...Map.groupBy(settled, ({ lockId }) => recordKindOf(ledgerId, lockId))].map(
    ([kind, members]): Stored => {
      const figures = JSON.stringify(figuresOf(members));
      return { scope, kind, stamp, settled: members.length, figures };
    },
  );
  const kinds = rows.map(({ kind }) => kind);
  await db.batch([
    db
      .delete(recordFigures)
      .where(and(eq(recordFigures.scope, scope), notInArray(recordFigures.kind, kinds))),
    ...rows.map((row) =>
      db
        .insert(recordFigures)
        .values(row)
        .onConflictDoUpdate({
          target: [recordFigures.scope, recordFigures.kind],
          set: { stamp, settled: row.settled, figures: row.figures },
        }),
    ),
  ]);
  return rows;
}

/**
 * Returns a text that identifies the state of the record, or null while nothing is settled. It is made of the
 * stored sums, which change with each settlement.
 */
async function recordStamp(db: Database, scope: string): Promise<string | null> {
  const [all] = await db
    .select({ n: tallies.n, brier: tallies.brierSum, base: tallies.baseBrierSum })
    .from(tallies)
    .where(and(eq(tallies.scope, scope), eq(tallies.dimension, "all"), eq(tallies.key, "")));
  return all ? `${FIGURES_VERSION} ${all.n} ${all.brier} ${all.base}` : null;
}
