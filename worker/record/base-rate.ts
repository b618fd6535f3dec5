import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { UnknownField } from "#contract/as-of.ts";
import type { BaseRate } from "#contract/calendar.ts";
import { easternDay } from "#contract/time.ts";
import { classLabel, classOf, classTraitsOf, shippedClasses } from "#model/reference-class.ts";
import { round } from "#model/statistics.ts";
import { AppError } from "#platform/errors.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { recordScope } from "#platform/scope.ts";
import { type PointInTime, pointInTimeTables, withPointInTime } from "#season/point-in-time.ts";
import { type PointInTimeCompanyReport, pointInTimeNextReport } from "#season/point-in-time-report.ts";
import { readReferenceClasses } from "#season/read-reference-classes.ts";
import { readEvidenceOf, recordKey } from "./prediction-row.ts";
import type { RecordDeps } from "./record.ts";

type Deps = Pick<RecordDeps, "db" | "ledgerId" | "files">;
type FoundBaseRate = Omit<BaseRate, "dataMode" | "asOf" | "known"> & {
  lockId: string | null;
  unknown: UnknownField[];
};

/**
 * Returns the base rate of a company's next report: the one in the report's lock, or else one computed from
 * the reports known at `now`. Throws `not_found` when no report with a consensus is known.
 */
export async function baseRateOf(
  deps: Deps,
  symbol: string,
  { moment, now }: { moment: PointInTime | null; now: Date },
): Promise<FoundBaseRate> {
  const report = await pointInTimeNextReport(deps, symbol, { moment, now });
  if (!report) throw new AppError("not_found", `No report of ${symbol} with a consensus is known.`);
  const { fiscalQuarterEnd, reportDate } = report;
  const head = { symbol, fiscalQuarterEnd, reportDate };
  const lock = await lockOf(deps, report, moment);
  if (lock) {
    const { baseRate, lockId, evidenceHash } = lock;
    const referenceClass = await lockedClass(deps.files, evidenceHash);
    return { ...head, source: "lock", baseRate, referenceClass, lockId, unknown: [] };
  }
  const counted = await countedRate(deps, report, { moment, now });
  return { ...head, source: "reports", lockId: null, ...counted };
}

async function countedRate(
  deps: Deps,
  { company, consensusEps, analystCount }: PointInTimeCompanyReport,
  { moment, now }: { moment: PointInTime | null; now: Date },
): Promise<Pick<FoundBaseRate, "baseRate" | "referenceClass" | "unknown">> {
  const day = easternDay(now);
  const fittedUntil = shippedClasses().to;
  if (fittedUntil >= day) {
    const reason = `The fitted counts that a class leans on know reports until ${fittedUntil}.`;
    return { baseRate: null, referenceClass: null, unknown: [{ field: "baseRate", reason }] };
  }
  const traits = classTraitsOf({
    marketCap: company?.marketCap ?? null,
    analystCount,
    consensusEps: consensusEps ?? 0,
    sector: company?.sector ?? company?.industry ?? null,
  });
  const { beatRate, n, low, high } = classOf(await readReferenceClasses(deps, day, moment), traits);
  const unknown = moment ? [{ field: "referenceClass", reason: CLASSES_THEN }] : [];
  return {
    baseRate: round(beatRate, 4),
    referenceClass: { label: classLabel(traits), n, low: round(low, 4), high: round(high, 4) },
    unknown,
  };
}

const CLASSES_THEN =
  "Sizes are by the number of analysts where the market value changed since; sectors are left out where they did.";

async function lockOf({ db, ledgerId }: Deps, report: PointInTimeCompanyReport, moment: PointInTime | null) {
  const { baseRate, lockId, evidenceHash, ledgerSeq } = predictions;
  const [row] = await withPointInTime(db, pointInTimeTables({ ledgerId }, moment))
    .select({ baseRate, lockId, evidenceHash, ledgerSeq })
    .from(predictions)
    .where(
      and(
        eq(predictions.scope, recordScope(ledgerId)),
        eq(predictions.requestKey, recordKey(report.symbol, report.fiscalQuarterEnd)),
      ),
    );
  return row && row.ledgerSeq !== null ? row : null;
}

const inEvidence = z.object({
  input: z.object({
    referenceClass: z.object({
      traits: z.custom<Parameters<typeof classLabel>[0]>(
        (candidate) => typeof candidate === "object" && candidate !== null,
      ),
      n: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  }),
});
const inAnalysis = z.object({
  model: z.object({
    referenceClass: z.object({ label: z.string(), n: z.number(), low: z.number(), high: z.number() }),
  }),
});

/**
 * Returns the reference class that a lock's evidence holds, or null when the evidence was written by another
 * version of its schema.
 */
async function lockedClass(files: R2Bucket, hash: string): Promise<FoundBaseRate["referenceClass"]> {
  const evidence = await readEvidenceOf(files, hash);
  const analyzed = inAnalysis.safeParse(evidence).data?.model.referenceClass;
  if (analyzed) return analyzed;
  const storedClass = inEvidence.safeParse(evidence).data?.input.referenceClass;
  return storedClass
    ? {
        label: classLabel(storedClass.traits),
        n: storedClass.n,
        low: round(storedClass.low, 4),
        high: round(storedClass.high, 4),
      }
    : null;
}
