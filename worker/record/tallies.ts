import { eq, type SQL, sql } from "drizzle-orm";
import { CALIBRATION_BINS } from "#contract/rules.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions, tallies } from "#platform/schema/predictions.ts";
import { type Tables, withTables } from "#season/point-in-time.ts";
import { PROBABILITY_UNITS } from "./figures/brier.ts";

const binOfPrediction: SQL = sql`min(${sql.raw(String(CALIBRATION_BINS - 1))}, cast(${predictions.beatProbability} * ${sql.raw(String(CALIBRATION_BINS))} as integer))`;

export function inBin(bin: number): SQL {
  return sql`${binOfPrediction} = ${bin}`;
}

export type Tally = typeof tallies.$inferSelect;

/** The columns that each settlement adds to, in the order of the table's columns. */
const sumColumns = [
  "n",
  "correct",
  "beats",
  "predictedBeat",
  "predictedBeatCorrect",
  "probabilitySum",
  "brierSum",
  "baseBrierSum",
] as const;

const p = predictions;
const isBeat = sql`(${p.actualResult} = 'beat')`;
const predictedBeat = sql`(${p.predictionType} = 'beat')`;
const units = (share: SQL | typeof p.beatProbability | typeof p.baseRate) =>
  sql`cast(round(${share} * ${sql.raw(String(PROBABILITY_UNITS))}) as integer)`;
const squaredError = (share: typeof p.beatProbability | typeof p.baseRate) => {
  const error = sql`(${units(share)} - ${sql.raw(String(PROBABILITY_UNITS))} * ${isBeat})`;
  return sql`${error} * ${error}`;
};
/**
 * SQL for the name of the report's calendar quarter, such as "2026-Q3", or null when the report's time is
 * unknown.
 */
export const reportQuarter = sql<
  string | null
>`strftime('%Y', ${p.reportsAt} / 1000, 'unixepoch') || '-Q' || ((strftime('%m', ${p.reportsAt} / 1000, 'unixepoch') + 2) / 3)`;

const sumsOf = (where: SQL) => sql`
  SELECT ${p.scope}, d.value, CASE d.value
      WHEN 'bin' THEN cast(${binOfPrediction} as text)
      WHEN 'confidence' THEN ${p.confidence}
      WHEN 'sector' THEN coalesce(${p.sector}, 'Unknown')
      WHEN 'model' THEN ${p.modelVersion}
      WHEN 'quarter' THEN ${reportQuarter}
      ELSE '' END AS group_key,
    count(*), sum(${p.isCorrect}), sum(${isBeat}), sum(${predictedBeat}), sum(${predictedBeat} AND ${p.isCorrect}),
    sum(${units(p.beatProbability)}), sum(${squaredError(p.beatProbability)}), sum(${squaredError(p.baseRate)})
  FROM ${p}, json_each('["all","bin","confidence","sector","model","quarter"]') d
  WHERE ${p.state} = 'settled' AND ${where}
  GROUP BY ${p.scope}, d.value, group_key`;

export function addTallies(db: Database, lockIds: readonly string[], attempt: string) {
  const picked = sql`${p.lockId} IN (SELECT value FROM json_each(${JSON.stringify(lockIds)})) AND ${p.settlementAttempt} = ${attempt}`;
  return db
    .insert(tallies)
    .select(sumsOf(picked))
    .onConflictDoUpdate({
      target: [tallies.scope, tallies.dimension, tallies.key],
      set: Object.fromEntries(
        sumColumns.map((column) => [
          column,
          sql`${tallies[column]} + excluded.${sql.identifier(tallies[column].name)}`,
        ]),
      ),
    });
}

export function talliesQuery(db: Database, scope: string | SQL) {
  return db.select().from(tallies).where(eq(tallies.scope, scope)).orderBy(tallies.dimension, tallies.key);
}

export async function talliesOf(db: Database, scope: string): Promise<Tally[]> {
  return talliesQuery(db, scope);
}

/**
 * Computes the sums anew from the predictions, now or as of a past moment. For the present they must equal
 * the stored sums that `talliesOf` returns.
 */
export async function recountTallies(db: Database, scope: string, tables: Tables = []): Promise<Tally[]> {
  const rows = await db.values<[string, Tally["dimension"], string, ...number[]]>(
    sql`${withTables(tables)}${sumsOf(sql`${p.scope} = ${scope}`)} ORDER BY 2, 3`,
  );
  return rows.map(([ofScope, dimension, key, ...sums]) => {
    const [
      n = 0,
      correct = 0,
      beats = 0,
      predicted = 0,
      calledCorrect = 0,
      probability = 0,
      brier = 0,
      base = 0,
    ] = sums;
    return {
      scope: ofScope,
      dimension,
      key,
      n,
      correct,
      beats,
      predictedBeat: predicted,
      predictedBeatCorrect: calledCorrect,
      probabilitySum: probability,
      brierSum: brier,
      baseBrierSum: base,
    };
  });
}

/** Compares the stored sums with a recount. Returns null when they are equal, or else the difference as text. */
export async function auditTallies(db: Database, scope: string): Promise<string | null> {
  const [stored, counted] = await Promise.all([talliesOf(db, scope), recountTallies(db, scope)]);
  const text = (tally: object) => JSON.stringify(tally, Object.keys(tally).toSorted());
  const [ofStored, ofCounted] = [new Set(stored.map(text)), new Set(counted.map(text))];
  const missing = (from: Set<string>, reference: Set<string>) =>
    [...from].filter((line) => !reference.has(line));
  const wrong = [...missing(ofStored, ofCounted), ...missing(ofCounted, ofStored)];
  return wrong.length === 0 ? null : wrong.slice(0, 10).join("\n");
}
