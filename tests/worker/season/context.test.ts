import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { isForeign } from "#model/earnings.ts";
import { featureNames, featuresOf } from "#model/features.ts";
import { type LabelFamily, NO_CONTEXT } from "#model/history.ts";
import { sectorOf } from "#model/sector.ts";
import { openDatabase } from "#platform/db/client.ts";
import { pastReports } from "#season/complete-company.ts";
import { readContexts } from "#season/read-context.ts";
import { reportsOf } from "#season/store.ts";
import { lockDayOf } from "#season/upcoming/lock-times.ts";
import { importStatements } from "../../../scripts/history/import-statements.ts";
import { examplesOf } from "../../../scripts/model/examples.ts";
import { MarketRecord } from "../../../scripts/model/market-record.ts";
import { aMarket } from "../../unit/model/market-of-companies.ts";

const store = { db: openDatabase(env.DB), ledgerId: "a market" };

it("a forecast from the store has the very features that the fit computes from the same history", async () => {
  const events = marketOf("alphavantage");
  const now = new Date("2011-06-01T12:00:00Z");
  const { statements } = importStatements(events, { source: "market.csv", ledgerId: store.ledgerId, now });
  for (const statement of statements) await env.DB.prepare(statement).run();
  const wanted = new Set(events.filter((_, i) => i % 60 === 59 && i > 200));
  const { rows, width, events: asked } = examplesOf(events, (event) => wanted.has(event));
  expect(asked.length).toBeGreaterThan(5);
  for (const [at, event] of asked.entries()) {
    const { symbol, reportDate, epsEstimate, industry, country } = event;
    const day = lockDayOf(event);
    const past = pastReports(await reportsOf(store, symbol), day).filter(
      ({ reportDate }) => reportDate < day,
    );
    const context = (await readContexts(store, day))({ sector: industry, family: "alphavantage" });
    expect(context.marketBeatRate).not.toBeNull();
    expect(context.industry?.n).toBeGreaterThan(30);
    const features = featuresOf({
      past: past.map(({ reportDate, consensusEps, reportedEps }) => ({
        reportDate,
        isDayKnown: true,
        epsEstimate: consensusEps,
        epsActual: reportedEps,
      })),
      upcoming: { reportDate, isDayKnown: true, epsEstimate },
      isHistoryMissing: false,
      trend: 0,
      isForeign: isForeign(country),
      sector: industry,
      family: "alphavantage",
      context,
      asOf: day,
    });
    const fitted = rows.subarray(at * width, (at + 1) * width);
    expect(Object.fromEntries(featureNames.map((name, i) => [name, features[i]]))).toEqual(
      Object.fromEntries(featureNames.map((name, i) => [name, fitted[i]])),
    );
  }
});

it("a large company stands beside large ones, as in the fit of its family, whatever they call their sector", async () => {
  const large = { ...store, ledgerId: "large companies" };
  const events = marketOf("yahoo");
  const now = new Date("2011-06-01T12:00:00Z");
  const origin = { source: "market.csv", ledgerId: large.ledgerId, now };
  const smaller = events.map((event) => ({ ...event, symbol: `S${event.symbol}`, epsActual: -9 }));
  for (const statement of importStatements([...events, ...smaller], origin).statements)
    await env.DB.prepare(statement).run();
  await env.DB.prepare(
    "UPDATE season_companies SET market_cap = CASE WHEN symbol LIKE 'S%' THEN 11e9 ELSE 12e9 END WHERE ledger_id = ?1",
  )
    .bind(large.ledgerId)
    .run();
  await env.DB.prepare(
    "UPDATE season_companies SET sector = 'Information Technology' WHERE ledger_id = ?1 AND industry = 'tech' AND symbol LIKE '%0'",
  )
    .bind(large.ledgerId)
    .run();
  const day = "2010-11-15";
  const record = new MarketRecord();
  for (const { reportDate, industry, epsActual, epsEstimate } of events)
    if (reportDate < day) record.add(reportDate, sectorOf(industry), epsActual > epsEstimate);
  const expected = record.contextAt(day, "Technology");
  expect(expected.industry?.n).toBeGreaterThan(30);
  expect((await readContexts(large, day))({ sector: "tech", family: "yahoo" })).toEqual(expected);
  expect(
    (await readContexts(large, day))({ sector: "tech", family: "alphavantage" }),
    "beside the whole market",
  ).toMatchObject({ industry: { n: 2 * (expected.industry?.n ?? 0), beats: expected.industry?.beats } });
});

it("a store of single companies says nothing of a market", async () => {
  const tech = { sector: "tech", family: "alphavantage" } as const;
  expect((await readContexts(store, "2030-01-01"))(tech)).toEqual(NO_CONTEXT);
});

/** Makes a market described in the sector words that the model knows. */
function marketOf(family: LabelFamily) {
  return aMarket({ companies: 60, quarters: 12 }).map((event) => ({
    ...event,
    family,
    industry: event.industry === "banks" ? "insurance" : event.industry,
  }));
}
