import { reportedSourcesOf } from "#predictions/reported.ts";
import { settleDue } from "#predictions/settlement.ts";
import type { Job } from "./job.ts";

/** Locks what never reached the ledger, and settles what has been reported. */
export const settlement: Job = {
  name: "settlement",
  async run(deps) {
    const market = await deps.market();
    await settleDue({ ...deps.record(market.dataMode), ask: reportedSourcesOf([market]) }, deps.marketNow());
  },
};
