import { sql } from "drizzle-orm";
import type { CompanyChange } from "#contract/company-change.ts";
import { isUsSymbol } from "#contract/symbol.ts";
import { addIsoDays, DAY_MS, easternDay } from "#contract/time.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { LoggedError } from "#platform/log.ts";
import type { SeasonStore } from "../store.ts";
import { type Filings, FilingsUnavailable } from "../witness/filings.ts";
import { applyChange } from "./apply-change.ts";
import { orderedChanges } from "./change-list.ts";
import { type ChangeVerdict, RECENT_DAYS } from "./change-rule.ts";

type Reading = {
  store: SeasonStore;
  market: Pick<MarketData, "changes">;
  /** `filings` is null when EDGAR is not used. */
  filings: Pick<Filings, "companyIds" | "company"> | null;
  now: Date;
};

/**
 * Reads the source's and EDGAR's lists of changes, judges and applies each change, and returns how many got
 * each verdict. The next run continues after a crash. Throws MarketError when the source fails, and LoggedError
 * for an answer that is too long to be such a list.
 */
export async function readChanges({
  store,
  market,
  filings,
  now,
}: Reading): Promise<Record<ChangeVerdict["kind"], number>> {
  const today = easternDay(now);
  const ciks = await listedCiks(filings);
  const part = await market.changes(addIsoDays(today, -RECENT_DAYS), now);
  if (part.state === "missing" && !["unsupported", "empty", "not_in_plan"].includes(part.reason))
    throw new MarketError(part.reason, part.detail);
  const listed = orderedChanges(part.state === "missing" ? [] : part.data, today);
  if (!listed)
    throw new LoggedError(`The lists of changes of ${part.source} are too long to be lists of changes.`);
  const count = { apply: 0, nothing: 0, wait: 0, doubtful: 0 };
  const carry = async (changes: typeof listed) => {
    for (const { change, contradiction } of changes)
      count[(await applyChange(store, change, { now, ciks, contradiction })).kind]++;
  };
  await carry(listed);
  // Comes second, so that changes which the source's list has are already applied.
  if (filings && ciks.size > 0) await carry(await edgarChanges(store, filings, { ciks, now }));
  return count;
}

async function listedCiks(filings: Reading["filings"]): Promise<ReadonlyMap<string, string>> {
  return (await filings?.companyIds().catch(noneWhereUnavailable)) ?? new Map();
}

async function edgarChanges(...[store, filings, at]: Parameters<typeof changesByEdgar>) {
  return (await changesByEdgar(store, filings, at).catch(noneWhereUnavailable)) ?? [];
}

function noneWhereUnavailable(error: unknown): null {
  if (error instanceof FilingsUnavailable) return null;
  throw error;
}

const EDGAR = "SEC EDGAR";
/** How many companies' filings are checked per day for a new ticker. */
const COMPANIES_A_DAY = 40;

type KnownCompany = { symbol: string; cik: string; hasReports: number };

/**
 * Returns the changes that follow from EDGAR's list of tickers (`ciks`, main share class first). A new ticker
 * counts when the company's filings name it and not the old one. Only companies with stored reports count,
 * because preferred shares and notes have the same company number. Throws `FilingsUnavailable`.
 */
