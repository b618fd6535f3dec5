import { rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sampleSymbols } from "#market/sample/companies.ts";
import type { Instance } from "../../instance.ts";
import { startFilled } from "../filled-instance.ts";
import { addAccounts } from "./accounts.ts";
import { startBareWorker } from "./bare-worker.ts";
import { type MeasuredUse, usdPerMillionAnalyses } from "./costs.ts";
import { driveRoute, type RouteLoad } from "./drive.ts";
import { analysisOf, HOT_TICKER, type RouteName, routeNames } from "./routes.ts";
import { runtimeCpuMs } from "./runtime.ts";
import { meanUse, type PlatformUse, routeUse, send } from "./use.ts";

const ACCOUNTS = 128;
const COUNTED_REQUESTS = 20;
const FRESH_ANALYSES = 20;
/** Twice as many, so that a fresh analysis of a known company is of a person who does not have it already. */
const COUNTED_ACCOUNTS = 2 * FRESH_ANALYSES;

export type Measured = {
  routes: Record<RouteName, RouteLoad>;
  /** `analyzeFirst` is the analysis of a company that was never read. */
  use: Record<RouteName | "analyzeFresh" | "analyzeFirst", PlatformUse>;
  /** Excludes the company that a fresh run stores, which `use` includes. */
  rowsWrittenPerPrediction: number;
  /** Of an analysis that no one had before: of a company that the store knows, and of one that it does not. */
  rowsReadByAnalysis: { fresh: number; first: number };
  analyzeAnswerGzipBytes: number;
  usdPerMillionAnalyses: number;
};

export async function measure(turns: number): Promise<Measured> {
  const { routes, fresh, cached } = await measureSpeed(turns);
  const { use, analyzeAnswerGzipBytes } = await measureUse();
  return {
    routes,
    use,
    rowsWrittenPerPrediction: use.analyzeCached.rowsWritten,
    rowsReadByAnalysis: { fresh: use.analyzeFresh.rowsRead, first: use.analyzeFirst.rowsRead },
    analyzeAnswerGzipBytes,
    usdPerMillionAnalyses: usdPerMillionAnalyses({
      fresh: withTime(use.analyzeFresh, fresh),
      cached: withTime(use.analyzeCached, cached),
    }),
  };
}

type Time = { cpuMs: number; seconds: number };

async function measureSpeed(
  turns: number,
): Promise<{ routes: Measured["routes"]; fresh: Time; cached: Time }> {
  const { instance, tokens } = await startWithAccounts(
    "bench-speed",
    ACCOUNTS,
    "scripts/bench/load/limits-entry.mjs",
  );
  try {
    for await (const _ of analysesOfMany(instance.url, tokens));
    await forgetRuns(instance);
    const fresh = await timeOf(FRESH_ANALYSES, () => analysesOfMany(instance.url, tokens));
    await send(instance.url, analysisOf(HOT_TICKER, tokens));
    const routes: Partial<Measured["routes"]> = {};
    let cached: Time = { cpuMs: 0, seconds: 0 };
    for (const route of routeNames) {
      const load = await driveFresh(route, instance, tokens, turns);
      routes[route] = load;
      if (route === "analyzeCached") cached = { cpuMs: load.cpuMs, seconds: load.p50 / 1000 };
    }
    return { routes: routes as Measured["routes"], fresh, cached };
  } finally {
    await instance.kill();
  }
}

/** The simulator keeps each request, which slows later ones down. */
async function driveFresh(
  route: RouteName,
  instance: Instance,
  tokens: readonly string[],
  turns: number,
): Promise<RouteLoad> {
  await instance.kill();
  await instance.start();
  const bare = await startBareWorker();
  try {
    return await driveRoute(route, { product: instance.url, bare: bare.url, tokens, turns });
  } finally {
    await bare.stop();
  }
}

async function measureUse(): Promise<Pick<Measured, "use" | "analyzeAnswerGzipBytes">> {
  const { instance, tokens } = await startWithAccounts(
    "bench-use",
    COUNTED_ACCOUNTS,
    "scripts/bench/load/counting-entry.mjs",
  );
  try {
    const countMany = () => {
      const analyses = analysesOfMany(instance.url, tokens);
      return meanUse(instance.url, FRESH_ANALYSES, async () => void (await analyses.next()));
    };
    // The day's first analysis counts the market's results, as a round of forecasts does otherwise.
    await send(instance.url, analysisOf(HOT_TICKER, tokens));
    const use: Partial<Measured["use"]> = { analyzeFirst: await countMany() };
    await forgetRuns(instance);
    use.analyzeFresh = await countMany();
    const answer = await send(instance.url, analysisOf(HOT_TICKER, tokens));
    for (const route of routeNames)
      use[route] = await routeUse(route, { url: instance.url, tokens, requests: COUNTED_REQUESTS });
    return { use: use as Measured["use"], analyzeAnswerGzipBytes: gzipSync(answer).length };
  } finally {
    await instance.kill();
  }
}

async function startWithAccounts(name: string, count: number, wrapper = "") {
  let tokens: string[] = [];
  const fill = (database: Parameters<typeof addAccounts>[0]) => {
    tokens = addAccounts(database, count);
  };
  // Uses the cache as production does.
  const { instance } = await startFilled(name, fill, { settings: { EDGE_CACHE: "on" }, wrapper });
  return { instance, tokens };
}

async function* analysesOfMany(url: string, tokens: readonly string[]) {
  const others = sampleSymbols.filter((symbol) => symbol !== HOT_TICKER);
  for (const symbol of others.slice(0, FRESH_ANALYSES)) yield await send(url, analysisOf(symbol, tokens));
}

/** Makes analyses of known companies fresh again. */
async function forgetRuns(instance: Instance): Promise<void> {
  await instance.kill();
  for (const memory of ["do/beatcast-AnalysisRunner", "cache"])
    rmSync(join(instance.state, "v3", memory), { recursive: true, force: true });
  await instance.start();
}

async function timeOf(times: number, calls: () => AsyncGenerator<unknown>): Promise<Time> {
  const [cpu, started] = [runtimeCpuMs(), performance.now()];
  const running = calls();
  for (let i = 0; i < times; i++)
    if ((await running.next()).done) throw new Error(`There were only ${i} calls.`);
  return { cpuMs: (runtimeCpuMs() - cpu) / times, seconds: (performance.now() - started) / 1000 / times };
}

/** The result is an upper bound. */
function withTime(use: PlatformUse, { cpuMs, seconds }: Time): MeasuredUse {
  return { ...use, cpuMilliseconds: cpuMs, objectSeconds: use.objectCalls * seconds };
}
