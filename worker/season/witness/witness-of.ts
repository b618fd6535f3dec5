import { and, eq, gte, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { WITNESS_PATIENCE_MINUTES } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { Database } from "#platform/db/client.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { isWitnessOfReport, reportWitnesses } from "#platform/schema/witness.ts";
import { type AskWitnesses, type Witness, type WitnessSubject, witnessKey } from "./witness.ts";

/** The witnesses as settlement asks for them, from the store. By the primary keys; `now` is the market's time. */
export function storedWitnesses(db: Database, ledgerId: string): AskWitnesses {
  return async (subjects, now) => {
    if (subjects.length === 0) return new Map();
    const given = JSON.stringify(subjects.map(({ symbol, fiscalQuarterEnd }) => [symbol, fiscalQuarterEnd]));
    const rows = await db
      .select({
        symbol: seasonReports.symbol,
        fiscalQuarterEnd: seasonReports.fiscalQuarterEnd,
        seenAt: seasonReports.reportedSeenAt,
        witness: reportWitnesses,
      })
      .from(seasonReports)
      .leftJoin(reportWitnesses, isWitnessOfReport)
      .where(
        and(
          eq(seasonReports.ledgerId, ledgerId),
          sql`(${seasonReports.symbol}, ${seasonReports.fiscalQuarterEnd}) IN
              (SELECT value ->> 0, value ->> 1 FROM json_each(${given}))`,
        ),
      );
    return new Map(
      rows.map(({ seenAt, witness, ...report }) => [witnessKey(report), meaning(witness, seenAt, now)]),
    );
  };
}

function meaning(row: typeof reportWitnesses.$inferSelect | null, seenAt: Date | null, now: Date): Witness {
  const patienceMs = WITNESS_PATIENCE_MINUTES * 60_000;
  if (!row)
    return {
      isAwaited: seenAt !== null && now.getTime() - seenAt.getTime() < patienceMs,
      released: null,
      contradiction: null,
    };
  const { releasedFrom: from, releasedTo: to, finding, exhibitEps: eps, exhibitBasis: basis } = row;
  return {
    isAwaited: false,
    released: from && to ? { from, to } : null,
    contradiction:
      finding === "contradicted" && eps !== null && basis ? { eps, basis, since: row.firstLookedAt } : null,
  };
}

/** Days after a report in which its first look may still be due. */
const NEW_FOR_DAYS = 10;

/** Reports whose witnesses are to be looked for now: new figures first, then what is looked for again. */
export async function dueWitnesses(
  db: Database,
  ledgerId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<WitnessSubject[]> {
  const subject = { symbol: seasonReports.symbol, fiscalQuarterEnd: seasonReports.fiscalQuarterEnd };
  const today = easternDay(now);
  const fresh = await db
    .select(subject)
    .from(seasonReports)
    .leftJoin(reportWitnesses, isWitnessOfReport)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        gte(seasonReports.reportDate, dayAfter(today, -NEW_FOR_DAYS)),
        lte(seasonReports.reportDate, today),
        isNotNull(seasonReports.reportedEps),
        eq(seasonReports.isImported, false),
        isNull(reportWitnesses.symbol),
      ),
    )
    .limit(limit);
  const again = await db
    .select({ symbol: reportWitnesses.symbol, fiscalQuarterEnd: reportWitnesses.fiscalQuarterEnd })
    .from(reportWitnesses)
    .where(and(eq(reportWitnesses.ledgerId, ledgerId), lte(reportWitnesses.lookAgainAt, now)))
    .limit(Math.max(0, limit - fresh.length));
  return [...fresh, ...again];
}