async function changesByEdgar(
  { db, ledgerId }: SeasonStore,
  filings: Pick<Filings, "company">,
  { ciks, now }: { ciks: ReadonlyMap<string, string>; now: Date },
): Promise<{ change: CompanyChange; contradiction: string | null }[]> {
  const companies =
    await db.all<KnownCompany>(sql`SELECT symbol, cik, EXISTS (SELECT 1 FROM season_reports AS r
      WHERE r.ledger_id = season_companies.ledger_id AND r.symbol = season_companies.symbol) AS hasReports
    FROM season_companies WHERE ledger_id = ${ledgerId} AND cik IS NOT NULL AND ended_on IS NULL ORDER BY coalesce(market_cap, 0) DESC, symbol`);
  // Most companies would seem changed if EDGAR's list were incomplete.
  if (companies.filter(({ symbol }) => ciks.has(symbol)).length * 2 < companies.length) return [];
  const said = { day: easternDay(now), source: EDGAR };
  const tickersOf = Map.groupBy([...ciks.keys()], (ticker) => ciks.get(ticker) ?? "");
  const ownerOf = new Map(companies.map(({ symbol, cik }) => [symbol, cik]));
  const reporting = companies.filter(({ hasReports }) => hasReports === 1);
  const changes = classesIn(reporting, tickersOf).map(([ticker, main]) => ({
    change: { kind: "share_class", ticker, main, ...said } as const,
    contradiction: null,
  }));
  const suspects = reporting
    .filter(({ symbol, cik }) => ciks.get(symbol) !== cik)
    .map(({ symbol, cik }) => {
      const isFree = (ticker: string) => isUsSymbol(ticker) && ownerOf.get(ticker) === undefined;
      return { symbol, cik, listed: sharesIn((tickersOf.get(cik) ?? []).filter(isFree)) };
    });
  const lost = suspects.flatMap(({ symbol, listed }) => {
    const taker = listed.length === 0 && ciks.get(symbol);
    return taker ? [{ change: begins(symbol, taker, said), contradiction: null }] : [];
  });
  const renamed = await Promise.all(
    companiesToCheckToday(
      suspects.filter(({ listed }) => listed.length > 0),
      now,
    ).map(async ({ symbol, cik, listed }) => {
      const company = await filings.company(cik);
      const [to, ...rest] = listed.filter((one) => company?.tickers.includes(one));
      if (!company || to === undefined || company.tickers.includes(symbol)) return [];
      const contradiction =
        rest.length > 0 ? `EDGAR lists several tickers of ${symbol}: ${[to, ...rest].join(", ")}.` : null;
      return [
        {
          change: { kind: "renamed", from: symbol, to, name: company.name, ...said } as const,
          contradiction,
        },
      ];
    }),
  );
  const takenTickers = await db.all<{
    ticker: string;
    cik: string;
  }>(sql`SELECT l.ticker, c.cik FROM listings AS l
      JOIN season_companies AS c ON c.ledger_id = l.ledger_id AND c.company_id = l.company_id AND c.cik IS NOT NULL
    WHERE l.ledger_id = ${ledgerId} AND l.kind = 'former' AND NOT EXISTS
      (SELECT 1 FROM season_companies AS o WHERE o.ledger_id = l.ledger_id AND o.symbol = l.ticker)`);
  const starting = takenTickers.flatMap(({ ticker, cik }) => {
    const taker = ciks.get(ticker);
    return taker && taker !== cik ? [{ change: begins(ticker, taker, said), contradiction: null }] : [];
  });
  return [...changes, ...renamed.flat(), ...lost, ...starting];
}

/** Drops warrants, units and rights, whose tickers are the share's with one more letter. */
function sharesIn(tickers: readonly string[]): string[] {
  return tickers.filter((ticker) => !/[WUR]$/.test(ticker) || !tickers.includes(ticker.slice(0, -1)));
}

/**
 * Returns the companies to check today. The remaining ones are checked on later days, so that undecided
 * companies block nobody.
 */
function companiesToCheckToday<One>(all: readonly One[], now: Date): One[] {
  if (all.length <= COMPANIES_A_DAY) return [...all];
  const first = (Math.floor(now.getTime() / DAY_MS) * COMPANIES_A_DAY) % all.length;
  return [...all.slice(first), ...all.slice(0, first)].slice(0, COMPANIES_A_DAY);
}

function begins(ticker: string, cik: string, said: { day: string; source: string }): CompanyChange {
  return { kind: "listed", ticker, name: null, cik, parent: null, ...said };
}

/** Returns `[ticker, main ticker]` for each additional share class of a company. */
function classesIn(
  companies: readonly KnownCompany[],
  tickersOf: ReadonlyMap<string, readonly string[]>,
): [string, string][] {
  return [...Map.groupBy(companies, ({ cik }) => cik)].flatMap(([cik, owners]) => {
    const listed = tickersOf.get(cik) ?? [];
    const present = listed.filter((ticker) => owners.some(({ symbol }) => symbol === ticker));
    const [main, ...classes] = present;
    return main === undefined ? [] : classes.map((ticker): [string, string] => [ticker, main]);
  });
}
