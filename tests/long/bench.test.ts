import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Measured } from "../../scripts/bench/load/measure.ts";

/**
 * The share of a bare Worker's speed that each route should reach. Half of it is required here, because the machine
 * may do other things meanwhile.
 */
const targets: Partial<Record<keyof Measured["routes"], number>> = {
  verify: 0.5,
  profile: 0.5,
  dashboard: 0.35,
  analyzeCached: 0.3,
  calendar: 0.6,
  landing: 0.7,
};
const WIDE = 0.5;
/** A slow machine that runs other tests too takes more than four minutes. */
const MAX_MS = 480_000;

const run = (...command: string[]) =>
  execFileSync(process.execPath, command, {
    cwd: join(import.meta.dirname, "..", ".."),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    timeout: MAX_MS,
  });

describe("the bench", () => {
  it(
    "ends with one line of JSON: no errors, wide ratios to the bare Worker, and what an analysis uses",
    () => {
      const lines = run("scripts/bench/bench.ts", "--turns", "1", "--json").trim().split("\n");
      const measured = JSON.parse(lines.at(-1) ?? "") as Omit<Measured, "use">;
      expect(measured).toMatchObject({
        routes: expect.any(Object),
        rowsWrittenPerPrediction: expect.any(Number),
        analyzeAnswerGzipBytes: expect.any(Number),
        usdPerMillionAnalyses: expect.any(Number),
        rowsReadByAnalysis: { fresh: expect.any(Number), first: expect.any(Number) },
      });
      expect(Math.max(...Object.values(measured.rowsReadByAnalysis))).toBeLessThanOrEqual(500);
      expect(Object.keys(measured.routes)).toEqual([...Object.keys(targets), "plans", "trackRecord"]);
      for (const [route, load] of Object.entries(measured.routes)) {
        expect(load, route).toMatchObject({
          ratio: expect.any(Number),
          rps: expect.any(Number),
          p50: expect.any(Number),
          p99: expect.any(Number),
          errors: 0,
        });
        const target = targets[route as keyof Measured["routes"]] ?? 0;
        expect(load.ratio, `${route} of a bare Worker`).toBeGreaterThan(target * WIDE);
      }
      expect(measured.rowsWrittenPerPrediction).toBeLessThanOrEqual(6);
      expect(measured.analyzeAnswerGzipBytes).toBeLessThan(15_000);
    },
    MAX_MS,
  );
});

describe("the Worker", () => {
  /** Three times the time that it should take. */
  const WIDE_STARTUP_MS = 180;

  it("starts soon enough for a first request not to wait", { timeout: 60_000 }, () => {
    // The fastest start counts, because other load makes starts slower and never faster.
    const [, milliseconds] = /fastest (\d+) ms/.exec(run("scripts/bench/startup.ts")) ?? [];
    expect(Number(milliseconds)).toBeLessThan(WIDE_STARTUP_MS);
  });
});
