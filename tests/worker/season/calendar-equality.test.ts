import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#app/app.ts";
import { openDeps } from "#app/deps.ts";
import { lockDuePredictions } from "#app/jobs/record-jobs.ts";
import { withMarket } from "#app/wiring/market.ts";
import { researchOf } from "#app/wiring/research.ts";
import { type CalendarRow, type SeasonCalendar, seasonCalendarSchema } from "#contract/calendar.ts";
import { OPEN_LARGEST_OF_WEEK } from "#contract/rules.ts";
import { readCurrent, readRange } from "#season/sync.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { aSubscriber } from "../a-subscriber.ts";
import { aPerson, origin } from "../api.ts";
import { untilDone } from "../app/jobs/deliver.ts";

/** This is the middle of a simulated season: two weeks of reports lie ahead, and some of them are locked. */
const CLOCK = "2026-10-26T22:00:00Z";
const market = {
  ...env,
  MARKET_CLOCK: CLOCK,
  MARKET_CLOCK_SET_AT: new Date().toISOString(),
  SAMPLE_COMPANIES: "120",
};
const deps = openDeps(market, origin);
const app = createApp();

/** Makes a market with all of its past, scored, and with its due predictions locked. */
beforeAll(async () => {
  const parts = await withMarket(deps);
  const { record: store } = parts;
  const sync = { store, market: parts.market, marketNow: deps.marketNow };
  await readRange(sync, { firstDay: "2019-01-01", lastDay: "2026-10-18" });
  await readCurrent(sync);
  await untilDone(deps, { job: "listing" });
  await scoreUpcomingReports(store, deps.marketNow());
  // The past was read as one range, unlike what the jobs do.
  await lockDuePredictions(
    { ...parts, settings: { ...deps.settings, SEASON_FROM: "2099-01-01" } },
    { job: "locks" },
  );
});

async function ask(
  token: string | null,
  query = "",
): Promise<{ text: string; body: SeasonCalendar; headers: Headers }> {
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
  const request = new Request(`${origin}/api/calendar${query}`, { headers });
  const answer = await app.fetch(request, market, createExecutionContext());
  const text = await answer.text();
  return { text, body: seasonCalendarSchema.parse(JSON.parse(text)), headers: answer.headers };
}

const isAhead = ({ state }: CalendarRow) => state === "upcoming" || state === "locked";
const isOpen = (row: CalendarRow) => row.beatProbability !== null && isAhead(row);
const thirdDigit = (share: number | null) => share?.toFixed(3) ?? null;
const numbersOf = ({ symbol, edgeVerdict, beatProbability, baseRate, edge }: CalendarRow) => [
  symbol,
  ...[beatProbability, baseRate, edge].map(thirdDigit),
  edgeVerdict,
];

describe("the calendar of a simulated season", () => {
  it("says of every open row what the analysis of that company says at the same moment, locked or not", async () => {
    const token = await aSubscriber("premium");
    const open = (await ask(token)).body.items.filter(isOpen);
    expect(open.length).toBeGreaterThan(40);
    expect(new Set(open.map(({ state }) => state))).toEqual(new Set(["upcoming", "locked"]));
    const analyze = researchOf(market);
    const analyzed: unknown[] = [];
    for (const { symbol } of open) {
      const watcher = { onStage: () => undefined, onText: () => undefined };
      const { prediction, model } = (await analyze(symbol, watcher)).analysis;
      const numbers = [prediction.beatProbability, model.baseRate, model.edge].map(thirdDigit);
      analyzed.push([symbol, ...numbers, model.edgeVerdict]);
    }
    expect(analyzed).toEqual(open.map(numbersOf));
    const after = (await ask(token)).body.items.filter(isOpen);
    expect(after.map(numbersOf), "the analyses changed no number").toEqual(open.map(numbersOf));
  });

  it("opens to a free account the twenty largest of each week with the very same numbers, to a visitor none", async () => {
    const all = (await ask(await aSubscriber("basic"))).body.items;
    const free = (await ask((await aPerson()).token)).body.items;
    expect(free.map(({ symbol }) => symbol)).toEqual(all.map(({ symbol }) => symbol));
    const largest = weeks.flatMap(([first, last]) =>
      all
        .filter(({ reportDate, baseRate }) => reportDate >= first && reportDate <= last && baseRate !== null)
        .toSorted((one, other) => (other.marketCap ?? 0) - (one.marketCap ?? 0))
        .slice(0, OPEN_LARGEST_OF_WEEK),
    );
    const openTo = (symbol: string) => largest.some((row) => row.symbol === symbol);
    expect(free.filter(isOpen).map(numbersOf)).toEqual(
      all.filter((row) => isOpen(row) && openTo(row.symbol)).map(numbersOf),
    );
    const closed = free.filter((row) => isAhead(row) && row.needsPlan);
    expect(closed.length).toBeGreaterThan(10);
    const visitors = (await ask(null)).body.items.filter(isAhead);
    for (const { beatProbability, edge, edgeVerdict, confidence } of [...closed, ...visitors])
      expect([beatProbability, edge, edgeVerdict, confidence]).toEqual([null, null, null, null]);
    expect(visitors.map(({ baseRate }) => baseRate)).toEqual(
      all.filter(isAhead).map(({ baseRate }) => baseRate),
    );
  });

  it("tells nothing of a closed probability by any part of an answer: text, length, order, counts or ETag", async () => {
    const { token } = await aPerson();
    const closed = (await ask(token)).body.items.filter(({ needsPlan }) => needsPlan);
    const answers = async () => [await ask(null), await ask(token)];
    const before = await answers();
    const names = JSON.stringify(closed.map(({ symbol }) => symbol));
    const isClosed = "symbol IN (SELECT value FROM json_each(?))";
    await env.DB.batch([
      env.DB.prepare(
        `UPDATE upcoming_forecasts SET beat_probability = 1 - beat_probability, confidence = 'low', edge_verdict = 'no_edge' WHERE ${isClosed}`,
      ).bind(names),
      env.DB.prepare(
        `UPDATE predictions SET beat_probability = 1 - beat_probability, confidence = 'low' WHERE ${isClosed}`,
      ).bind(names),
    ]);
    const after = await answers();
    for (const [i, { text, headers }] of before.entries()) {
      expect(withoutTime(after[i]?.text ?? "")).toBe(withoutTime(text));
      expect(after[i]?.headers.get("etag")).toBe(headers.get("etag"));
    }
    const wishes = [
      "?sort=edge",
      "?edges=only",
      "?sort=edge&edges=only&opens=all",
      "?symbol=AAPL&plan=premium",
    ];
    for (const query of wishes)
      expect(withoutTime((await ask(token, query)).text)).toBe(withoutTime(before[1]?.text ?? ""));
  });
});

const weeks = [
  ["2026-10-26", "2026-11-01"],
  ["2026-11-02", "2026-11-08"],
] as const;

/** The time of the answer is the only thing that differs between calls. */
function withoutTime(text: string): string {
  return text.replace(/"asOf":"[^"]+"/, "");
}
