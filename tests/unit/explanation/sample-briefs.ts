import type { CompanyGuidance } from "#contract/company-guidance.ts";
import type { NarratorInput } from "#explanation/narrator/narrator.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { readingArchive } from "#research/archive.ts";
import { computeAnalysis } from "#research/compute.ts";
import { describeAnalysis } from "#research/describe.ts";
import { gatherMarketSnapshot, type MarketSnapshot } from "#research/gather.ts";

/** Computes and describes an analysis without a store. */
export async function describeAlone(snapshot: MarketSnapshot, guidance?: CompanyGuidance) {
  const request = await readingArchive().request(snapshot.company, snapshot.now);
  return describeAnalysis(snapshot, computeAnalysis(snapshot, request), guidance);
}

/** Returns what a narrator gets about a simulated company at one moment of the market. */
export async function sampleBrief(
  symbol: string,
  now = new Date("2026-03-10T15:00:00Z"),
): Promise<NarratorInput> {
  return (await describeAlone(await gatherMarketSnapshot(sampleMarket(), symbol, now))).brief;
}
