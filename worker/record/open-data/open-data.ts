import { isoDay } from "#contract/time.ts";
import { SCHEMA_VERSION } from "./columns.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { type OpenDataStore, writeOpenData } from "./write-files.ts";

/** UTC. */
const WRITING_HOUR = 6;

/** Daily; answers whether it wrote. Safe to repeat. */
export async function continueOpenData(store: OpenDataStore, now: Date): Promise<boolean> {
  const manifest = await readManifest(store.files, store.ledgerId);
  const isToday = manifest?.writtenAt.slice(0, 10) === isoDay(now);
  if (now.getUTCHours() < WRITING_HOUR || (isToday && isCurrent(manifest, store))) return false;
  await writeOpenData(store, now);
  return true;
}

/** At once where there are none, or their columns may no longer be published. */
export async function openData(store: OpenDataStore, now: Date): Promise<Manifest> {
  const manifest = await readManifest(store.files, store.ledgerId);
  return manifest && isCurrent(manifest, store) ? manifest : writeOpenData(store, now);
}

function isCurrent(manifest: Manifest | null, { hasSources }: OpenDataStore): boolean {
  return manifest?.hasSources === hasSources && manifest.schemaVersion === SCHEMA_VERSION;
}
