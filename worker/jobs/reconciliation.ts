import { reconcileSubscriptions } from "#billing/reconcile.ts";
import type { Job } from "./job.ts";

/** Asks the payment provider about every customer once a day; each tick takes those that are due. */
export const reconciliation: Job = {
  name: "reconciliation",
  async run(deps) {
    const { failed } = await reconcileSubscriptions(deps.billing());
    if (failed > 0)
      throw new Error(`${failed} customers could not be reconciled; the next tick tries again.`);
  },
};
