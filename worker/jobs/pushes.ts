import { sendDuePushes } from "#accounts/notices/send-pushes.ts";
import type { Job } from "./job.ts";

/** People reached in one tick: each costs about four subrequests and one a browser. */
const PUSHES_PER_TICK = 40;

/** Sends people's browsers what was settled and what reports soon. */
export const pushes: Job = {
  name: "pushes",
  async run(deps) {
    await sendDuePushes(deps.accounts, deps.marketNow(), { left: PUSHES_PER_TICK });
  },
};
