import { describe, expect, it } from "vitest";
import { analysisSchema } from "#contract/analysis.ts";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import { chooseMarketData } from "#market/choose-market-data.ts";
import { MarketError } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";
import { runAnalysis } from "#research/run.ts";
import { acme, anFmp, now as fmpNow } from "../unit/market/fmp/bodies.ts";
import type { Answer } from "../unit/market/sources.ts";
import {
  aSummary,
  aYahoo,
  chartBody,
  SUMMARY,
  summaryBody,
  now as yahooNow,
} from "../unit/market/yahoo/bodies.ts";

const numbers = [1e308, -1e308, 1e19, 5e-324, -1, 1.5, 9e15];
const texts = ["A".repeat(250), "\u{1F600}".repeat(300), "", "not a date", "9999-99-99", "1e308"];
const others = [null, {}, [], true];

/** Yields copies of a body, each with one leaf replaced by something that no honest source sends there. */
function* hostileBodies(body: unknown): Generator<[path: string, body: unknown]> {
  for (const path of leavesOf(body)) {
    const leaf = path.reduce<unknown>((node, key) => Reflect.get(Object(node), key), body);
    const like = typeof leaf === "number" ? numbers : typeof leaf === "string" ? texts : [];
    for (const value of [...like, ...others]) {
      const copy: unknown = structuredClone(body);
      const parent = path.slice(0, -1).reduce<unknown>((node, key) => Reflect.get(Object(node), key), copy);
      Reflect.set(Object(parent), path.at(-1) ?? "", value);
      yield [`${path.join(".")} = ${String(JSON.stringify(value)).slice(0, 20)}`, copy];
    }
  }
}

function leavesOf(node: unknown, path: string[] = []): string[][] {
  if (typeof node !== "object" || node === null) return [path];
  return Object.keys(node).flatMap((key) => leavesOf(Reflect.get(node, key), [...path, key]));
}

/**
 * Returns what is wrong with the analysis of Acme on a source, or null when it can be shown or was refused by name.
 */
async function faultOf(
  fetch: Parameters<typeof chooseMarketData>[1],
  source: "yahoo" | "fmp",
): Promise<string | null> {
  const market = await chooseMarketData(
    {
      MARKET_DATA: source,
      YAHOO_BASE_URL: "https://yahoo.example",
      FMP_BASE_URL: "https://fmp.example",
      FMP_API_KEY: "a-secret-key",
      APP_ENV: "development",
    },
    fetch,
  );
  const now = () => (source === "yahoo" ? yahooNow : fmpNow);
  try {
    const run = { market, narrator: rulesNarrator, now, newId: () => "ana_1" };
    const analysis = await runAnalysis("ACME", run, { onStage: () => undefined, onText: () => undefined });
    const issue = analysisSchema.safeParse(analysis).error?.issues[0];
    return issue ? `${issue.path.join(".")}: ${issue.message}` : null;
  } catch (error) {
    return error instanceof MarketError || error instanceof AppError ? null : String(error);
  }
}

const bodyOf = (answer: Answer | undefined) => (typeof answer === "object" ? answer.body : undefined);

const optionQuote = (strike: number) => ({
  strike,
  bid: 1.1,
  ask: 1.2,
  lastPrice: 1.15,
  openInterest: 100,
  impliedVolatility: 0.4,
});
const epoch = (at: string) => Date.parse(at) / 1000;
const chain = {
  optionChain: {
    result: [
      {
        expirationDates: [epoch("2025-03-14")],
        quote: { regularMarketPrice: 41.5, regularMarketTime: epoch("2025-03-04T11:00:00Z") },
        options: [
          {
            expirationDate: epoch("2025-03-14"),
            calls: [40, 42, 44].map(optionQuote),
            puts: [40, 42, 44].map(optionQuote),
          },
        ],
      },
    ],
  },
};
const story = {
  title: "Acme's profit rises",
  publisher: "The Wire",
  link: "https://news.example/1",
  providerPublishTime: epoch("2025-03-03T12:00:00Z"),
  relatedTickers: ["ACME"],
};
const days = Array.from({ length: 30 }, (_, i) => {
  const at = new Date(Date.UTC(2025, 1, 1 + i)).toISOString().slice(0, 10);
  return [at, 40 + (i % 5)] as const;
});
const yahooBodies: Record<string, unknown> = {
  [SUMMARY]: bodyOf(summaryBody(aSummary())),
  "/v8/finance/chart/ACME": bodyOf(chartBody(days.slice(0, 3))),
  "/v1/finance/search": { quotes: [], news: [story] },
  "/v7/finance/options/ACME": chain,
};
const yahooAnswers = (bodies: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(bodies).map(([path, body]) => [path, { body }]));

describe("attack: a source that sends what cannot be meant", () => {
  it.each(Object.keys(yahooBodies))("Yahoo's %s breaks no analysis", async (path) => {
    const faults: string[] = [];
    let tried = 0;
    for (const [name, body] of hostileBodies(yahooBodies[path])) {
      tried += 1;
      const { fetch } = aYahoo(yahooAnswers({ ...yahooBodies, [path]: body }));
      const fault = await faultOf(fetch, "yahoo");
      if (fault) faults.push(`${name}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(30);
  });

  it.each(Object.keys(acme))("FMP's %s breaks no analysis", async (list) => {
    const faults: string[] = [];
    for (const [name, body] of hostileBodies(bodyOf(acme[list]))) {
      const fault = await faultOf(anFmp({ [list]: { body } }).fetch, "fmp");
      if (fault) faults.push(`${name}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it("is analyzed with a name that is cut where it is longer than any company's", async () => {
    const summary = aSummary({
      quoteType: { quoteType: "EQUITY", longName: `Acme ${"Anvils ".repeat(40)}` },
      price: { quoteType: "EQUITY", longName: `Acme ${"Anvils ".repeat(40)}`, currency: "USD" },
    });
    const { fetch } = aYahoo(yahooAnswers({ ...yahooBodies, [SUMMARY]: bodyOf(summaryBody(summary)) }));
    expect(await faultOf(fetch, "yahoo")).toBeNull();
  });
});
