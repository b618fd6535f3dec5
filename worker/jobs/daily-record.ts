import type { Analysis } from "#contract/analysis.ts";
import { continueDailyRecord, isOrdinary } from "#predictions/daily-record.ts";
import { readRun } from "#research/analysis-runner.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError, logUnexpected } from "#worker/errors.ts";
import type { Job } from "./job.ts";

/** Predicts the companies of the universe that report soon. */
export const dailyRecord: Job = {
  name: "daily record",
  async run(deps) {
    const market = await deps.market();
    await continueDailyRecord({
      ...deps.record(market.dataMode),
      market,
      analyse: (symbol) => analysed(deps, symbol),
      onFailure: (symbol, error) => {
        if (!isOrdinary(error)) logUnexpected(error, { job: "daily record", symbol });
      },
    });
  },
};

/** In the ticker's runner: each has the limits of its own invocation, and users who ask get the same numbers. */
async function analysed(deps: Deps, symbol: string): Promise<Analysis> {
  for await (const event of readRun(await deps.analysisRunner(symbol).open(symbol))) {
    if (event.event === "result") return event.data.analysis;
    if (event.event === "error") throw new AppError(event.data.code, event.data.message);
  }
  throw new AppError("upstream_unavailable", "The analysis broke off.");
}
