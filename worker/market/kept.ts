import type { MarketData, Part } from "./port.ts";

/** How long what holds for the whole market is shown again; a person who reloads the page asks nobody anew. */
const KEPT_MS = 5 * 60 * 1000;

/**
 * A source whose market-wide parts (mood, trending, calendar) are asked for once in five minutes of its clock instead of
 * with each analysis and each visit. What is shown again says so, and keeps the time at which it was had. Only answers are
 * kept: a part that is missing is asked for anew.
 */
export function withKeptLists(market: MarketData): MarketData {
  const mood = keeper((now) => market.mood(now));
  const trending = keeper((now) => market.trending(now));
  const calendar = keeper((now, from: string, to: string) => market.calendar(from, to, now));
  return {
    ...market,
    mood: (now) => mood(now),
    trending: (now) => trending(now),
    calendar: (from, to, now) => calendar(now, from, to),
  };
}

function keeper<T, Args extends string[]>(ask: (now: Date, ...args: Args) => Promise<Part<T>>) {
  let kept: { of: string; until: number; part: Part<T> } | null = null;
  return async (now: Date, ...args: Args): Promise<Part<T>> => {
    const of = args.join(" ");
    if (kept && kept.of === of && kept.until > now.getTime()) return kept.part;
    const part = await ask(now, ...args);
    if (part.state === "live")
      kept = { of, until: now.getTime() + KEPT_MS, part: { ...part, state: "cached" } };
    return part;
  };
}
