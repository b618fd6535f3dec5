import { auditTallies } from "#predictions/audit.ts";
import { recordScope } from "#predictions/scope.ts";
import type { Job } from "./job.ts";

/** UTC hour in which the sums are counted anew. */
const HOUR = 4;

/** Once a day the kept sums of the record are compared with a full recount. A difference is our error, and is logged. */
export const audit: Job = {
  name: "audit",
  async run(deps) {
    if (deps.now().getUTCHours() !== HOUR) return;
    const { db, ledgerId } = deps.record((await deps.market()).dataMode);
    const difference = await auditTallies(db, recordScope(ledgerId));
    if (difference) throw new Error(`The kept sums of ${ledgerId} differ from a recount:\n${difference}`);
  },
};
