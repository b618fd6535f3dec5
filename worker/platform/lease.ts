import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "./db/client.ts";
import { leases } from "./schema/operations.ts";

/**
 * A piece of work that only one run may do at a time: `kind` is the type of work, and `subject` is what the
 * work is done on.
 */
type Work = { kind: string; subject: string };

type Lease = Work & { holder: string };

/**
 * Takes the lease on a piece of work. Returns null while another run holds it, or while `atOnce` leases of the
 * kind are held. A crashed run keeps its lease until `milliseconds` have passed, so `milliseconds` must be
 * longer than the slowest run.
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

/** Ends the lease if `holder` still has it. Without `holder`, ends the lease whoever has it. */
export async function endLease(db: Database, { kind, subject, holder }: Work & { holder?: string }) {
  const isHeld = holder === undefined ? undefined : eq(leases.holder, holder);
  await db.delete(leases).where(and(eq(leases.kind, kind), eq(leases.subject, subject), isHeld));
}

/**
 * Returns the subjects that have a lease of this kind: those whose lease is `held`, and those whose lease
 * `expired` before its run ended it.
 */
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
