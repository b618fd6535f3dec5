import { readCurrent } from "#season/sync.ts";
import type { Job } from "./job.ts";

/** Reads the reports of the days around today into the store, where the source has a calendar of the whole market. */
export const seasonCalendar: Job = {
  name: "season calendar",
  async run({ market, record, marketNow }) {
    const source = await market();
    await readCurrent({ store: record(source.dataMode), market: source, marketNow });
  },
};
