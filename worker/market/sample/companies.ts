import { isNotACompany, MarketError } from "../port.ts";
import { type Industry, industries, knownCompanies, type SampleProfile } from "./sample-company-profiles.ts";
import { seededNormal, seededPick, seededRandom } from "./seeded.ts";

/** A company of the simulated market. Only the names and tickers of well-known companies are real. */
export type SampleCompany = {
  symbol: string;
  name: string;
  sector: string;
  industry: Industry;
  /** In US dollars, at the simulation's start. */
  startPrice: number;
  shares: number;
  /** US dollars per share in one quarter, at the simulation's start. */
  startEps: number;
  analysts: number;
  /** The usual surprise as a share of the consensus. */
  habit: number;
  /** The standard deviation of surprises, as a share of the consensus. */
  scatter: number;
  /** The month of the calendar quarter in which fiscal quarters end, from 0 to 2. */
  fiscalMonth: number;
  /** Days from the quarter's end to the report. */
  reportLagDays: number;
  session: "pre" | "post";
  /** What nobody publishes about the company's next report. It is left out for most companies. */
  unpublished?: "day" | "estimates";
};

/** The factor by which EPS and price grow in a quarter. Both grow alike, so their ratio stays the same. */
export const QUARTERLY_GROWTH = 1.018;
/** The number of quarters from the simulation's start to early 2026, when the profiles were taken. */
const QUARTERS_GROWN = 28;

const notCompanies = new Set(["QQQ", "SPY", "VOO", "VTI", "IWM", "DIA", "ARKK", "GLD", "TLT"]);

/** The tickers of the real companies, in the order of `knownCompanies`. */
export const sampleSymbols: readonly string[] = knownCompanies.map((row) => row[0]);

let listed: Map<string, SampleCompany> | undefined;

/**
 * Returns the companies of the largest possible market by ticker, real companies first, then invented ones.
 * They are created on the first call.
 */
function allCompanies(): Map<string, SampleCompany> {
  if (listed) return listed;
  listed = new Map();
  for (const [symbol, name, industry, billions, price, multiple, fiscalMonth = 2] of knownCompanies)
    listed.set(
      symbol,
      grown({ symbol, name, industry, value: billions * 1e9, price, multiple, fiscalMonth }),
    );
  const names = new Set<string>();
  for (let i = 0; i < MAX_INVENTED; i++) {
    const profile = inventedCompany(i, names, (symbol) => listed?.has(symbol) || notCompanies.has(symbol));
    names.add(profile.name);
    listed.set(profile.symbol, grown(profile));
  }
  return listed;
}

/**
 * Invented companies about whose next report something is not published, so that these states of every screen can
 * be seen without a network. They come on top of a market's size and have a place in no figure of the market.
 */
export const companiesWithGaps: readonly SampleCompany[] = [
  {
    ...grown({
      symbol: "SMDY",
      name: "Someday Instruments",
      industry: "Medical Devices",
      value: 6e9,
      price: 42,
      multiple: 24,
      fiscalMonth: 2,
    }),
    unpublished: "day",
  },
  {
    ...grown({
      symbol: "UNCV",
      name: "Uncovered Foundry",
      industry: "Specialty Chemicals",
      value: 0.6e9,
      price: 18,
      multiple: 16,
      fiscalMonth: 2,
    }),
    analysts: 0,
    unpublished: "estimates",
  },
];

/** Returns the first `size` companies by ticker, real companies before invented ones. */
export function sampleCompaniesOf(size: number): ReadonlyMap<string, SampleCompany> {
  return new Map([...allCompanies()].slice(0, size));
}

/**
 * Returns the company of a ticker. Throws MarketError `not_a_company` for funds, cryptocurrencies and
 * currencies, and otherwise `unknown_symbol`.
 */
export function sampleCompany(
  symbol: string,
  companies: ReadonlyMap<string, SampleCompany> = allCompanies(),
): SampleCompany {
  if (notCompanies.has(symbol) || isNotACompany(symbol))
    throw new MarketError("not_a_company", `${symbol} is not a company that reports earnings.`);
  const company = companies.get(symbol);
  if (!company) throw new MarketError("unknown_symbol", `No company is listed as ${symbol}.`);
  return company;
}

function grown({
  symbol,
  name,
  industry,
  value,
  price,
  multiple,
  fiscalMonth,
}: SampleProfile): SampleCompany {
  const growth = QUARTERLY_GROWTH ** QUARTERS_GROWN;
  const roll = (trait: string) => seededRandom(symbol, trait);
  const isBank = industry === "Banks";
  return {
    symbol,
    name,
    sector: industries[industry][0],
    industry,
    startPrice: price / growth,
    shares: Math.round(value / price),
    startEps: price / multiple / 4 / growth,
    analysts: analystsOf(value, roll("analysts")),
    ...habitsOf(symbol),
    fiscalMonth,
    reportLagDays: isBank ? 14 + Math.floor(8 * roll("lag")) : lagOf(value, fiscalMonth, roll("lag")),
    session: isBank || roll("session") < 0.45 ? "pre" : "post",
  };
}

