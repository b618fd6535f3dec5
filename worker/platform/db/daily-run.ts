import { and, eq } from "drizzle-orm";
import { jobProgress } from "../schema/predictions.ts";
import type { Database } from "./client.ts";

type DailyRun = {
  job: string;
  /** ISO. */
  day: string;
  universe: readonly string[];
  atOnce: number;
};

/**
 * Goes on with a day's round where it stopped, one batch of companies. True when the list is through. Safe to
 * repeat, stop or overlap if a visit is. A batch whose visit throws is next again; one that answers false
 * ends the day's list.
 */
export async function continueDailyRun(
  db: Database,
  { job, day, universe, atOnce }: DailyRun,
  visit: (batch: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  if (universe.length === 0) return true;
  const isToday = and(eq(jobProgress.job, job), eq(jobProgress.day, day));
  await db.insert(jobProgress).values({ job, day, position: 0 }).onConflictDoNothing();
  const [progress] = await db.select().from(jobProgress).where(isToday);
  const position = progress?.position ?? 0;
  const batch = universe.slice(position, position + atOnce);
  const goesOn = batch.length > 0 && (await visit(batch));
  const next = goesOn ? position + batch.length : universe.length;
  await db
    .update(jobProgress)
    .set({ position: next })
    .where(and(isToday, eq(jobProgress.position, position)));
  return next >= universe.length;
}
