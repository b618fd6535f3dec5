import { deleteExpired } from "#accounts/privacy/delete-expired.ts";
import { deleteExpiredBilling } from "#billing/delete-expired.ts";
import type { Job } from "./job.ts";

/** Deletes what has had its time, as the privacy policy says: sessions, links, events, addresses, billing data. */
export const retention: Job = {
  name: "retention",
  async run({ accounts, db, now }) {
    await deleteExpired(accounts);
    await deleteExpiredBilling(db, now());
  },
};
