import { gunzipSync, gzipSync } from "node:zlib";
import type { Analysis } from "#contract/analysis.ts";
import { canonicalJson, type Json, sha256 } from "#contract/ledger-format.ts";
import type { Database } from "../db/client.ts";
import { AppError } from "../errors.ts";
import { LoggedError, logUnexpected } from "../log.ts";

/** How many files are written at a time. A Worker may have at most six connections open. */
const AT_ONCE = 6;

export async function evidenceFileOf(evidence: Json): Promise<{ hash: string; text: string }> {
  const text = canonicalJson(evidence);
  return { hash: await sha256(text), text };
}

export async function writeEvidence(
  files: R2Bucket,
  written: readonly { hash: string; text: string }[],
): Promise<void> {
  for (let from = 0; from < written.length; from += AT_ONCE)
    await Promise.all(
      written.slice(from, from + AT_ONCE).map(({ hash, text }) => files.put(keyOf(hash), text)),
    );
}

/** Stores evidence as a compressed file and returns its hash. An analysis is about a hundred kilobytes of JSON. */
async function writeCompressed(files: R2Bucket, evidence: Json): Promise<string> {
  const { hash, text } = await evidenceFileOf(evidence);
  await files.put(keyOf(hash), gzipSync(text), {
    httpMetadata: { contentType: "application/json", contentEncoding: "gzip" },
  });
  return hash;
}

/**
 * Returns the evidence with this hash. Throws `not_available` when its file is missing or has another hash, so
 * that a prediction is never shown with wrong evidence.
 */
export async function readEvidence(files: R2Bucket, hash: string): Promise<string> {
  const file = await files.get(keyOf(hash));
  if (!file) throw lost(`The evidence ${hash} of a prediction is not in the store of files.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isCompressed = file.httpMetadata?.contentEncoding === "gzip";
  const text = isCompressed ? gunzipped(bytes) : new TextDecoder().decode(bytes);
  if (text === null || (await sha256(text)) !== hash)
    throw lost(`The evidence ${hash} of a prediction is damaged.`);
  return text;
}

function lost(problem: string): AppError {
  logUnexpected(new LoggedError(problem), { store: "evidence" });
  return new AppError(
    "not_available",
    "What this prediction rested on cannot be read: its file is missing or damaged. No other figures are shown in its place.",
  );
}

/** Returns the text in gzip data, or null when the data is damaged. */
export function gunzipped(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder().decode(gunzipSync(bytes));
  } catch {
    return null;
  }
}

function keyOf(hash: string): string {
  return `evidence/${hash}.json`;
}

export type PredictionStore = { db: Database; files: R2Bucket };

/** Stores an analysis and returns its hash. Storing an equal analysis again writes the same file. */
export async function storeSnapshot(files: R2Bucket, analysis: Analysis): Promise<string> {
  return writeCompressed(files, JSON.parse(JSON.stringify(analysis)) as Json);
}

export async function readSnapshot(files: R2Bucket, hash: string): Promise<Analysis> {
  return JSON.parse(await readEvidence(files, hash)) as Analysis;
}

/**
 * Stores the text of a company's exhibit and returns its SHA-256. The text is HTML from outside, so it must
 * never be served as a page of our site.
 */
export async function storeExhibit(files: R2Bucket, text: string): Promise<string> {
  const hash = await sha256(text);
  await files.put(`exhibits/${hash}.txt`, gzipSync(text), {
    httpMetadata: { contentType: "text/plain", contentEncoding: "gzip" },
  });
  return hash;
}
