import type { Part } from "#contract/market-data.ts";
import { priceQualityRule, type QuestionPrice } from "#contract/prediction-markets.ts";
import { type Fetch, fetchJson, type SourceFailure } from "../fetch-source.ts";
import { failedPart, livePart, malformedPart } from "../port.ts";
import type {
  EarningsQuestion,
  PredictionMarkets,
  QuestionList,
  QuestionRefusal,
} from "../prediction-markets.ts";
import { readQuestion } from "./read-question.ts";
import { eventsSchema, type Orders, ordersSchema } from "./schema.ts";

const SOURCE = "Polymarket";
/** Events of one page. A hundred take about a megabyte, and longer pages may exceed what we read. */
const PAGE = 100;
/** At most 100 questions were open at a time in August 2026. More pages than this mean a list without an end. */
const MAX_PAGES = 10;
/** How many order books are read at the same time. */
const REQUESTS_AT_ONCE = 4;

/** The addresses of the list of questions (Gamma) and of the order books (CLOB). */
type PolymarketUrls = { list: string; prices: string };

/**
 * Returns Polymarket's questions about earnings through its public interfaces, which need no key and are only
 * read. What is known about them is in docs/decisions/0120-prediction-markets.md.
 */
export function polymarket(fetch: Fetch, urls: PolymarketUrls): PredictionMarkets {
  return {
    venue: SOURCE,
    dataMode: "live",
    questions: (now) => readQuestions(fetch, urls.list, now),
    prices: (questions, now) => readPrices(fetch, urls.prices, questions, now),
  };
}

async function readQuestions(fetch: Fetch, base: string, now: Date): Promise<Part<QuestionList>> {
  const refused: QuestionList["refused"] = {};
  const refuse = (reason: QuestionRefusal) => {
    refused[reason] = (refused[reason] ?? 0) + 1;
  };
  const questions = new Map<string, EarningsQuestion>();
  let offset = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = new URL(`${base}/events`);
    url.search = new URLSearchParams({
      tag_slug: "earnings",
      closed: "false",
      limit: String(PAGE),
      offset: String(offset),
    }).toString();
    const answer = await fetchJson({ fetch, url });
    if (!answer.isOk) return failedPart(SOURCE, answer);
    const events = eventsSchema.safeParse(answer.body);
    if (!events.success) return malformedPart(SOURCE);
    for (const raw of events.data.flatMap((event) => event?.markets ?? [null])) {
      const read = raw === null ? "unreadable" : readQuestion(raw);
      if (typeof read === "string") refuse(read);
      else questions.set(read.id, read);
    }
    // A page may be shorter than asked for although more follow, so only an empty page is the last one.
    if (events.data.length === 0)
      return livePart({ questions: [...questions.values()], refused }, SOURCE, null, now);
    offset += events.data.length;
  }
  return malformedPart(SOURCE);
}

/**
 * Reads the order books a few at a time. A question without a book is left out, and so is one whose request
 * failed. At the rate limit, no further book is read.
 */
async function readPrices(
  fetch: Fetch,
  base: string,
  questions: readonly EarningsQuestion[],
  now: Date,
): Promise<Part<ReadonlyMap<string, QuestionPrice>>> {
  const prices = new Map<string, QuestionPrice>();
  const failures: SourceFailure[] = [];
  const withOrders = questions.filter(({ ordersId }) => ordersId !== null);
  for (let from = 0; from < withOrders.length; from += REQUESTS_AT_ONCE) {
    if (failures.some(({ reason }) => reason === "rate_limited")) break;
    await Promise.all(
      withOrders.slice(from, from + REQUESTS_AT_ONCE).map(async ({ id, ordersId }) => {
        const url = new URL(`${base}/book`);
        url.searchParams.set("token_id", ordersId ?? "");
        const answer = await fetchJson({ fetch, url });
        if (!answer.isOk) {
          if (answer.reason !== "not_found") failures.push(answer);
          return;
        }
        const orders = ordersSchema.safeParse(answer.body);
        if (orders.success) prices.set(id, priceOf(orders.data));
      }),
    );
  }
  const [failure] = failures;
  if (failure && prices.size === 0) return failedPart(SOURCE, failure);
  return livePart(prices, SOURCE, null, now);
}

/**
 * Returns the best prices of a book and the dollars offered near its middle. The order of the levels differs by
 * side, so they are not taken as sorted. A bid at or above an ask is a book in change, which has no price.
 */
export function priceOf({ bids, asks }: Orders): QuestionPrice {
  const bid = bids.length === 0 ? null : Math.max(...bids.map(({ price }) => price));
  const ask = asks.length === 0 ? null : Math.min(...asks.map(({ price }) => price));
  if (bid === null || ask === null) return { bid, ask, depthUsd: 0 };
  if (bid >= ask) return { bid: null, ask: null, depthUsd: 0 };
  const middle = (bid + ask) / 2;
  // A hundredth of a cent keeps a level exactly at the limit inside despite binary fractions.
  const isNear = ({ price }: { price: number }) =>
    Math.abs(price - middle) <= priceQualityRule.nearMiddle + 1e-4;
  const depth = [...bids, ...asks].filter(isNear).reduce((sum, { price, size }) => sum + price * size, 0);
  return { bid, ask, depthUsd: Math.round(depth * 100) / 100 };
}
