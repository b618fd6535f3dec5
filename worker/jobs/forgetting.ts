import { forgetExpired } from "#accounts/forget-expired.ts";
import { forgetPaid } from "#billing/forget.ts";
import type { Job } from "./job.ts";

/** Deletes what has had its time, as the privacy policy says: sessions, links, events, addresses, billing data. */
export const forgetting: Job = {
  name: "forgetting",
  async run({ accounts, db, now }) {
    await forgetExpired(accounts);
    await forgetPaid(db, now());
  },
};
