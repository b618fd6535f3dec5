import { z } from "zod";
import { type Drift, driftFindingsSchema, recalibrationProposalsSchema } from "#contract/drift.ts";
import type { Database } from "#platform/db/client.ts";
import { newestWeek } from "./watch-drift.ts";

const checksSchema = z.array(z.object({ isTested: z.boolean() })).max(200);

/** Null before the first tests. */
export async function driftOfRecord(store: { db: Database; ledgerId: string }): Promise<Drift> {
  const newest = await newestWeek(store);
  if (!newest) return { newest: null };
  const { week, firstDay, lastDay, n, checks, findings, proposals } = newest;
  return {
    newest: {
      ...{ week, firstDay, lastDay, n },
      groupsTested: checksSchema.parse(JSON.parse(checks)).filter(({ isTested }) => isTested).length,
      findings: driftFindingsSchema.parse(JSON.parse(findings)),
      proposals: recalibrationProposalsSchema.parse(JSON.parse(proposals)),
    },
  };
}
