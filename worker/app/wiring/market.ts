import type { DataMode } from "#contract/prediction.ts";
import { chooseMarketData } from "#market/choose.ts";
import type { MarketData } from "#market/port.ts";
import { sampleSymbols } from "#market/sample/companies.ts";
import type { Database } from "#platform/db/client.ts";
import { newId } from "#platform/ids.ts";
import { objectNamed } from "#platform/objects.ts";
import type { LedgerId } from "#platform/scope.ts";
import { openSigner, type Signer } from "#record/ledger/signed-note.ts";
import type { Ledger } from "#record/ledger.ts";
import type { RecordDeps } from "#record/record.ts";
import type { AnalysisRunner } from "#research/analysis-runner.ts";
import type { Bindings } from "../bindings.ts";
import type { Settings } from "../settings/env.ts";
import { upstreamFetch } from "./outside.ts";

/** The record of one market: its rows, files and ledger, and the clocks that they go by. */
export type MarketRecord = RecordDeps & {
  dataMode: DataMode;
  ledger: DurableObjectStub<Ledger>;
};

/** What of the dependencies belongs to a market: each source and market clock has its own. */
export type MarketDeps = {
  market(): Promise<MarketData>;
  /** The market's time, which differs in development with `MARKET_CLOCK`. */
  marketNow: () => Date;
  runnerName(symbol: string): string;
  analysisRunner(symbol: string): DurableObjectStub<AnalysisRunner>;
  /** The companies of the simulated market whose past a demonstration replays. */
  replayedSymbols: readonly string[];
  record(dataMode: DataMode): MarketRecord;
  /** Who signs the checkpoints of a ledger; null without a key. */
  ledgerSigner(ledgerId: LedgerId): Promise<Signer | null>;
};

export type Served = { market: MarketData; record: MarketRecord };

/** Dependencies with the market resolved: its source is chosen when the first call or job needs it. */
export async function withMarket<Deps extends Pick<MarketDeps, "market" | "record">>(
  deps: Deps,
): Promise<Omit<Deps, keyof Served> & Served> {
  const market = await deps.market();
  return { ...deps, market, record: deps.record(market.dataMode) };
}

/** The market of these settings; its source is chosen when it is first asked for. */
export function openMarketDeps(env: Bindings, settings: Settings, db: Database): MarketDeps {
  const marketNow = marketClock(settings);
  const runnerName = (symbol: string) => `${marketKey(settings)} ${symbol}`;
  return {
    market: () => marketOf(settings),
    marketNow,
    replayedSymbols: sampleSymbols,
    runnerName,
    analysisRunner: (symbol) => objectNamed(env.RESEARCH, runnerName(symbol)),
    ledgerSigner: async (ledgerId) =>
      settings.LEDGER_SIGNING_KEY ? openSigner(settings.LEDGER_SIGNING_KEY, ledgerId) : null,
    record(dataMode) {
      const ledgerId = ledgerIdOf(settings, dataMode);
      return {
        db,
        dataMode,
        ledgerId,
        ledger: objectNamed(env.LEDGER, ledgerId),
        files: env.FILES,
        now: () => new Date(),
        marketNow,
        newId: () => newId("prd"),
      };
    },
  };
}

const chosenMarkets = new Map<string, MarketData>();

/** The market source, chosen once an isolate, with its session and its answer to "is the network there". */
export async function marketOf(settings: Settings): Promise<MarketData> {
  const key = marketKey(settings);
  const chosen = chosenMarkets.get(key) ?? (await chooseMarketData(settings, upstreamFetch(settings)));
  chosenMarkets.set(key, chosen);
  return chosen;
}

/** Names the choice of a source without its key. */
function marketKey(settings: Settings): string {
  const { MARKET_DATA, YAHOO_BASE_URL, FMP_API_KEY, FMP_BASE_URL, STOCKTWITS_BASE_URL } = settings;
  const sources = [MARKET_DATA, YAHOO_BASE_URL, FMP_API_KEY && FMP_BASE_URL, STOCKTWITS_BASE_URL];
  return [...sources, settings.SAMPLE_COMPANIES, settings.MARKET_CLOCK, settings.MARKET_CLOCK_SET_AT]
    .filter(Boolean)
    .join(" ");
}

/**
 * The market's time. A development run's `MARKET_CLOCK` started when it was set and runs on at normal speed: recordings are
 * of a past day, and a frozen clock would never let a report arrive.
 */
export function marketClock({ MARKET_CLOCK, MARKET_CLOCK_SET_AT }: Settings): () => Date {
  if (!MARKET_CLOCK) return () => new Date();
  const shiftMs = Date.parse(MARKET_CLOCK) - new Date(MARKET_CLOCK_SET_AT ?? Date.now()).getTime();
  return () => new Date(Date.now() + shiftMs);
}

/** The ledger id of a market; a set clock has its own. */
export function ledgerIdOf({ MARKET_CLOCK }: Settings, dataMode: MarketData["dataMode"]): LedgerId {
  return MARKET_CLOCK ? `${dataMode} ${MARKET_CLOCK}` : dataMode;
}
