import { accountExists } from "#accounts/profile/profile.ts";
import { dottedClass } from "#contract/symbol.ts";
import { putOnRecord } from "#predictions/record.ts";
import { findRequest } from "#predictions/store.ts";
import type { CountedRun } from "#research/counted-run.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";

/** Wires one user's analysis: their quota, the ticker's runner and the store of predictions. */
export async function userRunOf(
  deps: Deps,
  userId: string,
  symbol: string,
  requestKey: string,
): Promise<CountedRun> {
  const quota = await deps.quota(userId);
  const owner = { kind: "analysis", userId } as const;
  return {
    symbol: dottedClass(symbol),
    quota,
    call: quota.call(requestKey, dottedClass(symbol)),
    uncounted: {
      take: () => deps.enforceRateLimit("uncountedAnalysis", userId),
      restore: () => deps.releaseRateToken("uncountedAnalysis", userId),
    },
    open: async () => deps.analysisRunner(symbol).open(symbol),
    find: () => findRequest(deps.db, userId, requestKey),
    async store(analysis) {
      try {
        return await putOnRecord(deps.record(analysis.dataMode), { owner, requestKey, analysis });
      } catch (error) {
        if (await accountExists(deps.db, userId)) throw error;
        // Deleted meanwhile: what this run wrote after the deletion goes too.
        await quota.clear();
        throw new AppError("unauthenticated", "This account has been deleted.");
      }
    },
    nowMs: () => deps.now().getTime(),
  };
}
