import { z } from "zod";
import { companyChangeSchema } from "./company-change.ts";
import { disputedSchema } from "./company-release.ts";
import { rowFaultReasons } from "./figure-doubt.ts";
import { personalText } from "./plain-text.ts";

export const REVIEW_LIST_LENGTH = 100;
export const MAX_LOCKS_DECIDED = 60;
export const REASON_LENGTH = { least: 10, most: 200 } as const;

const text = (length: number) => z.string().max(length);
const moment = z.iso.datetime();

const witnessSchema = z.object({
  finding: z.enum(["confirmed", "contradicted", "not_found", "no_release"]),
  /** The SEC accepted the filing between `releasedFrom` and `releasedTo`. */
  releasedFrom: moment.nullable(),
  releasedTo: moment.nullable(),
  documentUrl: text(300).nullable(),
  quote: text(300).nullable(),
  exhibitEps: z.number().nullable(),
  exhibitBasis: z.enum(["adjusted", "gaap"]).nullable(),
  gaapEps: z.number().nullable(),
  isGaapDerived: z.boolean().nullable(),
});
export type ReviewWitness = z.infer<typeof witnessSchema>;

const subject = { symbol: text(15), fiscalQuarterEnd: z.iso.date() };

const sourceFigureSchema = z.object({ eps: z.number(), source: text(80), reportDate: z.iso.date() });

const reviewLockSchema = z.object({
  lockId: text(60),
  consensusEps: z.number(),
  reportsAt: moment.nullable(),
  reason: text(300).nullable(),
});

const caseSchema = z.object({
  ...subject,
  companyName: text(200),
  locks: z.array(reviewLockSchema).max(MAX_LOCKS_DECIDED),
  /** `figure` is null when the source has none. */
  figure: sourceFigureSchema.nullable(),
  witness: witnessSchema.nullable(),
  results: z.number().int().nonnegative(),
});
export type ReviewCase = z.infer<typeof caseSchema>;

const disagreementSchema = z.object({ ...subject, figureEps: z.number(), witness: witnessSchema });
export type Disagreement = z.infer<typeof disagreementSchema>;

const releaseName = {
  symbol: text(15),
  accession: text(40).regex(/^[\d-]+$/),
  file: text(200).regex(/^[\w.-]+$/),
};

/** A press release in which the rule-based reader and the language model read different figures. */
const disputedReleaseSchema = z.object({
  ...releaseName,
  filedOn: z.iso.date(),
  url: text(300).nullable(),
  disputed: z.array(disputedSchema).max(200),
});
export type DisputedRelease = z.infer<typeof disputedReleaseSchema>;

/** A reported change of a company, such as a new ticker, that is too doubtful to be applied automatically. */
const doubtfulChangeSchema = z.object({
  id: text(100),
  change: companyChangeSchema,
  reason: text(300).nullable(),
});
export type UnappliedChange = z.infer<typeof doubtfulChangeSchema>;

const sentResultSchema = z.object({
  predictionId: text(60),
  ...subject,
  eps: z.number(),
  /** The web address that a user sent as evidence. Nobody has checked it. */
  url: text(2_000),
  sentAt: moment,
});
export type SubmittedResult = z.infer<typeof sentResultSchema>;

const deadLetterSchema = z.object({
  id: text(60),
  job: text(60),
  error: text(200),
  body: text(2_000),
  times: z.number().int().positive(),
  lastAt: moment,
});
export type DeadLetterItem = z.infer<typeof deadLetterSchema>;

const underSecretsSchema = z.object({
  /** The number of stored values that depend on an older secret, which this deployment still has. */
  underOlder: z.number().int().nonnegative(),
  /**
   * The number of stored values that depend on a secret that this deployment does not have, so their owners
   * cannot use them.
   */
  unreadable: z.number().int().nonnegative(),
});

