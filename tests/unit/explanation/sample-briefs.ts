import type { CompanyGuidance } from "#contract/company-guidance.ts";
import type { Brief } from "#explanation/narrator/narrator.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { readingArchive } from "#research/archive.ts";
import { compute } from "#research/compute.ts";
import { describeAnalysis } from "#research/describe.ts";
import { gather, type MarketSnapshot } from "#research/gather.ts";

/** Computes and describes an analysis without a store. */
export async function describeAlone(snapshot: MarketSnapshot, guidance?: CompanyGuidance) {
  const request = await readingArchive().request(snapshot.company, snapshot.now);
  return describeAnalysis(snapshot, compute(snapshot, request), guidance);
}

/** Returns what a narrator gets about a simulated company at one moment of the market. */
export async function sampleBrief(symbol: string, now = new Date("2026-03-10T15:00:00Z")): Promise<Brief> {
  return (await describeAlone(await gather(sampleMarket(), symbol, now))).brief;
}
