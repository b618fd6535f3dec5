import { isNotACompany, MarketError } from "../port.ts";

/**
 * From 0 to below 1, the same on every machine and day. FNV-1a with MurmurHash3's finalizer, to spread neighboring
 * texts.
 */
export function seededRandom(...words: (string | number)[]): number {
  let hash = 0x811c9dc5;
  const text = words.join("|");
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Box-Muller. */
export function seededNormal(...words: (string | number)[]): number {
  const u = Math.max(seededRandom(...words, "u"), 1e-12);
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * seededRandom(...words, "v"));
}

export function seededPick<Item>(items: readonly [Item, ...Item[]], ...words: (string | number)[]): Item {
  return items[Math.floor(seededRandom(...words) * items.length)] ?? items[0];
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** Only names, sectors and tickers of well-known ones are real. */
export type SampleCompany = {
  symbol: string;
  name: string;
  sector: string;
  industry: string;
  /** USD, at the start of the simulation. */
  startPrice: number;
  shares: number;
  /** USD, at the start of the simulation. */
  startEps: number;
  /** Usual surprise as a share of the consensus. */
  habit: number;
  /** Share of the consensus. */
  scatter: number;
  /** 0 to 2, within the calendar quarter. */
  fiscalMonth: number;
  /** From quarter end. */
  reportLagDays: number;
  session: "pre" | "post";
};

const known = [
  ["AAPL", "Apple Inc.", "Technology", "Consumer Electronics"],
  ["MSFT", "Microsoft Corporation", "Technology", "Software"],
  ["GOOGL", "Alphabet Inc.", "Communication Services", "Internet Content & Information"],
  ["GOOG", "Alphabet Inc. Class C", "Communication Services", "Internet Content & Information"],
  ["AMZN", "Amazon.com, Inc.", "Consumer Cyclical", "Internet Retail"],
  ["META", "Meta Platforms, Inc.", "Communication Services", "Internet Content & Information"],
  ["NVDA", "NVIDIA Corporation", "Technology", "Semiconductors"],
  ["TSLA", "Tesla, Inc.", "Consumer Cyclical", "Auto Manufacturers"],
  ["AVGO", "Broadcom Inc.", "Technology", "Semiconductors"],
  ["AMD", "Advanced Micro Devices, Inc.", "Technology", "Semiconductors"],
  ["INTC", "Intel Corporation", "Technology", "Semiconductors"],
  ["CRM", "Salesforce, Inc.", "Technology", "Software"],
  ["ORCL", "Oracle Corporation", "Technology", "Software"],
  ["ADBE", "Adobe Inc.", "Technology", "Software"],
  ["CSCO", "Cisco Systems, Inc.", "Technology", "Communication Equipment"],
  ["NFLX", "Netflix, Inc.", "Communication Services", "Entertainment"],
  ["DIS", "The Walt Disney Company", "Communication Services", "Entertainment"],
  ["VZ", "Verizon Communications Inc.", "Communication Services", "Telecom Services"],
  ["T", "AT&T Inc.", "Communication Services", "Telecom Services"],
  ["JPM", "JPMorgan Chase & Co.", "Financial Services", "Banks"],
  ["BAC", "Bank of America Corporation", "Financial Services", "Banks"],
  ["WFC", "Wells Fargo & Company", "Financial Services", "Banks"],
  ["GS", "The Goldman Sachs Group, Inc.", "Financial Services", "Capital Markets"],
  ["V", "Visa Inc.", "Financial Services", "Credit Services"],
  ["MA", "Mastercard Incorporated", "Financial Services", "Credit Services"],
  ["BRK.B", "Berkshire Hathaway Inc.", "Financial Services", "Insurance"],
  ["JNJ", "Johnson & Johnson", "Healthcare", "Drug Manufacturers"],
  ["PFE", "Pfizer Inc.", "Healthcare", "Drug Manufacturers"],
  ["MRK", "Merck & Co., Inc.", "Healthcare", "Drug Manufacturers"],
  ["ABBV", "AbbVie Inc.", "Healthcare", "Drug Manufacturers"],
  ["LLY", "Eli Lilly and Company", "Healthcare", "Drug Manufacturers"],
  ["UNH", "UnitedHealth Group Incorporated", "Healthcare", "Healthcare Plans"],
  ["WMT", "Walmart Inc.", "Consumer Defensive", "Discount Stores"],
  ["COST", "Costco Wholesale Corporation", "Consumer Defensive", "Discount Stores"],
  ["PG", "The Procter & Gamble Company", "Consumer Defensive", "Household Products"],
  ["KO", "The Coca-Cola Company", "Consumer Defensive", "Beverages"],
  ["PEP", "PepsiCo, Inc.", "Consumer Defensive", "Beverages"],
  ["MCD", "McDonald's Corporation", "Consumer Cyclical", "Restaurants"],
  ["NKE", "NIKE, Inc.", "Consumer Cyclical", "Footwear & Accessories"],
  ["SBUX", "Starbucks Corporation", "Consumer Cyclical", "Restaurants"],
  ["HD", "The Home Depot, Inc.", "Consumer Cyclical", "Home Improvement Retail"],
  ["F", "Ford Motor Company", "Consumer Cyclical", "Auto Manufacturers"],
  ["GM", "General Motors Company", "Consumer Cyclical", "Auto Manufacturers"],
  ["BA", "The Boeing Company", "Industrials", "Aerospace & Defense"],
  ["CAT", "Caterpillar Inc.", "Industrials", "Farm & Heavy Construction Machinery"],
  ["GE", "GE Aerospace", "Industrials", "Aerospace & Defense"],
  ["UPS", "United Parcel Service, Inc.", "Industrials", "Integrated Freight & Logistics"],
  ["XOM", "Exxon Mobil Corporation", "Energy", "Oil & Gas"],
  ["CVX", "Chevron Corporation", "Energy", "Oil & Gas"],
  ["NEE", "NextEra Energy, Inc.", "Utilities", "Utilities"],
  ["LIN", "Linde plc", "Basic Materials", "Specialty Chemicals"],
  ["PLTR", "Palantir Technologies Inc.", "Technology", "Software"],
  ["UBER", "Uber Technologies, Inc.", "Technology", "Software"],
] as const;

const byTicker = new Map<string, readonly [string, string, string, string]>(
  known.map((row) => [row[0], row]),
);

const notCompanies = new Set(["QQQ", "SPY", "VOO", "VTI", "IWM", "DIA", "ARKK", "GLD", "TLT"]);

const sectors = [
  "Technology",
  "Healthcare",
  "Industrials",
  "Consumer Cyclical",
  "Financial Services",
  "Energy",
] as const;

/** USD, at the start of the simulation. */
const startValues = {
  known: { least: 20e9, most: 1_200e9 },
  invented: { least: 0.1e9, most: 15e9 },
} as const;

/** With a real company's name, in the list's order. */
export const sampleSymbols: readonly string[] = known.map((row) => row[0]);

const ALPHABET_SIZE = 26;
const TICKER_LENGTH = 4;

/** Real companies' first, then invented ones. */
export function marketSymbols(size: number): readonly string[] {
  const symbols = new Set(sampleSymbols.slice(0, size));
  for (let i = 0; symbols.size < size; i++) symbols.add(inventedTicker(i));
  return [...symbols];
}

/** The multiplier has no common factor with the number of tickers. */
function inventedTicker(index: number): string {
  let rest = (index * 7_919 + 1_000) % ALPHABET_SIZE ** TICKER_LENGTH;
  let ticker = "";
  for (let i = 0; i < TICKER_LENGTH; i++) {
    ticker += String.fromCharCode(65 + (rest % ALPHABET_SIZE));
    rest = Math.floor(rest / ALPHABET_SIZE);
  }
  return notCompanies.has(ticker) ? inventedTicker(index + 1_000_000) : ticker;
}

/** Throws MarketError `not_a_company` for funds, coins and currencies, else `unknown_symbol`. */
export function sampleCompany(symbol: string): SampleCompany {
  if (notCompanies.has(symbol) || isNotACompany(symbol))
    throw new MarketError("not_a_company", `${symbol} is not a company that reports earnings.`);
  const row = byTicker.get(symbol);
  if (!row && !/^[A-Z]{1,4}$/.test(symbol))
    throw new MarketError("unknown_symbol", `No company is listed as ${symbol}.`);
  const roll = (trait: string) => seededRandom(symbol, trait);
  const price = 40 + 260 * roll("price");
  const { least, most } = startValues[row ? "known" : "invented"];
  return {
    symbol,
    name: row?.[1] ?? `Sample Company ${symbol}`,
    sector: row?.[2] ?? sectors[Math.floor(roll("sector") * sectors.length)] ?? sectors[0],
    industry: row?.[3] ?? "Simulated",
    startPrice: rounded(price),
    shares: Math.round((least * (most / least) ** roll("value")) / price),
    // 18 to 30 times a year's earnings.
    startEps: rounded(price / (18 + 12 * roll("multiple")) / 4),
    habit: -0.01 + 0.09 * roll("habit"),
    scatter: 0.03 + 0.06 * roll("scatter"),
    fiscalMonth: roll("fiscal") < 0.8 ? 2 : roll("fiscal") < 0.9 ? 0 : 1,
    reportLagDays: 22 + Math.floor(22 * roll("lag")),
    session: roll("session") < 0.45 ? "pre" : "post",
  };
}
