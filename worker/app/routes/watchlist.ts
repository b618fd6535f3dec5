import { z } from "zod";
import { opensFor, planTerms } from "#contract/plans.ts";
import { successResponseSchema } from "#contract/security.ts";
import { dottedClass, symbolSchema } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import {
  importResponseSchema,
  importRules,
  MAX_SUGGESTED,
  watchedResponseSchema,
  watchlistSchema,
  watchRequestSchema,
  watchResponseSchema,
} from "#contract/watchlist.ts";
import { AppError } from "#platform/errors.ts";
import { analysedCompanies } from "#record/analysed-companies.ts";
import { importTickers } from "#season/watchlist/import.ts";
import { markSeen, readWatchlist } from "#season/watchlist/read-watchlist.ts";
import { unwatchCompany, watchCompany } from "#season/watchlist/watchlist.ts";
import type { Deps } from "../deps.ts";
import { type Operation, operation } from "../http/operation.ts";
import type { SignedIn } from "../users.ts";

const params = z.object({ symbol: symbolSchema.transform(dottedClass) });

async function listOf({ market, record, marketNow }: Deps, { userId, entitlement }: SignedIn) {
  const { dataMode } = await market();
  const { db, ledgerId } = record(dataMode);
  return {
    store: { db, ledgerId },
    owner: { userId, ledgerId },
    dataMode,
    tier: entitlement.tier,
    reader: { userId, opens: opensFor(entitlement.tier) },
    now: marketNow(),
  };
}

/** A person's watchlist. */
export const watchlistOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/watchlist",
    access: "user",
    summary: "List the watched companies with their next reports",
    rate: "search",
    response: watchlistSchema,
    handle: async ({ deps, who }) => {
      const { store, owner, dataMode, tier, reader, now } = await listOf(deps, who);
      const [items, analysed] = await Promise.all([
        readWatchlist(store, reader, now),
        analysedCompanies(store.db, owner),
      ]);
      const watched = new Set(items.map(({ symbol }) => symbol));
      return {
        dataMode,
        asOf: now.toISOString(),
        today: easternDay(now),
        opens: reader.opens,
        limit: planTerms[tier].watched,
        items,
        suggestions: analysed.filter(({ symbol }) => !watched.has(symbol)).slice(0, MAX_SUGGESTED),
      };
    },
  }),
  operation({
    method: "PUT",
    path: "/api/watchlist",
    access: "user",
    summary: "Mark the watched companies as looked at: the next look is compared with this one",
    userRate: "watchlist",
    response: successResponseSchema,
    handle: async ({ deps, who }) => {
      const { store, reader, now } = await listOf(deps, who);
      await markSeen(store, who.userId, await readWatchlist(store, reader, now), deps.now());
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/watchlist/import",
    access: "user",
    summary: "Add the companies of a broker's CSV file or a list of tickers",
    userRate: "watchlistImport",
    upload: { maxBytes: importRules.maxBytes, types: ["text/csv", "text/plain"] },
    response: importResponseSchema,
    errors: ["invalid_request"],
    handle: async ({ deps, who, bytes }) => {
      const { store, owner, tier } = await listOf(deps, who);
      const imported = await importTickers(store.db, owner, bytes, { tier, now: deps.now() });
      return { ...imported, limit: planTerms[tier].watched };
    },
  }),
  operation({
    method: "GET",
    path: "/api/watchlist/:symbol",
    access: "user",
    summary: "Read one watched company",
    rate: "search",
    params,
    response: watchedResponseSchema,
    errors: ["not_found"],
    handle: async ({ deps, who, params: { symbol } }) => {
      const { store, reader, now } = await listOf(deps, who);
      const [item] = await readWatchlist(store, reader, now, symbol);
      if (!item) throw new AppError("not_found", `${symbol} is not on your watchlist.`);
      return { item };
    },
  }),
  operation({
    method: "PUT",
    path: "/api/watchlist/:symbol",
    access: "user",
    summary: "Watch a company, and change the note on it where one is given",
    userRate: "watchlist",
    params,
    body: watchRequestSchema,
    response: watchResponseSchema,
    errors: ["unknown_symbol", "conflict"],
    handle: async ({ deps, who, params: { symbol }, body: { note } }) => {
      const { store, owner, tier } = await listOf(deps, who);
      const isNew = await watchCompany(store.db, owner, symbol, { note, tier, now: deps.now() });
      return { symbol, isNew, limit: planTerms[tier].watched };
    },
  }),
  operation({
    method: "DELETE",
    path: "/api/watchlist/:symbol",
    access: "user",
    summary: "Watch a company no more",
    userRate: "watchlist",
    params,
    response: successResponseSchema,
    handle: async ({ deps, who, params: { symbol } }) => {
      const { store, owner } = await listOf(deps, who);
      await unwatchCompany(store.db, owner, symbol);
      return { success: true };
    },
  }),
];
