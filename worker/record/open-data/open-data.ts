import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { isoDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";
import { csvCell } from "../csv.ts";
import { inOrderOfEnd } from "../ended-predictions.ts";
import { recordKindOf } from "../list-record.ts";
import {
  type Cell,
  type PublishedParts,
  type PublishedRow,
  publishedColumns,
  SCHEMA_VERSION,
} from "./columns.ts";
import { parquetOf, seasonOf } from "./parquet.ts";

/** The daily files are written at or after this hour (UTC). */
const WRITING_HOUR = 6;

/** Writes the open data once a day and returns whether it wrote. It is safe to retry. */
export async function writeOpenDataDaily(store: OpenDataStore, now: Date): Promise<boolean> {
  const manifest = await readManifest(store.files, store.ledgerId);
  const isToday = manifest?.writtenAt.slice(0, 10) === isoDay(now);
  if (now.getUTCHours() < WRITING_HOUR || (isToday && isCurrent(manifest, store))) return false;
  await writeOpenData(store, now);
  return true;
}

/**
 * Returns the manifest of the newest files. It writes them at once when there are none, or when they have
 * another schema version or other columns than may be published now.
 */
export async function currentOpenData(store: OpenDataStore, now: Date): Promise<Manifest> {
  const manifest = await readManifest(store.files, store.ledgerId);
  return manifest && isCurrent(manifest, store) ? manifest : writeOpenData(store, now);
}

function isCurrent(manifest: Manifest | null, { hasSources, hasTraders }: OpenDataStore): boolean {
  return (
    manifest?.hasSources === hasSources &&
    manifest.hasTraders === hasTraders &&
    manifest.schemaVersion === SCHEMA_VERSION
  );
}

type OpenDataStore = PublishedParts & {
  db: Database;
  ledgerId: LedgerId;
  files: R2Bucket;
};

const ROWS_AT_ONCE = 2_000;

/**
 * Writes the files, each under the hash of its bytes, and then the manifest, which it returns. If it is
 * killed at any point, the earlier files remain in use. It is safe to retry.
 */
export async function writeOpenData(store: OpenDataStore, now: Date): Promise<Manifest> {
  const { files, ledgerId, hasSources, hasTraders } = store;
  const before = await readManifest(files, ledgerId);
  const columns = publishedColumns(store);
  const csv = [`${columns.map(({ name }) => name).join(",")}\r\n`];
  const jsonLines: string[] = [];
  const seasons: PublishedFile[] = [];
  let season = { name: "", rows: [] as PublishedRow[] };
  const endSeason = async () => {
    if (season.rows.length === 0) return;
    const name = `predictions-${season.name}.parquet`;
    seasons.push(await put(store, name, "application/vnd.apache.parquet", parquetOf(columns, season.rows)));
  };
  const kinds: Record<string, number> = {};
  let ofVoid = 0;
  for await (const prediction of endedPredictions(store)) {
    const row: PublishedRow = { kind: recordKindOf(ledgerId, prediction.lockId), prediction };
    const name = seasonOf(prediction.settledAt ?? now);
    if (name !== season.name) {
      await endSeason();
      season = { name, rows: [] };
    }
    season.rows.push(row);
    const cells = columns.map(({ name, read }) => [name, read(row)] as [string, Cell]);
    csv.push(`${cells.map(([, cell]) => csvCell(textual(cell))).join(",")}\r\n`);
    jsonLines.push(`${JSON.stringify(Object.fromEntries(cells))}\n`);
    if (prediction.state === "void") ofVoid++;
    kinds[row.kind] = (kinds[row.kind] ?? 0) + 1;
  }
  await endSeason();
  const bytesOf = (texts: readonly string[]) => new TextEncoder().encode(texts.join(""));
  const written = [
    await put(store, "predictions.csv", "text/csv; charset=utf-8; header=present", bytesOf(csv)),
    await put(store, "predictions.jsonl", "application/jsonl; charset=utf-8", bytesOf(jsonLines)),
    ...seasons,
  ];
  const manifest: Manifest = {
    schemaVersion: SCHEMA_VERSION,
    writtenAt: now.toISOString(),
    hasSources,
    hasTraders,
    rows: jsonLines.length,
    void: ofVoid,
    kinds,
    files: written,
  };
  await files.put(manifestKey(ledgerId), JSON.stringify(manifest));
  // The files of the previous manifest are kept, so that its readers can still download them.
  await deleteOthers(store, [...written, ...(before?.files ?? [])]);
  return manifest;
}

function textual(cell: Cell): string | number | null {
  return typeof cell === "boolean" ? String(cell) : cell;
}

async function put(
  { files, ledgerId }: OpenDataStore,
  name: string,
  type: string,
  bytes: Uint8Array,
): Promise<PublishedFile> {
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  const key = `data/${encodeURIComponent(ledgerId)}/${hash}`;
  await files.put(key, bytes);
  return { name, type, bytes: bytes.length, sha256: hash, key };
}

async function deleteOthers({ files, ledgerId }: OpenDataStore, current: readonly PublishedFile[]) {
  const used = new Set([manifestKey(ledgerId), ...current.map(({ key }) => key)]);
  const { objects } = await files.list({ prefix: `data/${encodeURIComponent(ledgerId)}/` });
  const unused = objects.map(({ key }) => key).filter((key) => !used.has(key));
  if (unused.length > 0) await files.delete(unused);
}

function endedPredictions({ db, ledgerId }: OpenDataStore) {
  const scope = eq(predictions.scope, recordScope(ledgerId));
  return inOrderOfEnd(ROWS_AT_ONCE, ({ after, order, limit }) =>
    db
      .select()
      .from(predictions)
      .where(and(scope, inArray(predictions.state, ["settled", "void"]), after))
      .orderBy(...order)
      .limit(limit),
  );
}

const fileSchema = z.object({
  name: z.string().max(60),
  type: z.string().max(100),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  key: z.string().max(300),
});
type PublishedFile = z.infer<typeof fileSchema>;

/** The manifest is the only place that names the newest files. */
const manifestSchema = z.object({
  schemaVersion: z.string().max(10),
  writtenAt: z.iso.datetime(),
  hasSources: z.boolean(),
  hasTraders: z.boolean(),
  rows: z.number().int().nonnegative(),
  void: z.number().int().nonnegative(),
  kinds: z.record(z.string().max(20), z.number().int().nonnegative()),
  /** The CSV file and the JSON Lines file hold all rows; each Parquet file holds one season. */
  files: z.array(fileSchema).max(500),
});
type Manifest = z.infer<typeof manifestSchema>;

function manifestKey(ledgerId: LedgerId): string {
  return `data/${encodeURIComponent(ledgerId)}/manifest.json`;
}

async function readManifest(files: R2Bucket, ledgerId: LedgerId): Promise<Manifest | null> {
  const file = await files.get(manifestKey(ledgerId));
  return file ? manifestSchema.parse(await file.json()) : null;
}
