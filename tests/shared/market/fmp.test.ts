import { describe, expect, it } from "vitest";
import { withFallback } from "#market/fallback.ts";
import { fmpMarket } from "#market/fmp/fmp.ts";
import { readMessages } from "#market/stocktwits/messages.ts";
import { yahooMarket } from "#market/yahoo/yahoo.ts";
import { areThere, at, recordedFile, recording, rowsAt } from "./recordings.ts";

/** The day on which FMP was recorded. */
const now = new Date("2025-09-23T12:00:00Z");

/** FMP as recorded, with an empty list for everything else. */
const recordedFmp = async (address: string) => {
  const { pathname, searchParams } = new URL(address);
  const symbols = searchParams.get("symbols") ?? searchParams.get("symbol");
  const name = pathname.slice("/stable/".length).replace("/", "-");
  return new Response(JSON.stringify(recording(`fmp/stable/${name}-${symbols}.json`)?.body ?? []));
};
const market = fmpMarket(recordedFmp, "https://recorded.example", "no key");

describe.skipIf(!areThere)("Financial Modeling Prep as recorded", () => {
  it.each([
    ["AAPL", 1.74, "2025-10-30"],
    ["MSFT", 3.65, "2025-10-29"],
  ])(
    "%s: the estimate is %d for the report of %s, the history the recorded rows",
    async (symbol, eps, day) => {
      const { estimate, reportDate, history } = await market.company(symbol, now);
      expect(estimate).toMatchObject({ state: "live", data: { consensusEps: eps } });
      expect(reportDate).toMatchObject({ data: { from: `${day}T04:00:00.000Z`, isEstimate: true } });
      const reported = rowsAt(recording(`fmp/stable/earnings-${symbol}.json`)?.body)
        .filter((row) => at(row, "epsActual") !== null)
        .map((row) => ({
          reportDate: at(row, "date"),
          estimate: at(row, "epsEstimated"),
          actual: at(row, "epsActual"),
        }));
      expect(history).toMatchObject({ data: reported.toReversed() });
    },
  );

  it("AAPL: quarters are named by their ends", async () => {
    const { history } = await market.company("AAPL", now);
    const quarters = history.state === "missing" ? [] : history.data;
    expect(quarters.map((quarter) => quarter.fiscalQuarterEnd)).toEqual([
      "2024-12-31",
      "2025-03-31",
      "2025-06-30",
    ]);
  });

  it.each(["AAPL", "MSFT"])("%s: price targets are the recorded ones", async (symbol) => {
    const [row] = rowsAt(recording(`fmp/stable/price-target-consensus-${symbol}.json`)?.body);
    expect((await market.company(symbol, now)).priceTargets).toMatchObject({
      data: {
        mean: at(row, "targetConsensus"),
        high: at(row, "targetHigh"),
        low: at(row, "targetLow"),
        median: at(row, "targetMedian"),
      },
    });
  });

  it("tells nothing of the future under the clock of the other recordings", async () => {
    const { history, estimate, reportDate } = await market.company("AAPL", new Date("2025-02-25T15:00:00Z"));
    expect(history).toMatchObject({ data: [{ reportDate: "2025-01-30", actual: 2.4 }] });
    expect(reportDate).toMatchObject({ data: { from: "2025-05-01T04:00:00.000Z" } });
    expect(estimate).toMatchObject({ state: "missing", reason: "empty" });
  });

  it("news are dated so that none is younger than its recording", async () => {
    const recorded = recording("fmp/stable/news-stock-AAPL-MSFT.json");
    const source = fmpMarket(
      async () => new Response(JSON.stringify(recorded?.body)),
      "https://recorded.example",
      "x",
    );
    expect(await source.news("AAPL", "Apple Inc.", now)).toMatchObject({
      data: [{ publisher: "Reuters", publishedAt: "2025-09-23T01:31:48.000Z" }],
    });
  });

  it("beside Yahoo's recordings each part names whose it is", async () => {
    const yahoo = yahooMarket(async (address) => {
      const body = address.includes("quoteSummary")
        ? recording("yahoo/AAPL/quoteSummary.json")?.body
        : "recordedcrumb";
      return new Response(typeof body === "string" ? body : JSON.stringify(body));
    }, "https://recorded.example");
    const company = await withFallback(market, yahoo).company("AAPL", new Date("2025-02-25T15:00:00Z"));
    expect(company.identity.name).toBe("Apple Inc.");
    expect(company.estimate).toMatchObject({ source: "Yahoo Finance", data: { consensusEps: 1.60796 } });
    expect(company.history).toMatchObject({ source: "Yahoo Finance" });
    expect(company.revisions).toMatchObject({ source: "Yahoo Finance" });
    expect(company.priceTargets).toMatchObject({ source: "Financial Modeling Prep" });
  });

  it("its refusal of a legacy address is not read as a company", async () => {
    const body = JSON.stringify(recordedFile("errors/fmp-403-legacy.json"));
    const refusing = fmpMarket(
      async () => new Response(body, { status: 403 }),
      "https://recorded.example",
      "x",
    );
    await expect(refusing.company("AAPL", now)).rejects.toMatchObject({ reason: "not_in_plan" });
  });
});

describe.skipIf(!areThere)("Stocktwits as recorded", () => {
  it("F: every message of the stream is read, about half with a label", async () => {
    const stream = recordedFile("stocktwits/streams-symbol-F.json");
    const read = async () => new Response(JSON.stringify(stream));
    const messages = await readMessages(
      read,
      "https://recorded.example",
      "F",
      new Date("2019-04-26T03:00:00Z"),
    );
    const recorded = rowsAt(stream, "messages");
    if (messages.state === "missing") throw new Error("messages were expected");
    expect(messages.data).toHaveLength(recorded.length);
    expect(messages.data.filter((message) => message.label !== null)).toHaveLength(
      recorded.filter((row) => at(row, "entities", "sentiment", "basic") !== undefined).length,
    );
    expect(messages.data.some((message) => message.text.includes("&#39;"))).toBe(false);
  });
});
