import { eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { publicVersions } from "#db/schema/public.ts";

export type PublicVersionDeps = {
  /** Which state of record and calendar is public: the edge keeps answers under it. At most five seconds old. */
  publicVersion(): Promise<number>;
  /** After a change of what everybody may read: no copy of before is answered any more. */
  publicChanged(): Promise<void>;
};

/** An isolate asks again after so long; until then a hit costs no way to the database. */
const RECHECK_MS = 5_000;

const versions = new Map<string, { version: number; readAtMs: number }>();

/** The public version of the market of these dependencies. By the primary key. */
export function publicVersionOf(
  db: Database,
  ledgerIdOf: () => Promise<string>,
  nowMs: () => number,
): PublicVersionDeps {
  return {
    async publicVersion() {
      const ledgerId = await ledgerIdOf();
      const known = versions.get(ledgerId);
      if (known && nowMs() - known.readAtMs < RECHECK_MS) return known.version;
      const [row] = await db
        .select({ version: publicVersions.version })
        .from(publicVersions)
        .where(eq(publicVersions.ledgerId, ledgerId));
      const version = row?.version ?? 0;
      versions.set(ledgerId, { version, readAtMs: nowMs() });
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
