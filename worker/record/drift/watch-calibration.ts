import { and, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { alarmOf, checkCalibration, type SettledForecast } from "#model/recalibration.ts";
import { classLabel, sizeOf } from "#model/reference-class.ts";
import type { Database } from "#platform/db/client.ts";
import { calibrationChecks } from "#platform/schema/operations.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import { recordScope } from "#platform/scope.ts";

type Store = { db: Database; ledgerId: string };
type Check = typeof calibrationChecks.$inferSelect;
type Dimension = Check["dimension"];
type Settled = SettledForecast & { groups: readonly (readonly [Dimension, string])[] };

/** This and last month, whole and by group. Answers new alarms. Safe to repeat. */
export async function watchCalibration(store: Store, marketNow: Date): Promise<string[]> {
  const thisMonth = monthOf(marketNow);
  const raised: string[] = [];
  for (const month of [monthBefore(thisMonth), thisMonth]) {
    const settled = await settledIn(store, month);
    const groups = Map.groupBy(
      settled.flatMap((one) => one.groups.map((group) => ({ group, one }))),
      ({ group }) => JSON.stringify(group),
    );
    const checks = [...groups].map(([name, members]): Check => {
      const [dimension, key] = JSON.parse(name) as [Dimension, string];
      const check = checkCalibration(members.map(({ one }) => one));
      const group = { ledgerId: store.ledgerId, month, dimension, key };
      return { ...group, ...check, alarm: alarmOf(check), checkedAt: marketNow };
    });
    const stored = await checksOf(store, month);
    const before = new Map(stored.map((check) => [`${check.dimension} ${check.key}`, check]));
    const changed = checks.filter((check) => {
      const old = before.get(`${check.dimension} ${check.key}`);
      return old?.n !== check.n || old.beatShare !== check.beatShare || old.alarm !== check.alarm;
    });
    await storeChecks(store.db, changed);
    for (const { dimension, key, alarm } of changed)
      if (alarm && !before.get(`${dimension} ${key}`)?.alarm)
        raised.push(`${month}, ${dimension === "all" ? "all" : `${dimension} ${key}`}: ${alarm}`);
  }
  return raised;
}

/** Of all markets; some twenty a month. */
export async function openAlarms(
  db: Database,
  marketNow: Date,
): Promise<Pick<Check, "ledgerId" | "month" | "dimension" | "key" | "alarm">[]> {
  const { ledgerId, month, dimension, key, alarm } = calibrationChecks;
  return db
    .select({ ledgerId, month, dimension, key, alarm })
    .from(calibrationChecks)
    .where(and(gte(month, monthBefore(monthOf(marketNow))), isNotNull(alarm)));
}

/** Some thousands in a full month. */
async function settledIn({ db, ledgerId }: Store, month: string): Promise<Settled[]> {
  const rows = await db
    .select({
      beatProbability: predictions.beatProbability,
      actualResult: predictions.actualResult,
      consensusEps: predictions.consensusEps,
      sector: predictions.sector,
      modelVersion: predictions.modelVersion,
      marketCap: seasonCompanies.marketCap,
    })
    .from(predictions)
    .leftJoin(
      seasonCompanies,
      and(eq(seasonCompanies.ledgerId, ledgerId), eq(seasonCompanies.symbol, predictions.symbol)),
    )
    .where(
      and(
        eq(predictions.scope, recordScope(ledgerId)),
        eq(predictions.state, "settled"),
        gte(predictions.settledAt, firstDayOf(month)),
        lt(predictions.settledAt, firstDayOf(monthAfter(month))),
      ),
    );
  return rows.map(({ beatProbability, actualResult, consensusEps, sector, modelVersion, marketCap }) => ({
    beatProbability,
    isBeat: actualResult === "beat",
    groups: [
      ["all", ""],
      ["class", classLabel({ size: sizeOf(marketCap, null), isProfitable: consensusEps > 0, sector: null })],
      ["sector", sector ?? "Unknown"],
      ["model", modelVersion],
    ],
  }));
}

async function checksOf({ db, ledgerId }: Store, month: string): Promise<Check[]> {
  return db
    .select()
    .from(calibrationChecks)
    .where(and(eq(calibrationChecks.ledgerId, ledgerId), eq(calibrationChecks.month, month)));
}

/** D1 binds at most 100 values; a row has twelve. */
const ROWS_PER_STATEMENT = 8;

async function storeChecks(db: Database, checks: readonly Check[]): Promise<void> {
  const statements = [];
  for (let from = 0; from < checks.length; from += ROWS_PER_STATEMENT)
    statements.push(
      db
        .insert(calibrationChecks)
        .values(checks.slice(from, from + ROWS_PER_STATEMENT))
        .onConflictDoUpdate({
          target: [
            calibrationChecks.ledgerId,
            calibrationChecks.month,
            calibrationChecks.dimension,
            calibrationChecks.key,
          ],
          set: {
            n: sql`excluded.n`,
            beatShare: sql`excluded.beat_share`,
            meanProbability: sql`excluded.mean_probability`,
            shareError: sql`excluded.share_error`,
            slope: sql`excluded.slope`,
            slopeError: sql`excluded.slope_error`,
            alarm: sql`excluded.alarm`,
            checkedAt: sql`excluded.checked_at`,
          },
        }),
    );
  const [first, ...others] = statements;
  if (first) await db.batch([first, ...others]);
}

function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

function firstDayOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

function monthAfter(month: string): string {
  const first = firstDayOf(month);
  return monthOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)));
}

function monthBefore(month: string): string {
  return monthOf(new Date(firstDayOf(month).getTime() - 1));
}
