import { pastRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";

/** Before which moment ended predictions of people leave the database: nearer where it is fuller. Whole periods go at once. */
export function borderOf(now: Date, databaseBytes: number): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (databaseBytes < pastRule.seasonsUntilBytes)
    return new Date(Date.UTC(year, month - (month % 3) - 3 * pastRule.seasons, 1));
  if (databaseBytes < pastRule.monthsUntilBytes) return new Date(Date.UTC(year, month - 1, 1));
  return new Date(Date.UTC(year, month, now.getUTCDate() - pastRule.days));
}

/** From this settlement on nobody waits for news of a prediction, and no week's summary counts it. `now` is the market's time. */
export function quietSince(now: Date): Date {
  return new Date(now.getTime() - pastRule.quietDays * DAY_MS);
}

/** As the database says it with every answer. */
export async function databaseBytes(db: Database): Promise<number> {
  return (await db.$client.prepare("SELECT 1").run()).meta.size_after;
}
