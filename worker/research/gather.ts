import { isStale } from "#analysis/earnings.ts";
import type {
  CompanyReport,
  DailyBar,
  Headline,
  MarketData,
  MarketMood,
  OptionChain,
  Part,
  SocialMessage,
} from "#market/port.ts";

/** Everything one analysis is made of, as the source gave it at one moment of the market. */
export type Gathered = {
  source: { name: string; dataMode: MarketData["dataMode"] };
  now: Date;
  company: CompanyReport;
  prices: Part<DailyBar[]>;
  news: Part<Headline[]>;
  options: Part<OptionChain>;
  social: Part<SocialMessage[]>;
  mood: Part<MarketMood>;
};

/** Patience with each part beside the company itself; the slowest part costs the analysis no more than this. */
const PART_TIMEOUT_MS = 8_000;

/** Told when the first part about a stage is there. */
export type OnPart = (stage: "company" | "estimates" | "prices" | "news", found: Part<unknown>[]) => void;

/**
 * Asks the source for every part: the company first, without which there is no analysis, then all others side by side,
 * each with its own time-out. Throws MarketError as the port says; no other part can make it fail.
 */
export async function gather(
  market: MarketData,
  symbol: string,
  now: Date,
  onPart: OnPart,
): Promise<Gathered> {
  const company = await market.company(symbol, now);
  onPart("company", []);
  onPart("estimates", [company.estimate, company.reportDate, company.history]);
  const report = company.reportDate.state === "missing" ? null : company.reportDate.data;
  const optionsAfter = report && !isStale(report, now) ? (report.to ?? report.from).slice(0, 10) : null;
  const within = <T>(part: Promise<Part<T>>) => bounded(part, market.name);

  const prices = within(market.prices(symbol, now));
  const news = within(market.news(symbol, company.identity.name, now));
  const [options, social, mood] = [
    within(market.options(symbol, optionsAfter, now)),
    within(market.social(symbol, now)),
    within(market.mood(now)),
  ];
  onPart("prices", [await prices]);
  onPart("news", [await news]);
  return {
    source: { name: market.name, dataMode: market.dataMode },
    now,
    company,
    prices: await prices,
    news: await news,
    options: await options,
    social: await social,
    mood: await mood,
  };
}

async function bounded<T>(part: Promise<Part<T>>, source: string): Promise<Part<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Part<T>>((resolve) => {
    const seconds = PART_TIMEOUT_MS / 1000;
    const missing: Part<T> = {
      state: "missing",
      reason: "timed_out",
      detail: `no answer within ${seconds} s`,
      source,
    };
    timer = setTimeout(() => resolve(missing), PART_TIMEOUT_MS);
  });
  const failed = (): Part<T> => ({
    state: "missing",
    reason: "upstream",
    detail: "the source failed",
    source,
  });
  try {
    return await Promise.race([part.catch(failed), late]);
  } finally {
    clearTimeout(timer);
  }
}
