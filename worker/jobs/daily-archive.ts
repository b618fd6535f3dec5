import { continueDailyArchive } from "#archive/daily.ts";
import { isOrdinary } from "#predictions/daily-record.ts";
import { withStore } from "#season/with-store.ts";
import { logUnexpected } from "#worker/errors.ts";
import type { Job } from "./job.ts";

/** Keeps what is known of each company of the universe today, for later fits of the model. */
export const dailyArchive: Job = {
  name: "daily archive",
  async run(deps) {
    const market = await deps.market();
    const { db, ledgerId, universe, now, marketNow } = deps.record(market.dataMode);
    await continueDailyArchive({
      db,
      ledgerId,
      universe,
      market: withStore(market, { db, ledgerId }),
      now,
      marketNow,
      onFailure: (symbol, error) => {
        if (!isOrdinary(error)) logUnexpected(error, { job: "daily archive", symbol });
      },
    });
  },
};
