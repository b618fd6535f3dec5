import { z } from "zod";
import { recordKinds } from "./rules.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const intervalSchema = z.object({ low: z.number(), high: z.number() });

/**
 * Brier scores are mean squared errors of P(beat). Skill is 1 minus the Brier score divided by that of a
 * reference: the base rate for `skill`, and a forecast that always says "beat" for `beatSkill`.
 */
const scoreSchema = z.object({
  brier: share,
  baseBrier: share,
  alwaysBeatBrier: share,
  /** `skill` and `beatSkill` are null when their reference made no error. */
  skill: z.number().nullable(),
  beatSkill: z.number().nullable(),
  /** The 95% interval of `skill`. It is null when the reports are from fewer than ten days. */
  skillInterval: intervalSchema.nullable(),
  beatSkillInterval: intervalSchema.nullable(),
});
export type Score = z.infer<typeof scoreSchema>;

const scoredFields = {
  n: count,
  correct: count,
  beats: count,
  /** `score` is null when `n` is below MIN_SETTLED_FOR_SKILL. */
  score: scoreSchema.nullable(),
};

const groupFiguresSchema = z.object({ key: z.string().max(100), ...scoredFields });
export type GroupFigures = z.infer<typeof groupFiguresSchema>;

const reliabilityBinSchema = z.object({
  from: share,
  to: share,
  n: count,
  beats: count,
  /** `shares` is null when `n` is below MIN_SETTLED_FOR_PERCENTAGE. */
  shares: z
    .object({
      predicted: share,
      observed: share,
      /**
       * If every probability is right, the observed share lies between `bandLow` and `bandHigh` 95% of the
       * time.
       */
      bandLow: share,
      bandHigh: share,
      low: share,
      high: share,
    })
    .nullable(),
});
export type ReliabilityBin = z.infer<typeof reliabilityBinSchema>;

const discriminationSchema = z.object({
  bars: z.array(z.object({ from: share, to: share, beats: count, misses: count })).max(20),
  meanOfBeats: share.nullable(),
  meanOfMisses: share.nullable(),
  ranking: z.object({ value: share, interval: intervalSchema.nullable() }).nullable(),
});
export type Discrimination = z.infer<typeof discriminationSchema>;

const skillPointSchema = z.object({
  week: z.iso.date(),
  n: count,
  skill: z.number().nullable(),
  interval: intervalSchema.nullable(),
});
export type SkillPoint = z.infer<typeof skillPointSchema>;

/** Figures by the calendar quarter of the reports ("2026-Q3"), oldest first. */
const seasonFiguresSchema = z.object({ quarter: z.string().max(10), n: count, correct: count, beats: count });
export type SeasonFigures = z.infer<typeof seasonFiguresSchema>;

export const groupings = ["sector", "size", "confidence", "daysBefore", "model"] as const;
export type Grouping = (typeof groupings)[number];

export const figuresSchema = z.object({
  ...scoredFields,
  /** Predictions from 45% to 55%. The other figures count them too. */
  tossUps: z.object({ n: count, correct: count }),
  bins: z.array(reliabilityBinSchema).max(10),
  discrimination: discriminationSchema,
  overTime: z.array(skillPointSchema).max(160),
  seasons: z.array(seasonFiguresSchema).max(200),
  groups: z
    .array(z.object({ by: z.enum(groupings), groups: z.array(groupFiguresSchema).max(60) }))
    .max(groupings.length),
  bootstrap: z.object({ draws: count, seed: count, level: share }),
});
export type Figures = z.infer<typeof figuresSchema>;

export const recordKindSchema = z.enum(recordKinds);
/** Predictions of different kinds are never mixed in one figure. */
export type RecordKind = z.infer<typeof recordKindSchema>;

export const recordFiguresQuerySchema = z.object({ kind: recordKindSchema.optional() });

export const recordFiguresSchema = z.object({
  kind: recordKindSchema,
  kinds: z.array(z.object({ kind: recordKindSchema, settled: count })).max(recordKinds.length),
  figures: figuresSchema,
});
export type RecordFigures = z.infer<typeof recordFiguresSchema>;

export const ownFiguresSchema = z.object({ figures: figuresSchema });
