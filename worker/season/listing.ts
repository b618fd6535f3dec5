import { eq } from "drizzle-orm";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { seasonListings } from "#platform/schema/season.ts";
import { markListed, storeCompanies } from "./companies.ts";
import { storeListedCloses } from "./listed-closes.ts";
import type { SeasonStore } from "./store.ts";

/** UTC, before the exchanges open. */
const LISTING_HOUR = 10;

type Listing = { store: SeasonStore; market: Pick<MarketData, "companies">; now: Date };

export async function dueExchanges(
  store: SeasonStore,
  exchanges: readonly string[],
  now: Date,
): Promise<string[]> {
  const ofToday = Date.parse(isoDay(now)) + LISTING_HOUR * HOUR_MS;
  const since = ofToday <= now.getTime() ? ofToday : ofToday - DAY_MS;
  const rows = await rowsOf(store);
  const answered = new Set(rows.flatMap((row) => (row.askedAt.getTime() >= since ? row.exchange : [])));
  return exchanges.filter((exchange) => !answered.has(exchange));
}

/** An empty answer, or under half of those known, changes nothing. Throws MarketError. */
export async function readListing({ store, market, now }: Listing, exchange: string): Promise<void> {
  const part = await market.companies(exchange, now);
  if (part.state === "missing" && part.reason === "unsupported") return;
  if (part.state === "missing" && part.reason !== "empty") throw new MarketError(part.reason, part.detail);
  const listed = part.state === "missing" ? [] : part.data;
  if (listed.length === 0) return note(store, exchange, now, { problem: "empty" });
  const isWhole = await markListed(store, listed, now);
  if (!isWhole) return note(store, exchange, now, { problem: "short" });
  await storeListedCloses(store, { companies: listed, source: part.source }, now);
  await storeCompanies(
    store,
    listed.map((company) => ({ ...company, currency: null })),
    now,
  );
  await note(store, exchange, now, { problem: null, readAt: now, companies: listed.length });
}

type ListingState = {
  /** `absent`: no listing ever. `kept`: the newest was empty or short. */
  state: "ok" | "absent" | "kept";
  readAt: Date | null;
  companies: number;
};

export async function listingState(store: SeasonStore): Promise<ListingState> {
  const rows = await rowsOf(store);
  const read = rows.filter((row) => row.readAt !== null);
  if (read.length === 0) return { state: "absent", readAt: null, companies: 0 };
  const times = read.map((row) => row.readAt?.getTime() ?? 0);
  return {
    state: rows.some((row) => row.problem !== null) ? "kept" : "ok",
    readAt: new Date(Math.min(...times)),
    companies: read.reduce((sum, row) => sum + row.companies, 0),
  };
}

function rowsOf({ db, ledgerId }: SeasonStore) {
  return db.select().from(seasonListings).where(eq(seasonListings.ledgerId, ledgerId));
}

type Answered = { problem: "empty" | "short" } | { problem: null; readAt: Date; companies: number };

async function note(
  { db, ledgerId }: SeasonStore,
  exchange: string,
  askedAt: Date,
  answered: Answered,
): Promise<void> {
  await db
    .insert(seasonListings)
    .values({ ledgerId, exchange, askedAt, companies: 0, ...answered })
    .onConflictDoUpdate({
      target: [seasonListings.ledgerId, seasonListings.exchange],
      set: { askedAt, ...answered },
    });
}
