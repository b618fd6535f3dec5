import type { Brief } from "#explanation/narrator/narrator.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH } from "#model/interval-width.ts";
import { NO_REPORTS } from "#model/reference-class.ts";
import { analyze } from "#research/analyze.ts";
import { gather } from "#research/gather.ts";

/** What a narrator would be told of a simulated company at a moment of the market. */
export async function sampleBrief(symbol: string, now = new Date("2026-03-10T15:00:00Z")): Promise<Brief> {
  const gathered = await gather(sampleMarket(), symbol, now);
  return analyze(gathered, { context: NO_CONTEXT, classes: NO_REPORTS, width: FITTED_WIDTH }).brief;
}
