import { type AskSources, reportedSourcesOf } from "#predictions/reported.ts";
import { settleDue } from "#predictions/settlement.ts";
import { storedFigure, withStore } from "#season/with-store.ts";
import type { Job } from "./job.ts";

/** Locks what never reached the ledger, and settles what has been reported. */
export const settlement: Job = {
  name: "settlement",
  async run(deps) {
    const market = await deps.market();
    const record = deps.record(market.dataMode);
    const askSource = reportedSourcesOf([withStore(market, record)]);
    const ask: AskSources = async (symbol, fiscalQuarterEnd, now) => {
      const figure = await storedFigure(record, market.sources, { symbol, fiscalQuarterEnd, now });
      return figure ? { figures: [figure], expectedAt: null } : askSource(symbol, fiscalQuarterEnd, now);
    };
    await settleDue({ ...record, ask }, deps.marketNow());
  },
};
