import type { OptionChain, OptionQuote } from "#contract/market-data.ts";
import { easternDay, isoDay } from "#contract/time.ts";
import { tradingDaysBetween } from "#contract/trading-days.ts";
import type { SampleCompany } from "./companies.ts";
import { upcomingQuarter } from "./quarters.ts";
import { rounded, seededRandom } from "./seeded.ts";

const TRADING_DAYS = 252;
const BASE_VOLATILITY = 0.24;

/**
 * Returns the option chain that expires on the first Friday from `after` on, or from `now` on if `after` is
 * null. Premiums follow Black and Scholes without interest, and the volatility includes the price change
 * expected at a report before the expiry.
 */
export function sampleOptionChain(
  company: SampleCompany,
  spot: number,
  after: string | null,
  now: Date,
): OptionChain {
  const expiry = fridayFrom(after ? new Date(`${after}T00:00:00Z`) : now);
  const years = Math.max(1, tradingDaysBetween(easternDay(now), isoDay(expiry))) / TRADING_DAYS;
  const reportMove =
    expiry > upcomingQuarter(company, now).reportsAt
      ? 0.035 + 0.04 * seededRandom(company.symbol, "move")
      : 0;
  const volatility = Math.sqrt(BASE_VOLATILITY ** 2 + reportMove ** 2 / years);
  const step = strikeStep(spot);
  const middle = Math.round(spot / step) * step;
  const strikes = Array.from({ length: 21 }, (_, i) => middle + (i - 10) * step).filter(
    (strike) => strike > 0,
  );
  const quote = (strike: number, right: "call" | "put"): OptionQuote => {
    const fair = premium(spot, strike, years, volatility, right);
    const half = Math.max(0.01, fair * 0.02);
    return {
      strike,
      bid: rounded(Math.max(0, fair - half)),
      ask: rounded(fair + half),
      last: rounded(fair),
      openInterest: Math.round(4000 * seededRandom(company.symbol, right, strike)),
      impliedVolatility: rounded(volatility, 4),
    };
  };
  return {
    expiry: isoDay(expiry),
    spot,
    calls: strikes.map((strike) => quote(strike, "call")),
    puts: strikes.map((strike) => quote(strike, "put")),
  };
}

function fridayFrom(date: Date): Date {
  const friday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 20));
  while (friday.getUTCDay() !== 5) friday.setUTCDate(friday.getUTCDate() + 1);
  return friday;
}

function strikeStep(spot: number): number {
  if (spot < 50) return 1;
  if (spot < 200) return 2.5;
  return spot < 500 ? 5 : 10;
}

/** Returns an option's premium by Black and Scholes (1973) with an interest rate of zero. */
function premium(
  spot: number,
  strike: number,
  years: number,
  volatility: number,
  right: "call" | "put",
): number {
  const deviation = volatility * Math.sqrt(years);
  const d1 = Math.log(spot / strike) / deviation + deviation / 2;
  const call = spot * cumulative(d1) - strike * cumulative(d1 - deviation);
  return right === "call" ? call : call - spot + strike;
}

/**
 * Returns the cumulative standard normal distribution by Abramowitz and Stegun 26.2.17, with an error below
 * 7.5e-8.
 */
function cumulative(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}
