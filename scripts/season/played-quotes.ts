import { easternDay, easternInstant } from "#contract/time.ts";
import { withDashedShareClass } from "#market/company-name.ts";
import { sectorOf } from "#model/sector.ts";
import { LONG_GAP_DAYS, logGapFromMean, SHORT_GAP_DAYS } from "#model/trend.ts";
import { type Closes, readCloses } from "../model/closes.ts";
import type { EarningsEvent } from "../model/events.ts";
import { readSectors } from "../model/sectors.ts";

/** Returns null for a path that is not played. */
export type Played = (url: URL, now: Date) => unknown[] | null;

type Playing = { closes: string | undefined; sectors: string | undefined; events: readonly EarningsEvent[] };

const CLOSED = "16:00:00";

/** Answers with the closes of the last session. Throws HistoryError. */
export function playedQuotes({ closes: file, sectors, events }: Playing): Played | null {
  if (file === undefined) return null;
  const closes = readCloses(file);
  const listing = listingOf(closes, events, sectors);
  return ({ pathname, searchParams }, now) => {
    if (pathname === "/stable/company-screener")
      return searchParams.get("exchange") === "NASDAQ" ? listing : [];
    if (pathname !== "/stable/batch-quote") return null;
    const at = lastSession(closes.days, now);
    const asked = (searchParams.get("symbols") ?? "").split(",");
    return asked.flatMap((symbol) => quoteOf(closes, symbol, at));
  };
}

/** Sectors in the history itself come first. */
function listingOf({ bySymbol }: Closes, events: readonly EarningsEvent[], file: string | undefined) {
  const known = file === undefined ? new Map<string, string>() : readSectors(file);
  const described = new Set(
    events.filter(({ sector, industry }) => sectorOf(sector ?? industry)).map(({ symbol }) => symbol),
  );
  return [...new Set([...bySymbol.keys(), ...known.keys()])].map((symbol) => ({
    symbol: withDashedShareClass(symbol),
    companyName: symbol,
    sector: described.has(symbol) ? null : (known.get(symbol) ?? null),
  }));
}

function lastSession(days: readonly string[], now: Date): number {
  const today = easternDay(now);
  const isOver = now >= easternInstant(today, CLOSED);
  return days.findLastIndex((day) => day < today || (isOver && day === today));
}

function quoteOf({ days, bySymbol }: Closes, name: string, at: number): object[] {
  const symbol = name.replace("-", ".");
  const closes = bySymbol.get(symbol);
  const [short, long] = [SHORT_GAP_DAYS, LONG_GAP_DAYS].map((n) => logGapFromMean(closes ?? [], at, n));
  if (!closes || short === undefined || Number.isNaN(short)) return [];
  const price = closes[at] as number;
  const meanOf = (gap = Number.NaN) => (Number.isNaN(gap) ? null : price * Math.exp(-gap));
  const timestamp = easternInstant(days[at] as string, CLOSED).getTime() / 1_000;
  return [{ symbol: name, price, priceAvg50: meanOf(short), priceAvg200: meanOf(long), timestamp }];
}
