import type { Part } from "#contract/market-data.ts";
import type { QuestionPrice } from "#contract/prediction-markets.ts";
import { DAY_MS, easternDay, isoDay } from "#contract/time.ts";
import type { EarningsQuestion, PredictionMarkets } from "../prediction-markets.ts";
import { type SampleCompany, sampleCompaniesOf } from "./companies.ts";
import { type SampleQuarter, upcomingQuarter } from "./quarters.ts";
import { rounded, seededNormal, seededPick, seededRandom } from "./seeded.ts";

const VENUE = "Sample traders";
const DEFAULT_SIZE = 600;
/** Questions open this many days before the report, as at the real venue. */
const OPEN_DAYS = 14;
/** The share of companies about which a question is asked. The real venue asks about the best-known ones. */
const ASKED = 0.5;

/** What is unusual about a simulated prediction market's question, so that every state of a screen can be seen offline. */
const kinds = [
  "plain",
  "plain",
  "plain",
  "plain",
  "thin",
  "wide",
  "wrong",
  "strike",
  "basis",
  "empty",
] as const;
type Kind = (typeof kinds)[number];

/**
 * Returns simulated questions about the coming reports of the simulated market: most with a sensible price, some
 * thin, with a wide spread, with a price that is far off, with another strike or basis, and some without a
 * price. Every part has the state `sample`.
 */
export function samplePredictionMarkets(size: number = DEFAULT_SIZE): PredictionMarkets {
  const companies = () => [...sampleCompaniesOf(size).values()];
  const asked = (now: Date) =>
    companies().flatMap((company) => {
      const quarter = upcomingQuarter(company, now);
      const openedAt = quarter.reportsAt.getTime() - OPEN_DAYS * DAY_MS;
      const isAsked = seededRandom(company.symbol, "question", quarter.index) < ASKED;
      return isAsked && openedAt <= now.getTime() ? [{ company, quarter, openedAt: new Date(openedAt) }] : [];
    });
  return {
    venue: VENUE,
    dataMode: "sample",
    questions: async (now) => {
      const questions = asked(now).map(({ company, quarter, openedAt }) =>
        questionOf(company, quarter, openedAt, now),
      );
      return sampled({ questions, refused: {} }, now);
    },
    prices: async (questions, now) => {
      const wanted = new Set(questions.map(({ id }) => id));
      const prices = asked(now)
        .filter(({ company, quarter }) => wanted.has(idOf(company, quarter)))
        .map(({ company, quarter }) => [idOf(company, quarter), priceOf(company, quarter, now)] as const);
      return sampled(new Map(prices), now);
    },
  };
}

function sampled<T>(data: T, now: Date): Part<T> {
  return { state: "sample", data, source: VENUE, url: null, asOf: now.toISOString() };
}

const idOf = ({ symbol }: SampleCompany, { fiscalQuarterEnd }: SampleQuarter) =>
  `sample ${symbol} ${fiscalQuarterEnd}`;

const kindOf = ({ symbol }: SampleCompany, { index }: SampleQuarter): Kind =>
  seededPick(kinds, symbol, "kind of question", index);

function questionOf(
  company: SampleCompany,
  quarter: SampleQuarter,
  openedAt: Date,
  now: Date,
): EarningsQuestion {
  const { symbol, name } = company;
  const kind = kindOf(company, quarter);
  const id = idOf(company, quarter);
  const traded = kind === "thin" ? 90 : 800 + 6_000 * seededRandom(symbol, "volume", quarter.index);
  // Trading grows from nothing when the question opens to all of it when the report comes.
  const progress = (now.getTime() - openedAt.getTime()) / (OPEN_DAYS * DAY_MS);
  return {
    id,
    title: `Will ${name} (${symbol}) beat quarterly earnings?`,
    url: null,
    ticker: symbol,
    companyName: name,
    expectedDay: easternDay(quarter.reportsAt),
    // The strike stands still while the consensus moves. It is the consensus of the last days.
    strike: rounded(quarter.estimate + (kind === "strike" ? 0.03 : 0)),
    basis: kind === "basis" ? "gaap" : "adjusted",
    closesAt: quarter.reportsAt.toISOString(),
    volumeUsd: rounded(traded * Math.min(1, 0.3 + 0.7 * progress)),
    dayVolumeUsd: rounded(traded / OPEN_DAYS),
    ordersId: kind === "empty" ? null : id,
  };
}

/**
 * Returns a simulated order book's best prices. The traders know the company's usual surprise and a part of what
 * is coming; those of a `wrong` question know the opposite.
 */
function priceOf(company: SampleCompany, quarter: SampleQuarter, now: Date): QuestionPrice {
  const { symbol } = company;
  const kind = kindOf(company, quarter);
  const foreseen = (quarter.actual / quarter.estimate - 1) / company.scatter;
  const mood = 0.5 * seededNormal(symbol, "traders", quarter.index, isoDay(now));
  const view = company.habit / company.scatter + 0.25 * foreseen + mood;
  const middle = 1 / (1 + Math.exp(-1.4 * (kind === "wrong" ? -view : view)));
  const spread =
    kind === "wide" ? 0.24 : 0.02 + 0.04 * seededRandom(symbol, "spread of traders", quarter.index);
  const price = Math.min(0.97 - spread / 2, Math.max(0.03 + spread / 2, middle));
  return {
    bid: rounded(price - spread / 2),
    ask: rounded(price + spread / 2),
    depthUsd: kind === "thin" ? 14 : rounded(150 + 900 * seededRandom(symbol, "depth", quarter.index)),
  };
}
