import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "./db/client.ts";
import { leases } from "./schema/operations.ts";

/** Work that must not overlap: `kind` says which work, `subject` on what. */
type Work = { kind: string; subject: string };

type Lease = Work & { holder: string };

/**
 * Takes the lease on a piece of work, or returns null while another run holds it. A run that crashed holds its
 * lease until `milliseconds` have passed, so they must outlast the slowest run. At most `atOnce` leases of a kind
 * are held at a time.
 */
export async function takeLease(
  db: Database,
  work: Work,
  {
    now,
    milliseconds,
    atOnce = Number.MAX_SAFE_INTEGER,
  }: { now: Date; milliseconds: number; atOnce?: number },
): Promise<Lease | null> {
  const at = now.getTime();
  const holder = crypto.randomUUID();
  const rows = await db.all(sql`
    INSERT INTO leases (kind, subject, holder, expires_at)
    SELECT ${work.kind}, ${work.subject}, ${holder}, ${at + milliseconds} WHERE ${atOnce} >
      (SELECT count(*) FROM leases WHERE kind = ${work.kind} AND expires_at > ${at})
    ON CONFLICT (kind, subject) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE leases.expires_at <= ${at}
    RETURNING holder`);
  return rows.length > 0 ? { ...work, holder } : null;
}

/** Ends the lease if the holder still has it. Without a holder, it ends whoever has it. */
export async function endLease(db: Database, { kind, subject, holder }: Work & { holder?: string }) {
  const isHeld = holder === undefined ? undefined : eq(leases.holder, holder);
  await db.delete(leases).where(and(eq(leases.kind, kind), eq(leases.subject, subject), isHeld));
}

/** Returns the subjects with a lease of this kind: `held` ones, and `expired` ones whose run did not end it. */
export async function leasesOf(
  db: Database,
  kind: string,
  now: Date,
): Promise<{ held: ReadonlySet<string>; expired: ReadonlySet<string> }> {
  const rows = await db
    .select({ subject: leases.subject, isExpired: sql<number>`${lte(leases.expiresAt, now)}` })
    .from(leases)
    .where(eq(leases.kind, kind));
  const subjects = (isExpired: boolean) =>
    new Set(rows.filter((row) => (row.isExpired === 1) === isExpired).map(({ subject }) => subject));
  return { held: subjects(false), expired: subjects(true) };
}
