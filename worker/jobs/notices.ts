import { DELIVERIES_PER_TICK } from "#accounts/notices/delivery.ts";
import { sendDueNotices } from "#accounts/notices/send-notices.ts";
import type { Job } from "./job.ts";

/** Mails people what was settled, what reports soon, and their week. */
export const notices: Job = {
  name: "notices",
  async run(deps) {
    await sendDueNotices(deps.accounts, deps.marketNow(), { left: DELIVERIES_PER_TICK });
  },
};
