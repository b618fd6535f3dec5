import { DELIVERIES_PER_TICK } from "#accounts/notices/delivery.ts";
import { issueDayOf, sendNewsletter } from "#accounts/notices/send-newsletter.ts";
import { newsletterIssueOf } from "#predictions/newsletter-issue.ts";
import type { Job } from "./job.ts";

/** Sends the week's newsletter to its readers, once a week. */
export const newsletter: Job = {
  name: "newsletter",
  async run(deps) {
    const marketNow = deps.marketNow();
    const day = issueDayOf(marketNow);
    if (day === null) return;
    const { dataMode } = await deps.market();
    const { db, ledgerId } = deps.record(dataMode);
    const write = () => newsletterIssueOf(db, { ledgerId, dataMode, marketNow });
    await sendNewsletter(
      deps.accounts,
      { issue: `${ledgerId} ${day}`, write },
      { left: DELIVERIES_PER_TICK },
    );
  },
};
