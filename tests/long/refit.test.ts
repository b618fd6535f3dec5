import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { featureTiers } from "#contract/rules.ts";
import { sampleCompaniesOf } from "#market/sample/companies.ts";
import { sampleReports } from "#market/sample/market-wide.ts";
import type { ModelWeights } from "#model/weights.ts";
import { type ArchiveRow, archiveEvents, readArchive } from "../../scripts/model/archive-events.ts";
import { forecastsText, readEarlierForecasts } from "../../scripts/model/earlier-forecasts.ts";
import { forecastsOf } from "../../scripts/model/evaluate.ts";
import type { EarningsEvent } from "../../scripts/model/events.ts";
import { fitModel } from "../../scripts/model/fit-model.ts";
import { checksumOf, historyUse } from "../../scripts/model/inputs.ts";
import { refit } from "../../scripts/model/refit.ts";
import { aMarket, quickFit } from "../unit/model/market-of-companies.ts";

const market = aMarket({ companies: 20, quarters: 32 });
const filed = market.filter(({ reportDate }) => reportDate < "2015-01-01");
const later = market.filter(({ reportDate }) => reportDate >= "2015-01-01");
const inputOf = (name: string, events: readonly EarningsEvent[]) => ({
  events: [...events],
  input: { name, use: historyUse(events[0]?.family ?? "yahoo", events), sha256: checksumOf(name) },
});
const histories = [inputOf("until-2014.csv", filed), inputOf("of-2015.csv", later)];
const request = { histories, settings: quickFit, leastReports: 60 };

it("a refit forecasts each season by a fit that knows nothing of it", async () => {
  const { weights: shipped } = await fitModel([filed], () => undefined, quickFit);
  const { compared } = await refit({ ...request, against: { weights: shipped } });
  const second = { from: "2015-04-01", to: "2015-06-30" };
  const flipped = later.map((event) =>
    event.reportDate < second.from ? event : { ...event, epsActual: 2 * event.epsEstimate - event.epsActual },
  );
  const ending = async (events: readonly EarningsEvent[]) =>
    (await fitModel([filed, events], () => undefined, quickFit, [second.from])).earlier[0] as ModelWeights;
  const weights = await ending(later);
  expect(await ending(flipped)).toEqual(weights);
  const expected = forecastsOf([filed, later], { ...second, weights }).map(({ probability }) => probability);
  const own = compared?.full.filter(
    ({ event }) => event.reportDate >= second.from && event.reportDate <= second.to,
  );
  expect(own?.map(({ candidate }) => candidate.probability)).toEqual(expected);
});

it("a refit compares with earlier walk-forward forecasts when the shipped weights have seen every report", async () => {
  const folder = mkdtempSync(join(tmpdir(), "beatcast-forecasts-"));
  const file = join(folder, "walk-forward.csv");
  const all = await fitModel([filed, later], () => undefined, quickFit);
  writeFileSync(file, forecastsText(all.weights.version, all.tested));
  const { compared } = await refit({ ...request, against: { forecasts: readEarlierForecasts(file) } });
  for (const featureTier of featureTiers) {
    expect(compared?.[featureTier]).toHaveLength(all.tested.full.length);
    for (const { shipped, candidate } of compared?.[featureTier] ?? [])
      expect(candidate.probability).toBeCloseTo(shipped.probability, 5);
  }
  rmSync(folder, { recursive: true });
});

it("a refit each April over the years of the simulated market refuses the first and compares the later ones", async () => {
  const folder = mkdtempSync(join(tmpdir(), "beatcast-april-"));
  const rows = simulatedRows();
  let shipped: ModelWeights | null = null;
  const outcomes: string[] = [];
  for (const until of ["2023-04-15", "2024-04-15", "2025-04-15"]) {
    const file = join(folder, `${until}.json`);
    writeFileSync(file, JSON.stringify(rows.filter(({ reportDate }) => reportDate <= until)));
    const stored = archiveEvents(readArchive(file, "live"), (events) => [...events]);
    const ask = {
      histories: stored.map((events) => inputOf("store-reports.json", events)),
      settings: quickFit,
      leastReports: 200,
    };
    const against = shipped ? { weights: shipped } : ("none" as const);
    const { weights, compared } = await refit({ ...ask, against });
    // The same day again has nothing new, which the routine says before it fits.
    await expect(refit({ ...ask, against: { weights } })).rejects.toThrow(
      "only 0 settled reports of 0 seasons",
    );
    const seasons = new Set(compared?.full.map(({ event }) => event.reportDate.slice(0, 7)));
    outcomes.push(`${until}: ${compared?.full.length ?? "not"} compared in ${seasons.size} months`);
    expect(weights.fittedUntil <= until).toBe(true);
    for (const { event } of compared?.full ?? [])
      expect(event.reportDate > (shipped?.fittedUntil ?? "")).toBe(true);
    shipped = weights;
  }
  expect(outcomes[0]).toBe("2023-04-15: not compared in 0 months");
  for (const outcome of outcomes.slice(1)) expect(outcome).toMatch(/: 2\d\d compared in \d+ months$/);
  rmSync(folder, { recursive: true });
});

/** Settled reports of sixty simulated companies, as the store gives them. */
function simulatedRows(): ArchiveRow[] {
  const companies = [...sampleCompaniesOf(60).values()];
  const sectors = new Map(companies.map(({ symbol, sector }) => [symbol, sector]));
  return sampleReports(companies, "2018-01-01", "2025-04-15", new Date("2026-01-01T00:00:00Z")).flatMap(
    ({ symbol, reportDate, session, consensusEps, reportedEps }) =>
      consensusEps === null || reportedEps === null
        ? []
        : [
            {
              ...{ symbol, reportDate, session, epsEstimate: consensusEps, epsActual: reportedEps },
              ...{ sector: sectors.get(symbol) ?? null, industry: null, country: "US", marketCap: null },
              ...{ guidanceAgainstConsensus: null, versions: "[]" },
            },
          ],
  );
}
