import { eq, isNull, sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { Json } from "#contract/canonical.ts";
import type { Database } from "../db/client.ts";
import { predictions, snapshots } from "../schema/predictions.ts";
import { readEvidence, writeCompressed } from "./evidence-file.ts";

/** Where rows and files of predictions are. */
export type PredictionStore = { db: Database; files: R2Bucket };

/** Where a frozen analysis is: in a file of that hash, or still as text in the database. */
type Frozen = { hash: string | null; text: string | null };

/** What a query selects to find the frozen analysis of a prediction, with `snapshots` joined on the left. */
export const frozenColumns = {
  hash: sql<string | null>`coalesce(${predictions.evidenceHash}, ${snapshots.hash})`,
  text: snapshots.analysis,
};

/** Freezes a finished analysis in a file; answers the hash that names it. The same twice is the same file. */
export async function storeSnapshot(files: R2Bucket, analysis: Analysis): Promise<string> {
  return writeCompressed(files, JSON.parse(JSON.stringify(analysis)) as Json);
}

/** A frozen analysis as JSON text. Throws `not_available` where its file is missing or damaged. */
export async function readFrozen(files: R2Bucket, { hash, text }: Frozen): Promise<string> {
  return hash === null && text ? text : readEvidence(files, hash);
}

/** A frozen analysis. Throws as `readFrozen` does. */
export async function readSnapshot(files: R2Bucket, frozen: Frozen): Promise<Analysis> {
  return JSON.parse(await readFrozen(files, frozen)) as Analysis;
}

/**
 * Moves some snapshots of before into files; answers whether there are more. The file is written first, so a reader finds
 * one or the other. Killed anywhere, or twice at once, it writes the same again. By `snapshots_to_move`.
 */
export async function moveSnapshots({ db, files }: PredictionStore, limit: number): Promise<boolean> {
  const rows = await db
    .select({ id: snapshots.id, text: snapshots.analysis })
    .from(snapshots)
    .where(isNull(snapshots.hash))
    .limit(limit);
  for (const { id, text } of rows) {
    const hash = await writeCompressed(files, JSON.parse(text) as Json);
    await db.update(snapshots).set({ hash, analysis: "" }).where(eq(snapshots.id, id));
  }
  return rows.length === limit;
}
