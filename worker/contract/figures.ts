import { z } from "zod";
import { recordKinds } from "./rules.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const intervalSchema = z.object({ low: z.number(), high: z.number() });

/** Mean squared errors of P(beat), and skill: 1 - Brier / Brier of the reference. */
const scoreSchema = z.object({
  brier: share,
  /** Of always saying the base rate; of always saying "beat" with certainty, which is the share of misses. */
  baseBrier: share,
  alwaysBeatBrier: share,
  /** Over the base rate, and over "beat"; null where the reference made no error. */
  skill: z.number().nullable(),
  beatSkill: z.number().nullable(),
  /** 95% intervals; null with reports of fewer than ten days. */
  skillInterval: intervalSchema.nullable(),
  beatSkillInterval: intervalSchema.nullable(),
});
export type Score = z.infer<typeof scoreSchema>;

const scoredFields = {
  n: count,
  correct: count,
  beats: count,
  /** Null below MIN_SETTLED_FOR_SKILL. */
  score: scoreSchema.nullable(),
};

const groupFiguresSchema = z.object({ key: z.string().max(100), ...scoredFields });
export type GroupFigures = z.infer<typeof groupFiguresSchema>;

/** Predictions with P(beat) from `from` to below `to`. */
const reliabilityBinSchema = z.object({
  from: share,
  to: share,
  n: count,
  beats: count,
  /** Null below MIN_SETTLED_FOR_PERCENTAGE. */
  shares: z
    .object({
      predicted: share,
      observed: share,
      /** If every probability is right, the observed share lies between these 95% of the time; both ends inside. */
      bandLow: share,
      bandHigh: share,
    })
    .nullable(),
});
export type ReliabilityBin = z.infer<typeof reliabilityBinSchema>;

const discriminationSchema = z.object({
  bars: z.array(z.object({ from: share, to: share, beats: count, misses: count })).max(20),
  /** Mean P(beat) of beats and of misses. */
  meanOfBeats: share.nullable(),
  meanOfMisses: share.nullable(),
  /** Share of pairs of a beat and a miss in which the beat had the higher probability (area under the ROC curve). */
  ranking: z.object({ value: share, interval: intervalSchema.nullable() }).nullable(),
});
export type Discrimination = z.infer<typeof discriminationSchema>;

/** Skill over the base rate of the newest ROLLING_PREDICTIONS as of the end of a week. */
const skillPointSchema = z.object({
  /** The Sunday that ends it. */
  week: z.iso.date(),
  n: count,
  skill: z.number().nullable(),
  interval: intervalSchema.nullable(),
});
export type SkillPoint = z.infer<typeof skillPointSchema>;

export const groupings = ["sector", "size", "confidence", "daysBefore", "model"] as const;
export type Grouping = (typeof groupings)[number];

/** How settled predictions turned out, with what chance alone explains. */
export const figuresSchema = z.object({
  ...scoredFields,
  bins: z.array(reliabilityBinSchema).max(10),
  discrimination: discriminationSchema,
  overTime: z.array(skillPointSchema).max(160),
  groups: z
    .array(z.object({ by: z.enum(groupings), groups: z.array(groupFiguresSchema).max(60) }))
    .max(groupings.length),
  bootstrap: z.object({ draws: count, seed: count, level: share }),
});
export type Figures = z.infer<typeof figuresSchema>;

export const recordKindSchema = z.enum(recordKinds);
/** How predictions came about: never two kinds in one figure. */
export type RecordKind = z.infer<typeof recordKindSchema>;

export const recordFiguresQuerySchema = z.object({ kind: recordKindSchema.optional() });

/** GET /api/track-record/figures: of one kind of prediction; the kinds there are, with their counts. */
export const recordFiguresSchema = z.object({
  kind: recordKindSchema,
  kinds: z.array(z.object({ kind: recordKindSchema, settled: count })).max(recordKinds.length),
  figures: figuresSchema,
});
export type RecordFigures = z.infer<typeof recordFiguresSchema>;

/** GET /api/predictions/figures: of a person's own predictions. */
export const ownFiguresSchema = z.object({ figures: figuresSchema });
