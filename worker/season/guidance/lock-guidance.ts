import type { CompanyGuidance } from "#contract/company-guidance.ts";
import type { LockGuidance } from "#contract/lock-evidence.ts";
import { round } from "#model/statistics.ts";

/**
 * Returns the company's EPS guidance for the quarter as a lock stores it, or null without any. The first
 * matching line counts, because `latest` is ordered by importance.
 */
export function lockGuidanceOf(
  { latest }: CompanyGuidance,
  { fiscalQuarterEnd }: { fiscalQuarterEnd: string },
): LockGuidance | null {
  const line = latest.find(
    (one) => one.metric === "eps" && one.fiscalQuarterEnd === fiscalQuarterEnd && one.action !== "withdrawn",
  );
  if (!line) return null;
  const { basis, low, high, currency, action, filedOn, quote, url, consensus } = line;
  const midpoint = low === null || high === null ? null : round((low + high) / 2, 4);
  const againstConsensus = midpoint === null || consensus === null ? null : round(midpoint - consensus, 4);
  return { basis, low, high, currency, action, filedOn, quote, url, midpoint, againstConsensus };
}
