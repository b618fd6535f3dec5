import type { Analysis } from "#contract/analysis.ts";
import { chooseNarrator } from "#explanation/narrator/language-model.ts";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import { servedSampleMarket } from "#market/choose-market-data.ts";
import { type Database, openDatabase } from "#platform/db/client.ts";
import { storeSnapshot } from "#platform/files/evidence-file.ts";
import { newId } from "#platform/ids.ts";
import { LoggedError, logUnexpected } from "#platform/log.ts";
import type { Research } from "#research/analysis-runner.ts";
import { requireValidAnalysis, withoutChartSeries } from "#research/answer.ts";
import { readingArchive } from "#research/archive.ts";
import { withCandidates } from "#research/candidates.ts";
import { runAnalysis } from "#research/run.ts";
import { openArchive } from "#research/stored-archive.ts";
import { storeMoves } from "#season/calendar/read-calendar.ts";
import { countsBefore, ownMovesBefore } from "#season/move-counts.ts";
import { readContexts } from "#season/read-context.ts";
import { readReferenceClasses } from "#season/read-reference-classes.ts";
import { readContextShift } from "#season/upcoming/read-context-shift.ts";
import type { Bindings } from "../bindings.ts";
import { type Settings, settingsOf } from "../settings/env.ts";
import { upstreamFetch } from "./external-services.ts";
import { areTraderPricesShown, ledgerIdOf, marketClock, marketOf } from "./market.ts";

export function researchOf(env: Bindings): Research {
  const settings = settingsOf(env);
  const log = (entry: object) => console.log(JSON.stringify({ level: "info", event: "narrative", ...entry }));
  const narrator = chooseNarrator(settings, env.AI, log, undefined, upstreamFetch(settings));
  return async (symbol, watcher) => {
    const market = await marketOf(settings);
    const ledgerId = ledgerIdOf(settings, market.dataMode);
    const archive = openArchive({
      db: openDatabase(env.DB),
      files: env.FILES,
      ledgerId,
      areTraderPricesShown: areTraderPricesShown(settings),
    });
    const now = marketClock(settings);
    const run = { market, narrator, now, newId: () => newId("ana"), archive };
    const analysis = await runAnalysis(symbol, run, watcher).catch(async (error: unknown) => {
      throw await withCandidates(error, { market, text: symbol, now: now() });
    });
    const valid = requireValidAnalysis(analysis, (issues) =>
      logUnexpected(new LoggedError(issues), { analysisRunner: symbol }),
    );
    await storeMoves({ db: openDatabase(env.DB), ledgerId }, valid).catch((error: unknown) =>
      logUnexpected(error, { call: "moves" }),
    );
    const evidenceHash = await storeSnapshot(env.FILES, valid);
    return { analysis: withoutChartSeries(valid, evidenceHash), evidenceHash };
  };
}

/**
 * Returns a function that analyzes a company as of a past moment. It uses the simulated market, because no
 * other source can say what was known at that time. Base rates, context and typical moves come from stored reports
 * before the past day, and are read once for each such day.
 */
export function openPastAnalyses(db: Database, settings: Settings) {
  const store = { db, ledgerId: ledgerIdOf(settings, "sample") };
  const contexts = onceEach((day) => readContexts(store, day));
  const moveCounts = onceEach((day) => countsBefore(store, day));
  const archive = readingArchive({
    classes: onceEach((day) => readReferenceClasses(store, day)),
    context: async (company, day) => (await contexts(day))(company),
    contextShift: onceEach((day) => readContextShift(store, day)),
    moves: async (symbol, day) => ({
      counts: await moveCounts(day),
      own: await ownMovesBefore(store, symbol, day),
    }),
  });
  const market = servedSampleMarket(settings);
  return async (symbol: string, asOf: Date): Promise<Analysis> => {
    const run = { market, narrator: rulesNarrator, now: () => asOf, newId: () => newId("ana"), archive };
    return runAnalysis(symbol, run, { onStage: () => undefined, onText: () => undefined });
  };
}

function onceEach<T>(read: (day: string) => Promise<T>): (day: string) => Promise<T> {
  const readings = new Map<string, Promise<T>>();
  return (day) => {
    const reading = readings.get(day) ?? read(day);
    readings.set(day, reading);
    return reading;
  };
}
