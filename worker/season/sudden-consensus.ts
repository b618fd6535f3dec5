import { daysBetween, easternDay, HOUR_MS } from "#contract/time.ts";
import type { StoredReport } from "./report.ts";

/** A lock takes the consensus of its moment, so only changes in the last days before a report are looked at. */
const DAYS_BEFORE_REPORT = 3;
/**
 * A consensus that changes at once by more than both this share and these currency units is held back for a day.
 * Of 18 recorded trends of large companies, 15 changed by less than 18% in seven days. A quarter in a day is a
 * warning of the company, or the estimate of another quarter on this quarter's row.
 */
const SUDDEN_SHARE = 0.25;
const SUDDEN_UNITS = 0.05;
/** A sudden consensus that a source still gives after this time is accepted. */
const STAYED_MS = 20 * HOUR_MS;

type Sudden = Pick<StoredReport, "suddenConsensus" | "suddenSince">;
const NONE: Sudden = { suddenConsensus: null, suddenSince: null };

/**
 * Returns the consensus that is held back, or none when the new one is taken. The day before's value stands until the
 * new one has stayed for a day, unless it is within the range of the analysts' estimates, which sources give in
 * another list.
 */
export function suddenConsensusOf(report: StoredReport, consensusEps: number, now: Date): Sudden {
  const { consensusEps: known, estimateLow, estimateHigh, suddenConsensus, suddenSince } = report;
  if (known === null || report.isImported) return NONE;
  if (daysBetween(easternDay(now), report.reportDate) > DAYS_BEFORE_REPORT) return NONE;
  const limit = Math.max(SUDDEN_UNITS, SUDDEN_SHARE * Math.abs(known));
  if (Math.abs(consensusEps - known) <= limit) return NONE;
  const isInRange =
    estimateLow !== null &&
    estimateHigh !== null &&
    estimateLow <= consensusEps &&
    consensusEps <= estimateHigh;
  if (isInRange) return NONE;
  const isRepeated =
    suddenConsensus !== null &&
    suddenSince !== null &&
    Math.abs(suddenConsensus - consensusEps) <=
      Math.max(SUDDEN_UNITS, SUDDEN_SHARE * Math.abs(suddenConsensus));
  if (!isRepeated) return { suddenConsensus: consensusEps, suddenSince: now };
  return now.getTime() - suddenSince.getTime() >= STAYED_MS
    ? NONE
    : { suddenConsensus: consensusEps, suddenSince };
}
