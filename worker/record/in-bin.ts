import { type SQL, sql } from "drizzle-orm";
import { CALIBRATION_BINS } from "#contract/rules.ts";
import { predictions } from "#platform/schema/predictions.ts";

/** The bin of P(beat) that calibration counts a prediction in, from 0. */
export const binOfPrediction: SQL = sql`min(${sql.raw(String(CALIBRATION_BINS - 1))}, cast(${predictions.beatProbability} * ${sql.raw(String(CALIBRATION_BINS))} as integer))`;

/** The predictions that one bin of the reliability diagram counts. */
export function inBin(bin: number): SQL {
  return sql`${binOfPrediction} = ${bin}`;
}
