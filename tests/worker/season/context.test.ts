import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { isForeign } from "#analysis/earnings.ts";
import { featureNames, featuresOf } from "#analysis/model/features.ts";
import { NO_CONTEXT } from "#analysis/model/history.ts";
import { openDatabase } from "#db/client.ts";
import { pastReports } from "#season/complete-company.ts";
import { readContext } from "#season/read-context.ts";
import { reportsOf } from "#season/store.ts";
import { importStatements } from "../../../scripts/history/import-statements.ts";
import { examplesOf } from "../../../scripts/model/examples.ts";
import { aMarket } from "../../unit/model/market-of-companies.ts";

const store = { db: openDatabase(env.DB), ledgerId: "a market" };

it("a forecast from the store has the very features that the fit computes from the same history", async () => {
  const events = aMarket({ companies: 60, quarters: 12 });
  const now = new Date("2011-06-01T12:00:00Z");
  const { statements } = importStatements(events, { source: "market.csv", ledgerId: store.ledgerId, now });
  for (const statement of statements) await env.DB.prepare(statement).run();
  const wanted = new Set(events.filter((_, i) => i % 60 === 59 && i > 200));
  const { rows, width, events: asked } = examplesOf(events, (event) => wanted.has(event));
  expect(asked.length).toBeGreaterThan(5);
  for (const [at, event] of asked.entries()) {
    const { symbol, reportDate: day, epsEstimate, industry, country } = event;
    const past = pastReports(await reportsOf(store, symbol), day).filter(
      ({ reportDate }) => reportDate < day,
    );
    const context = await readContext(store, industry, day);
    expect(context.marketBeatRate).not.toBeNull();
    expect(context.industry?.n).toBeGreaterThan(30);
    const features = featuresOf({
      past: past.map(({ reportDate, consensusEps, reportedEps }) => ({
        reportDate,
        isDayKnown: true,
        epsEstimate: consensusEps,
        epsActual: reportedEps,
      })),
      upcoming: { reportDate: day, isDayKnown: true, epsEstimate },
      isForeign: isForeign(country),
      context,
      asOf: day,
    });
    const fitted = rows.subarray(at * width, (at + 1) * width);
    expect(Object.fromEntries(featureNames.map((name, i) => [name, features[i]]))).toEqual(
      Object.fromEntries(featureNames.map((name, i) => [name, fitted[i]])),
    );
  }
});

it("a store of single companies says nothing of a market", async () => {
  expect(await readContext(store, "tech", "2030-01-01")).toEqual(NO_CONTEXT);
});
