import { eq, sql } from "drizzle-orm";
import { TimedCache } from "#platform/cache.ts";
import type { Database } from "#platform/db/client.ts";
import { publicVersions } from "#platform/schema/operations.ts";

export type PublicVersionDeps = {
  /** Returns the version of the public data, at most five seconds old. It is part of the edge cache's keys. */
  publicVersion(): Promise<number>;
  publicChanged(): Promise<void>;
};

const MAX_AGE_MS = 5_000;
/** Caches the version of each ledger's public data, so that most requests need no database query for it. */
const versions = new TimedCache<number>({ max: 10, earlyMs: 1_000 });

/** Returns functions that read and increase the version of the ledger's public data. */
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
