import type { OptionChain } from "#contract/market-data.ts";
import { daysBetween, weekdaysBetween } from "#contract/time.ts";
import { normalTail } from "../statistics.ts";
import { atTheMoney, type EventMove } from "./implied-move.ts";

/** `beside` ends before the report or after `spanning`. Options from `after` (ISO) on pay for it. */
type Chains = { spanning: OptionChain; beside: OptionChain; after: string; today: string };

/** Farther from the report, other days' moves hide its own. */
const NEAR_DAYS = 21;
/** Less of the variance is within two quotes' error. */
const LEAST_SHARE = 0.1;
/** Of a normal variable of standard deviation 1. */
const MEAN_SIZE = Math.sqrt(2 / Math.PI);

/**
 * Percent, the report alone. Variances of days add up: other days' come from an expiry before the report, or
 * from what a later one adds. Null where the chains cannot tell.
 */
export function eventMove({ spanning, beside, after, today }: Chains): EventMove | null {
  if (daysBetween(after, spanning.expiry) > NEAR_DAYS) return null;
  const [whole, other] = [varianceOf(spanning), varianceOf(beside)];
  if (whole === null || other === null) return null;
  const [days, otherDays] = [weekdaysBetween(today, spanning.expiry), weekdaysBetween(today, beside.expiry)];
  const isBefore = beside.expiry < after;
  if (otherDays === 0 || (!isBefore && otherDays <= days)) return null;
  const aDay = isBefore ? other / otherDays : (other - whole) / (otherDays - days);
  const event = whole - days * aDay;
  if (aDay < 0 || event < LEAST_SHARE * whole) return null;
  return {
    percent: 100 * MEAN_SIZE * Math.sqrt(event),
    method: isBefore ? "expiry_before" : "two_expiries_after",
  };
}

const GREATEST_DEVIATION = 4;
const HALVINGS = 40;

/** From the straddle (Black and Scholes 1973, interest rate zero). */
function varianceOf(chain: OptionChain): number | null {
  const found = atTheMoney(chain);
  if (!found) return null;
  const price = found.call + found.put;
  let [low, high] = [0, GREATEST_DEVIATION];
  if (price <= straddle(chain.spot, found.strike, low) || price >= straddle(chain.spot, found.strike, high))
    return null;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (straddle(chain.spot, found.strike, middle) < price) low = middle;
    else high = middle;
  }
  return low ** 2;
}

function straddle(spot: number, strike: number, deviation: number): number {
  if (deviation === 0) return Math.abs(spot - strike);
  const d1 = Math.log(spot / strike) / deviation + deviation / 2;
  return spot * (1 - 2 * normalTail(d1)) - strike * (1 - 2 * normalTail(d1 - deviation));
}
