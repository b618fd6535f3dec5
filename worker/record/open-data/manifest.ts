import { z } from "zod";
import type { LedgerId } from "#platform/scope.ts";

const fileSchema = z.object({
  name: z.string().max(60),
  type: z.string().max(100),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  key: z.string().max(300),
});
export type PublishedFile = z.infer<typeof fileSchema>;

/** The only place that names the newest files. */
const manifestSchema = z.object({
  schemaVersion: z.string().max(10),
  writtenAt: z.iso.datetime(),
  hasSources: z.boolean(),
  rows: z.number().int().nonnegative(),
  void: z.number().int().nonnegative(),
  kinds: z.record(z.string().max(20), z.number().int().nonnegative()),
  /** Two of all rows, then one a season. */
  files: z.array(fileSchema).max(500),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function manifestKey(ledgerId: LedgerId): string {
  return `data/${encodeURIComponent(ledgerId)}/manifest.json`;
}

export async function readManifest(files: R2Bucket, ledgerId: LedgerId): Promise<Manifest | null> {
  const file = await files.get(manifestKey(ledgerId));
  return file ? manifestSchema.parse(await file.json()) : null;
}
