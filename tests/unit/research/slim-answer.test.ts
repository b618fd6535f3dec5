import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import { sampleSymbols } from "#market/sample/companies.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { withoutChartSeries } from "#research/answer.ts";
import { runAnalysis } from "#research/run.ts";

/** An answer of this size arrives within one round trip of a slow phone's initial window. */
const MAX_GZIP_BYTES = 15_000;
const HASH = "ab".repeat(32);
const analysisOf = (symbol: string) =>
  runAnalysis(
    symbol,
    {
      market: sampleMarket(),
      narrator: rulesNarrator,
      now: () => new Date("2026-11-20T15:00:00Z"),
      newId: () => "ana_1",
    },
    { onStage: () => undefined, onText: () => undefined },
  );
const gzipBytes = (value: unknown) => gzipSync(JSON.stringify(value)).length;

describe("the answer of an analysis", () => {
  it("is at most 15 kB compressed for every company of the sample market", async () => {
    const sizes = await Promise.all(
      sampleSymbols.map(
        async (symbol) => [symbol, gzipBytes(withoutChartSeries(await analysisOf(symbol), HASH))] as const,
      ),
    );
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.filter(([, bytes]) => bytes > MAX_GZIP_BYTES)).toEqual([]);
  });

  it("leaves out the series of the charts alone, and names the snapshot that has them", async () => {
    const analysis = await analysisOf("AAPL");
    const slim = withoutChartSeries(analysis, HASH);
    const { series, ...figures } = analysis.technicalIndicators ?? {};
    expect(series?.dates.length).toBeGreaterThan(200);
    expect(slim).toEqual({ ...analysis, technicalIndicators: { ...figures, snapshotHash: HASH } });
    expect(gzipBytes(analysis)).toBeGreaterThan(2 * gzipBytes(slim));
  });
});
