import { z } from "zod";
import { fixed, percent } from "./format.ts";

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
const week = z.string().regex(/^\d{4}-W\d{2}$/);

const driftFindingSchema = z.object({
  sector: z.string().max(80),
  /**
   * `level` means that the share of beats differs from the mean probability. `slope` means that the
   * probabilities are over- or underconfident.
   */
  kind: z.enum(["level", "slope"]),
  n: count,
  beatShare: share,
  meanProbability: share,
  /**
   * The calibration slope of the probabilities; 1 is calibrated. `slope` is null with too few beats or too few
   * misses.
   */
  slope: z.number().nullable(),
  pValue: share,
  since: week,
});
export type DriftFinding = z.infer<typeof driftFindingSchema>;

const comparedSchema = z.object({ before: z.number(), after: z.number() });

/** A recalibration of the model that the weekly calibration check proposes. It changes no prediction. */
const recalibrationProposalSchema = z.object({
  version: z.string().max(80),
  modelVersion: z.string().max(80),
  slope: z.number(),
  intercept: z.number(),
  n: count,
  tested: z.object({
    n: count,
    logLoss: comparedSchema,
    brier: comparedSchema,
    gain: z.number(),
    gainError: z.number(),
  }),
});
export type RecalibrationProposal = z.infer<typeof recalibrationProposalSchema>;

export const driftFindingsSchema = z.array(driftFindingSchema).max(200);
export const recalibrationProposalsSchema = z.array(recalibrationProposalSchema).max(20);

export const driftSchema = z.object({
  newest: z
    .object({
      week,
      firstDay: z.iso.date(),
      lastDay: z.iso.date(),
      n: count,
      groupsTested: count,
      findings: driftFindingsSchema,
      proposals: recalibrationProposalsSchema,
    })
    .nullable(),
});
export type Drift = z.infer<typeof driftSchema>;

export function driftFindingText({
  sector,
  kind,
  n,
  beatShare,
  meanProbability,
  slope,
}: DriftFinding): string {
  const who = sector === "" ? "All sectors" : sector;
  if (kind === "level" || slope === null)
    return `${who}: ${percent(beatShare, 1)} of ${n} beat, ${percent(meanProbability, 1)} were predicted to.`;
  const how = slope < 1 ? "too far from" : "too close to";
  return `${who}: the probabilities of ${n} predictions lie ${how} each other (slope ${fixed(slope)}).`;
}
