import type { Tier } from "#contract/account.ts";
import { type ImportResponse, importRules } from "#contract/watchlist.ts";
import type { Database } from "#platform/db/client.ts";
import { resolveTickers } from "../identity/tickers.ts";
import { addCompanies, type ListOwner } from "./watchlist.ts";

/** Also answers unread lines and companies without room. Throws `invalid_request` for a refused file. */
export async function importTickers(
  db: Database,
  owner: ListOwner,
  bytes: Uint8Array,
  plan: { tier: Tier; now: Date },
): Promise<Omit<ImportResponse, "limit">> {
  // Loaded when the first file comes.
  const { readTickers } = await import("./read-tickers.ts");
  const { tickers, unread } = readTickers(bytes);
  const store = { db, ledgerId: owner.ledgerId };
  const resolved = await resolveTickers(
    store,
    tickers.map(({ symbol }) => symbol),
  );
  const led = tickers.map(({ symbol, line }) => ({
    line,
    asked: symbol,
    ...(resolved.get(symbol) ?? { symbol, earlier: [] }),
  }));
  // An old file may mean the ticker's earlier company.
  const [meant, doubtful] = [
    led.filter(({ earlier }) => earlier.length === 0),
    led.filter(({ earlier }) => earlier.length > 0),
  ];
  const symbols = [...new Set(meant.map(({ symbol }) => symbol))];
  const { added, known, unknown, surplus } = await addCompanies(db, owner, symbols, plan);
  const lineOf = new Map(led.map(({ symbol, line }) => [symbol, line]));
  const named = (symbol: string, reason: string) => ({
    line: lineOf.get(symbol) ?? 1,
    text: symbol,
    reason,
  });
  const all = [
    ...unread,
    ...doubtful.map(({ line, asked, earlier: [before] }) => ({
      ...{ line, text: asked },
      reason: `Until ${before?.until} this was ${before?.name ?? before?.symbol}, now ${before?.symbol}. Add the one you mean by hand.`,
    })),
    ...unknown.map((symbol) => named(symbol, "No company with this ticker is known here.")),
  ].toSorted((one, other) => one.line - other.line);
  return {
    ...{ added, known },
    ...{ unread: all.slice(0, importRules.maxUnread), unreadCount: all.length },
    ...{ leftOut: surplus.slice(0, importRules.maxUnread), leftOutCount: surplus.length },
  };
}
