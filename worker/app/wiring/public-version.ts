import { eq, sql } from "drizzle-orm";
import { TimedCache } from "#platform/cache.ts";
import type { Database } from "#platform/db/client.ts";
import { publicVersions } from "#platform/schema/operations.ts";

export type PublicVersionDeps = {
  /** The version is part of the edge cache's keys. It is at most five seconds old. */
  publicVersion(): Promise<number>;
  publicChanged(): Promise<void>;
};

const MAX_AGE_MS = 5_000;
/** With a cached version, no database query is needed. */
const versions = new TimedCache<number>({ max: 10, earlyMs: 1_000 });

/** Reads by primary key. */
export function publicVersionOf(
  db: Database,
  ledgerIdOf: () => Promise<string>,
  nowMs: () => number,
): PublicVersionDeps {
  return {
    async publicVersion() {
      const ledgerId = await ledgerIdOf();
      const cached = versions.find(ledgerId, nowMs());
      if (cached !== null) return cached;
      const askedAtMs = nowMs();
      const [row] = await db
        .select({ version: publicVersions.version })
        .from(publicVersions)
        .where(eq(publicVersions.ledgerId, ledgerId));
      const version = row?.version ?? 0;
      versions.set(ledgerId, version, askedAtMs + MAX_AGE_MS);
      return version;
    },
    async publicChanged() {
      const ledgerId = await ledgerIdOf();
      await db
        .insert(publicVersions)
        .values({ ledgerId, version: 1 })
        .onConflictDoUpdate({
          target: publicVersions.ledgerId,
          set: { version: sql`${publicVersions.version} + 1` },
        });
      versions.delete(ledgerId);
    },
  };
}
