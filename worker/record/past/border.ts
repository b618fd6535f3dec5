import { pastRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";

export type Border = {
  /** What was asked before (real time) goes, */
  asked: Date;
  /** and where it ended before (market time): nobody waits for its news. */
  ended: Date;
  /** In a full database open ones that report later (market time) wait in files. */
  opensAfter: Date | null;
};

/** Nearer where the database is fuller. Whole seasons or months go at once. */
export function borderOf({ now, marketNow }: { now: Date; marketNow: Date }, databaseBytes: number): Border {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const ended = daysFrom(marketNow, -pastRule.quietDays);
  if (databaseBytes < pastRule.seasonsUntilBytes) {
    const asked = new Date(Date.UTC(year, month - (month % 3) - 3 * pastRule.seasons, 1));
    return { asked, ended, opensAfter: null };
  }
  if (databaseBytes < pastRule.monthsUntilBytes)
    return { asked: new Date(Date.UTC(year, month - 1, 1)), ended, opensAfter: null };
  const asked = new Date(Date.UTC(year, month, now.getUTCDate() - pastRule.days));
  return { asked, ended, opensAfter: daysFrom(marketNow, 2 * pastRule.backDays) };
}

/** Report, settlement and notices are made from the database alone. */
export function backAtOf(reportsAt: Date): Date {
  return daysFrom(reportsAt, -pastRule.backDays);
}

function daysFrom(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

export async function databaseBytes(db: Database): Promise<number> {
  return (await db.$client.prepare("SELECT 1").run()).meta.size_after;
}
