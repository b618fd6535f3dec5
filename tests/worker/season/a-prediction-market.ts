import type { QuestionPrice } from "#contract/prediction-markets.ts";
import type { EarningsQuestion, PredictionMarkets } from "#market/prediction-markets.ts";
import { REPORT_DAY } from "./due-companies.ts";

/** A question about the company that `storeDueCompanies` stores, whose strike is its consensus. */
export function aQuestionAbout(ticker: string, over: Partial<EarningsQuestion> = {}): EarningsQuestion {
  return {
    id: `question ${ticker}`,
    title: `Will ${ticker} beat quarterly earnings?`,
    url: `https://polymarket.com/event/${ticker.toLowerCase()}`,
    ticker,
    companyName: null,
    expectedDay: REPORT_DAY,
    strike: 1,
    basis: "adjusted",
    closesAt: `${REPORT_DAY}T13:00:00.000Z`,
    volumeUsd: 2_000,
    dayVolumeUsd: 100,
    ordersId: ticker,
    ...over,
  };
}

export function aPriceOf(middle: number, over: Partial<QuestionPrice> = {}): QuestionPrice {
  return { bid: middle - 0.02, ask: middle + 0.02, depthUsd: 500, ...over };
}

/** A venue that has these questions with these prices, and counts the requests for prices. */
export function aPredictionMarket(
  priced: readonly { question: EarningsQuestion; price: QuestionPrice | null }[],
): PredictionMarkets {
  const live = <T>(data: T, now: Date) =>
    ({ state: "live", data, source: "Polymarket", url: null, asOf: now.toISOString() }) as const;
  return {
    venue: "Polymarket",
    dataMode: "live",
    questions: async (now) => live({ questions: priced.map(({ question }) => question), refused: {} }, now),
    prices: async (questions, now) => {
      const ids = new Set(questions.map(({ id }) => id));
      const known = priced.flatMap(({ question: { id }, price }) =>
        price && ids.has(id) ? [[id, price] as const] : [],
      );
      return live(new Map(known), now);
    },
  };
}
