import type { DataMode } from "#contract/prediction.ts";
import { chooseMarketData } from "#market/choose-market-data.ts";
import { choosePredictionMarkets } from "#market/choose-prediction-markets.ts";
import type { MarketData } from "#market/port.ts";
import type { PredictionMarkets } from "#market/prediction-markets.ts";
import { sampleSymbols } from "#market/sample/companies.ts";
import type { Database } from "#platform/db/client.ts";
import { newId } from "#platform/ids.ts";
import { durableObjectStub } from "#platform/objects.ts";
import type { LedgerId } from "#platform/scope.ts";
import type { PastDeps } from "#record/answers-as-of.ts";
import { openSigner, type Signer } from "#record/ledger/signed-note.ts";
import type { Ledger } from "#record/ledger.ts";
import type { RecordDeps } from "#record/record.ts";
import type { AnalysisRunner } from "#research/analysis-runner.ts";
import type { Bindings } from "../bindings.ts";
import type { Settings } from "../settings/env.ts";
import { upstreamFetch } from "./external-services.ts";

export type MarketRecord = RecordDeps & {
  dataMode: DataMode;
  ledger: DurableObjectStub<Ledger>;
};

export type MarketDeps = {
  market(): Promise<MarketData>;
  /** Returns the market clock's time, which differs from real time when `MARKET_CLOCK` is set. */
  marketNow: () => Date;
  runnerName(symbol: string): string;
  analysisRunner(symbol: string): DurableObjectStub<AnalysisRunner>;
  /** The companies of the simulated market whose past reports the demo predicts. */
  replayedSymbols: readonly string[];
  record(dataMode: DataMode): MarketRecord;
  ledgerSigner(ledgerId: LedgerId): Promise<Signer | null>;
  /** Returns the venue whose questions are read, or null when the settings name none. */
  predictionMarkets(dataMode: DataMode): PredictionMarkets | null;
  /** Whether prices of prediction markets may be shown. */
  areTraderPricesShown: boolean;
};

export type ServedMarket = {
  market: MarketData;
  record: MarketRecord;
  past(): Promise<PastDeps>;
};

/**
 * Returns the dependencies together with the market source and its record. The source is chosen when it is
 * first needed.
 */
export async function withMarket<Deps extends Pick<MarketDeps, "market" | "record" | "ledgerSigner">>(
  deps: Deps,
): Promise<Omit<Deps, keyof ServedMarket> & ServedMarket> {
  const market = await deps.market();
  const record = deps.record(market.dataMode);
  const past = async () => ({
    ...record,
    ledger: {
      past: async (asOf: string) => record.ledger.past(asOf),
      pastHead: async (size: number, asOfMs: number) => record.ledger.pastHead(size, asOfMs),
      pastProof: async (ids: string[], size: number, asOfMs: number) =>
        record.ledger.pastProof(ids, size, asOfMs),
    },
    signer: await deps.ledgerSigner(record.ledgerId),
  });
  return { ...deps, market, record, past };
}

export function openMarketDeps(env: Bindings, settings: Settings, db: Database): MarketDeps {
  const marketNow = marketClock(settings);
  const runnerName = (symbol: string) => `${marketKey(settings)} ${symbol}`;
  return {
    market: () => marketOf(settings),
    marketNow,
    replayedSymbols: sampleSymbols.slice(0, REPLAYED),
    runnerName,
    analysisRunner: (symbol) => durableObjectStub(env.RESEARCH, runnerName(symbol)),
    ledgerSigner: async (ledgerId) =>
      settings.LEDGER_SIGNING_KEY ? openSigner(settings.LEDGER_SIGNING_KEY, ledgerId) : null,
    predictionMarkets: (dataMode) => choosePredictionMarkets(settings, dataMode, upstreamFetch(settings)),
    areTraderPricesShown: areTraderPricesShown(settings),
    record(dataMode) {
      const ledgerId = ledgerIdOf(settings, dataMode);
      return {
        db,
        dataMode,
        ledgerId,
        ledger: durableObjectStub(env.LEDGER, ledgerId),
        files: env.FILES,
        now: () => new Date(),
        marketNow,
        newId: () => newId("prd"),
      };
    },
  };
}

/** Returns false without a venue, and when the operator hides prices. */
export function areTraderPricesShown({
  PREDICTION_MARKETS,
  PREDICTION_MARKET_PRICES,
}: Pick<Settings, "PREDICTION_MARKETS" | "PREDICTION_MARKET_PRICES">): boolean {
  return PREDICTION_MARKETS !== "off" && PREDICTION_MARKET_PRICES === "shown";
}

/** How many companies of the simulated market the demo replays, each with four quarterly reports. */
const REPLAYED = 50;

const chosenMarkets = new Map<string, MarketData>();

export async function marketOf(settings: Settings): Promise<MarketData> {
  const key = marketKey(settings);
  const chosen = chosenMarkets.get(key) ?? (await chooseMarketData(settings, upstreamFetch(settings)));
  chosenMarkets.set(key, chosen);
  return chosen;
}

function marketKey(settings: Settings): string {
  const { MARKET_DATA, YAHOO_BASE_URL, FMP_API_KEY, FMP_BASE_URL, STOCKTWITS_BASE_URL } = settings;
  const sources = [MARKET_DATA, YAHOO_BASE_URL, FMP_API_KEY && FMP_BASE_URL, STOCKTWITS_BASE_URL];
  return [...sources, settings.SAMPLE_COMPANIES, settings.MARKET_CLOCK, settings.MARKET_CLOCK_SET_AT]
    .filter(Boolean)
    .join(" ");
}

/**
 * Returns the market clock. If `MARKET_CLOCK` is set, it keeps running from that time, because no report would
 * ever arrive under a stopped clock.
 */
export function marketClock({ MARKET_CLOCK, MARKET_CLOCK_SET_AT }: Settings): () => Date {
  if (!MARKET_CLOCK) return () => new Date();
  const shiftMs = Date.parse(MARKET_CLOCK) - new Date(MARKET_CLOCK_SET_AT ?? Date.now()).getTime();
  return () => new Date(Date.now() + shiftMs);
}

/** Returns the id of the market's ledger. A market whose clock is set has a ledger of its own. */
export function ledgerIdOf({ MARKET_CLOCK }: Settings, dataMode: MarketData["dataMode"]): LedgerId {
  return MARKET_CLOCK ? `${dataMode} ${MARKET_CLOCK}` : dataMode;
}