/**
 * Returns the number of analysts: about 35 for the largest companies, a handful for the smallest. `roll` is a
 * random number from 0 to 1.
 */
function analystsOf(value: number, roll: number): number {
  return Math.max(3, Math.round(1 + 3.8 * Math.log(value / 0.4e9) + 6 * roll));
}

/**
 * Returns the days from the quarter's end to the report. Large companies report early. Companies with other
 * fiscal years report in the weeks between seasons. `roll` is a random number from 0 to 1.
 */
function lagOf(value: number, fiscalMonth: number, roll: number): number {
  if (fiscalMonth !== 2) return Math.floor(15 + 31 * roll);
  return Math.floor(value > 50e9 ? 19 + 19 * roll : 23 + 22 * roll);
}

/**
 * Returns the company's usual surprise (`habit`) and the standard deviation of its surprises (`scatter`). The
 * usual surprise is most of what can be forecast.
 */
function habitsOf(symbol: string): { habit: number; scatter: number } {
  const scatter = 0.03 + 0.06 * seededRandom(symbol, "scatter");
  return { scatter, habit: scatter * (0.76 + 0.38 * seededNormal(symbol, "habit")) };
}

const MAX_INVENTED = 4_900;

const starts =
  "North South East West Green Silver Red Blue Stone Iron Oak Maple Cedar Birch Ash Harbor River Lake Summit Ridge Clear Bright Fair High Long Mill Spring Winter King Sand Fox Hawk Wolf Elm Thorn Wind".split(
    " ",
  ) as [string, ...string[]];
const ends =
  "field brook ford bridge haven gate wood ridge view crest mont ton dale port well shore stead moor hurst ley".split(
    " ",
  ) as [string, ...string[]];
const industryNames = Object.keys(industries) as [Industry, ...Industry[]];

/**
 * The largest and smallest market value of an invented company, in US dollars. Over the ranks, values fall
 * most steeply at the small end.
 */
const LARGEST = 80e9;
const SMALLEST = 0.5e9;
const STEEPNESS = 1.8;
/** Multiples of the golden ratio, modulo 1, spread any number of companies evenly over all sizes. */
const GOLDEN = 0.618033988749895;

/**
 * Returns the invented company with this `index`. It is drawn from seeds, so each run creates the same one.
 * `names` and `isTaken` say which names and tickers are in use already.
 */
function inventedCompany(
  index: number,
  names: ReadonlySet<string>,
  isTaken: (symbol: string) => boolean | undefined,
): SampleProfile {
  const industry = seededPick(industryNames, "industry", index);
  const [, usualMultiple, words] = industries[industry];
  let first = "";
  let second = "";
  for (let attempt = 0; first === "" || names.has(`${first} ${second}`); attempt++) {
    const start = seededPick(starts, "start", index, attempt);
    first = start + seededPick(ends, "end", index, attempt);
    second = seededPick(words, "word", index, attempt);
  }
  const rank = (index * GOLDEN) % 1;
  const multiple = usualMultiple * Math.exp(0.22 * seededNormal("multiple", index));
  const fiscal = industry === "Banks" ? 1 : seededRandom("fiscal", index);
  return {
    symbol: tickerOf(first, second, isTaken),
    name: `${first} ${second}`,
    industry,
    value: LARGEST * (SMALLEST / LARGEST) ** (rank ** STEEPNESS),
    price: 14 * 20 ** seededRandom("price", index),
    multiple: Math.min(58, Math.max(8.5, multiple)),
    fiscalMonth: fiscal < 0.18 ? 0 : fiscal < 0.36 ? 1 : 2,
  };
}

function tickerOf(first: string, second: string, isTaken: (symbol: string) => boolean | undefined): string {
  const capitals = (first + second).toUpperCase().replace(/[^A-Z]/g, "");
  const tail = capitals.slice(1).replace(/[AEIOU]/g, "") + capitals.slice(1);
  for (let i = 0; i < tail.length; i++)
    for (let j = i + 1; j < tail.length; j++)
      for (let k = j + 1; k < tail.length; k++) {
        const ticker = `${capitals[0]}${tail[i]}${tail[j]}${tail[k]}`;
        if (!isTaken(ticker)) return ticker;
      }
  throw new Error(`No ticker is free for ${first} ${second}.`);
}
