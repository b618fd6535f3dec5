import { and, asc, desc, eq, gte, lt } from "drizzle-orm";
import { z } from "zod";
import {
  type Drift,
  type DriftFinding,
  driftFindingsSchema,
  driftFindingText,
  type RecalibrationProposal,
  recalibrationProposalsSchema,
} from "#contract/drift.ts";
import { sha256 } from "#contract/ledger-format.ts";
import { DAY_MS, daysOfWeek, isoDay, weekOf } from "#contract/time.ts";
import { calibrationDriftOf, recalibrationProposal, type SettledForecast } from "#model/recalibration.ts";
import type { Database } from "#platform/db/client.ts";
import { driftWeeks } from "#platform/schema/operations.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { recordScope } from "#platform/scope.ts";

type Store = { db: Database; ledgerId: string };

/** The number of weeks that a test covers: thirteen, about a season. */
const WEEKS = 13;

/**
 * Tests the calibration of the predictions settled in the 13 weeks that ended last Sunday, and stores the
 * result once a week. It changes no prediction. Returns the texts of new findings. If two runs overlap, only
 * one of them stores and returns findings.
 */
export async function watchCalibration(store: Store, marketNow: Date): Promise<string[]> {
  const { db, ledgerId } = store;
  const week = weekOf(isoDay(marketNow.getTime() - 7 * DAY_MS));
  const { monday, sunday } = daysOfWeek(week) as { monday: string; sunday: string };
  const before = await newestWeek(store);
  if (before && before.week >= week) return [];
  const firstDay = isoDay(Date.parse(monday) - (WEEKS - 1) * 7 * DAY_MS);
  const settled = await settledBetween(
    store,
    new Date(`${firstDay}T00:00:00Z`),
    new Date(Date.parse(sunday) + DAY_MS),
  );
  const { checks, findings } = calibrationDriftOf(groupsOf(settled));
  const weekBefore = weekOf(isoDay(Date.parse(monday) - 7 * DAY_MS));
  const standing = before?.week === weekBefore ? driftFindingsSchema.parse(JSON.parse(before.findings)) : [];
  const dated = findings.map(({ key, ...finding }): DriftFinding => {
    const same = standing.find(({ sector, kind }) => sector === key && kind === finding.kind);
    return { sector: key, ...finding, since: same?.since ?? week };
  });
  const news = dated.filter(({ since }) => since === week);
  const written = await db
    .insert(driftWeeks)
    .values({
      ledgerId,
      week,
      firstDay,
      lastDay: sunday,
      n: settled.length,
      checks: JSON.stringify(checks),
      findings: JSON.stringify(dated),
      proposals: JSON.stringify(dated.length > 0 ? await proposalsFor(settled) : []),
      hasNews: news.length > 0,
      checkedAt: marketNow,
    })
    .onConflictDoNothing()
    .returning({ week: driftWeeks.week });
  return written.length > 0 ? news.map(driftFindingText) : [];
}

export async function newestWeek({
  db,
  ledgerId,
}: Store): Promise<typeof driftWeeks.$inferSelect | undefined> {
  const [newest] = await db
    .select()
    .from(driftWeeks)
    .where(eq(driftWeeks.ledgerId, ledgerId))
    .orderBy(desc(driftWeeks.week))
    .limit(1);
  return newest;
}

function groupsOf(settled: readonly SettledPrediction[]) {
  const sectors = Map.groupBy(settled, ({ sector }) => sector);
  const bySector = [...sectors].map(([key, forecasts]) => ({ key, forecasts }));
  return [{ key: "", forecasts: settled }, ...bySector.toSorted((a, b) => (a.key < b.key ? -1 : 1))];
}

/**
 * Returns a proposed recalibration for each model version whose own predictions support one. The name of the
 * proposed version contains a hash of its slope and intercept.
 */
async function proposalsFor(settled: readonly SettledPrediction[]): Promise<RecalibrationProposal[]> {
  const proposals: RecalibrationProposal[] = [];
  for (const [modelVersion, forecasts] of Map.groupBy(settled, (forecast) => forecast.modelVersion)) {
    const proposal = recalibrationProposal(forecasts);
    if (!proposal) continue;
    const { slope, intercept } = proposal;
    const digest = (await sha256(JSON.stringify([modelVersion, slope, intercept]))).slice(0, 8);
    proposals.push({ version: `${modelVersion}.r${digest}`, modelVersion, ...proposal });
  }
  return proposals;
}

type SettledPrediction = SettledForecast & { sector: string; modelVersion: string };

/** Reads predictions settled at or after `from` and before `until`, oldest first. */
async function settledBetween(
  { db, ledgerId }: { db: Database; ledgerId: string },
  from: Date,
  until: Date,
): Promise<SettledPrediction[]> {
  const rows = await db
    .select({
      beatProbability: predictions.beatProbability,
      actualResult: predictions.actualResult,
      sector: predictions.sector,
      modelVersion: predictions.modelVersion,
    })
    .from(predictions)
    .where(
      and(
        eq(predictions.scope, recordScope(ledgerId)),
        eq(predictions.state, "settled"),
        gte(predictions.settledAt, from),
        lt(predictions.settledAt, until),
      ),
    )
    .orderBy(asc(predictions.settledAt), asc(predictions.id));
  return rows.map(({ beatProbability, actualResult, sector, modelVersion }) => ({
    beatProbability,
    isBeat: actualResult === "beat",
    sector: sector ?? "Unknown",
    modelVersion,
  }));
}

const checksSchema = z.array(z.object({ isTested: z.boolean() })).max(200);

/** Returns the newest stored calibration test of the record; `newest` is null before the first test. */
export async function calibrationDriftOfRecord(store: { db: Database; ledgerId: string }): Promise<Drift> {
  const newest = await newestWeek(store);
  if (!newest) return { newest: null };
  const { week, firstDay, lastDay, n, checks, findings, proposals } = newest;
  return {
    newest: {
      week,
      firstDay,
      lastDay,
      n,
      groupsTested: checksSchema.parse(JSON.parse(checks)).filter(({ isTested }) => isTested).length,
      findings: driftFindingsSchema.parse(JSON.parse(findings)),
      proposals: recalibrationProposalsSchema.parse(JSON.parse(proposals)),
    },
  };
}
