import type { Analysis } from "#contract/analysis.ts";
import type { Json } from "#contract/canonical.ts";
import type { Database } from "../db/client.ts";
import { readEvidence, writeCompressed } from "./evidence-file.ts";

/** Where rows and files of predictions are. */
export type PredictionStore = { db: Database; files: R2Bucket };

/** Freezes a finished analysis in a file; answers the hash that names it. The same twice is the same file. */
export async function storeSnapshot(files: R2Bucket, analysis: Analysis): Promise<string> {
  return writeCompressed(files, JSON.parse(JSON.stringify(analysis)) as Json);
}

/** A frozen analysis. Throws `not_available` where its file is missing or damaged. */
export async function readSnapshot(files: R2Bucket, hash: string): Promise<Analysis> {
  return JSON.parse(await readEvidence(files, hash)) as Analysis;
}