const secretRotationSchema = z.object({
  olderSecrets: z.number().int().nonnegative(),
  authenticators: underSecretsSchema,
  recoveryCodes: underSecretsSchema,
  webhookSecrets: underSecretsSchema,
});
export type SecretRotation = z.infer<typeof secretRotationSchema>;

const sourceFaultsSchema = z.object({
  source: text(80),
  reason: z.enum(rowFaultReasons),
  /** The number of rows since yesterday, and on an average day of the week before. */
  rows: z.number().int().nonnegative(),
  usualRows: z.number().int().nonnegative(),
  examples: z.array(z.object({ symbol: text(15), day: text(10) })).max(10),
});
export type SourceFaults = z.infer<typeof sourceFaultsSchema>;

const decidedSchema = z.object({
  subject: text(200),
  decision: text(20),
  reason: text(REASON_LENGTH.most),
  at: moment,
});
export type DecidedCase = z.infer<typeof decidedSchema>;

export const reviewSchema = z.object({
  cases: z.array(caseSchema).max(REVIEW_LIST_LENGTH),
  disagreements: z.array(disagreementSchema).max(REVIEW_LIST_LENGTH),
  results: z.array(sentResultSchema).max(REVIEW_LIST_LENGTH),
  releases: z.array(disputedReleaseSchema).max(REVIEW_LIST_LENGTH),
  changes: z.array(doubtfulChangeSchema).max(REVIEW_LIST_LENGTH),
  deadLetters: z.array(deadLetterSchema).max(REVIEW_LIST_LENGTH),
  decided: z.array(decidedSchema).max(REVIEW_LIST_LENGTH),
  sources: z.array(sourceFaultsSchema).max(REVIEW_LIST_LENGTH),
  secrets: secretRotationSchema,
});
export type Review = z.infer<typeof reviewSchema>;

const reason = personalText(REASON_LENGTH.most, { isMultiline: true }).pipe(
  z.string().min(REASON_LENGTH.least, `Enter a reason of at least ${REASON_LENGTH.least} characters.`),
);
const decisionFields = {
  ...subject,
  lockIds: z.array(text(60).min(1)).min(1, "Name the predictions to decide.").max(MAX_LOCKS_DECIDED),
  reason,
};

export const reviewDecisionSchema = z.discriminatedUnion(
  "decision",
  [
    z.object({
      decision: z.literal("settle"),
      ...decisionFields,
      eps: z
        .number("Enter the reported EPS as a number.")
        .min(-100_000, "Enter the reported EPS in dollars per share.")
        .max(100_000, "Enter the reported EPS in dollars per share."),
    }),
    z.object({ decision: z.literal("void"), ...decisionFields }),
    z.object({ decision: z.literal("wait"), ...decisionFields }),
  ],
  "Choose to settle, to void or to keep waiting.",
);
export type ReviewDecision = z.infer<typeof reviewDecisionSchema>;

export const decisionResultSchema = z.object({ decided: z.number().int().nonnegative() });

export const deadLetterDecisionSchema = z.object({
  decision: z.enum(["replay", "drop"], "Choose to replay or to drop."),
  reason,
});
export type DeadLetterDecision = z.infer<typeof deadLetterDecisionSchema>;

export const dismissalSchema = z.object({ reason });

export const changeDecisionSchema = z.object({
  id: text(100).regex(/^[a-z_]+ [A-Z0-9. -]+$/, "This is no change of the list."),
  decision: z.enum(["carry_out", "dismiss"], "Choose to carry it out or to dismiss it."),
  reason,
});
export type ChangeDecision = z.infer<typeof changeDecisionSchema>;

export const releaseDecisionSchema = z.object({
  ...releaseName,
  /** The index of the disputed item in the list as the reviewer saw it. `of` is the length of that list. */
  item: z.number().int().min(0),
  of: z.number().int().positive(),
  decision: z.enum(["rules", "model", "neither"], "Choose a reader, or neither."),
  reason,
});
export type ReleaseDecision = z.infer<typeof releaseDecisionSchema>;
