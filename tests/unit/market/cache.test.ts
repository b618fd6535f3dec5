import { describe, expect, it } from "vitest";
import type { MarketMood, Part } from "#contract/market-data.ts";
import { withCache } from "#market/choose-market-data.ts";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";

const start = new Date("2026-03-03T15:00:00Z");
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const missing: Part<never> = { state: "missing", reason: "upstream", detail: "down", source: "Source" };

function aSource(mood: (now: Date) => Part<MarketMood>) {
  const asked: string[] = [];
  const market: MarketData = {
    ...sampleMarket(),
    mood: async (now) => {
      asked.push(now.toISOString());
      return mood(now);
    },
    calendar: async (from, to, now) => {
      asked.push(`${from} ${to}`);
      return { state: "live", data: [], source: "Source", url: null, asOf: now.toISOString() };
    },
  };
  return { asked, market: withCache(market) };
}

const live = (now: Date): Part<MarketMood> => ({
  state: "live",
  data: { volatilityIndex: 15, indexCloses: null, breadth: null },
  source: "Source",
  url: null,
  asOf: now.toISOString(),
});

describe("what holds for the whole market", () => {
  it("is shown again for five minutes, as kept and with the time it was had", async () => {
    const { market, asked } = aSource(live);
    expect(await market.mood(start)).toMatchObject({ state: "live" });
    expect(await market.mood(later(4))).toMatchObject({ state: "cached", asOf: start.toISOString() });
    expect(await market.mood(later(6))).toMatchObject({ state: "live", asOf: later(6).toISOString() });
    expect(asked).toHaveLength(2);
  });

  it("is asked for anew while it is missing", async () => {
    const { market, asked } = aSource((now) => (now < later(2) ? missing : live(now)));
    expect(await market.mood(start)).toEqual(missing);
    expect(await market.mood(later(3))).toMatchObject({ state: "live" });
    expect(asked).toHaveLength(2);
  });

  it("is kept for the days it was asked for", async () => {
    const { market, asked } = aSource(live);
    await market.calendar("2026-03-03", "2026-03-17", start);
    await market.calendar("2026-03-03", "2026-03-17", later(1));
    await market.calendar("2026-03-04", "2026-03-18", later(2));
    expect(asked).toEqual(["2026-03-03 2026-03-17", "2026-03-04 2026-03-18"]);
  });
});
