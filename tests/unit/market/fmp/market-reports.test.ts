import { describe, expect, it } from "vitest";
import { fmpMarket } from "#market/fmp/fmp.ts";
import { withValidation } from "#market/validated.ts";
import { vendor } from "../sources.ts";
import { now, report } from "./bodies.ts";

const DAY_MS = 86_400_000;

/** Imitates a source with this many reports a day that returns at most 4,000 rows, newest first, as FMP does. */
function aBusyCalendar(reportsOn: (day: string) => number, failsAt?: (nth: number) => boolean) {
  const source = vendor((url, nth) => {
    if (failsAt?.(nth)) return { status: 429, body: { "Error Message": "Limit Reach ." } };
    const [from = "", to = ""] = [url.searchParams.get("from") ?? "", url.searchParams.get("to") ?? ""];
    const rows = [];
    for (let at = Date.parse(to); at >= Date.parse(from); at -= DAY_MS) {
      const day = new Date(at).toISOString().slice(0, 10);
      for (let i = 0; i < reportsOn(day); i++) rows.push(report(day, 1, 1.1, { symbol: tickerOf(i) }));
    }
    return { body: rows.slice(0, 4_000) };
  });
  return { market: fmpMarket(source.fetch, "https://fmp.example", "a-key"), asked: source.asked };
}

const letter = (i: number) => String.fromCharCode(65 + (i % 26));
const tickerOf = (i: number) => letter(i) + letter(i / 26) + letter(i / 676);

describe("FMP's calendar of the whole market", () => {
  it("asks for halves of a span whose answer is full, so that no report is left out", async () => {
    const { market, asked } = aBusyCalendar(() => 1_000);
    const part = await market.reports("2025-08-01", "2025-08-08", now);
    if (part.state === "missing") throw new Error(part.detail);
    expect(part.data).toHaveLength(8_000);
    expect(new Set(part.data.map((row) => `${row.symbol} ${row.reportDate}`)).size).toBe(8_000);
    expect(asked.map(({ url }) => `${url.searchParams.get("from")} ${url.searchParams.get("to")}`)).toEqual([
      "2025-08-01 2025-08-08",
      "2025-08-01 2025-08-04",
      "2025-08-01 2025-08-02",
      "2025-08-03 2025-08-04",
      "2025-08-05 2025-08-08",
      "2025-08-05 2025-08-06",
      "2025-08-07 2025-08-08",
    ]);
  });

  it("is whole when every other answer is missing", async () => {
    const { market, asked } = aBusyCalendar(
      () => 1_000,
      (nth) => nth % 2 === 1,
    );
    const part = await market.reports("2025-08-01", "2025-08-08", now);
    if (part.state === "missing") throw new Error(part.detail);
    expect(part.data).toHaveLength(8_000);
    expect(asked).toHaveLength(13);
  });

  it("is missing as a whole when one of the answers is missing twice", async () => {
    const { market } = aBusyCalendar(
      () => 1_000,
      (nth) => nth >= 5,
    );
    expect(await market.reports("2025-08-01", "2025-08-08", now)).toMatchObject({
      state: "missing",
      reason: "rate_limited",
    });
  });

  it("has revenue of what is out, its consensus, and zero for none", async () => {
    const { fetch } = vendor(() => ({
      body: [
        report("2025-08-27", 0.5, 0.55, { revenueEstimated: 900, revenueActual: 950 }),
        report("2025-08-26", 0.5, null, { symbol: "LATE", revenueEstimated: 0, revenueActual: 7 }),
        report("2025-09-03", 1, null, { symbol: "NEXT", revenueEstimated: 300, lastUpdated: "2025-08-27" }),
      ],
    }));
    const part = await withValidation(fmpMarket(fetch, "https://fmp.example", "a-key")).reports(
      "2025-08-01",
      "2025-09-30",
      now,
    );
    if (part.state === "missing") throw new Error(part.detail);
    expect(part.data.map(({ symbol, revenue }) => [symbol, revenue?.consensus, revenue?.reported])).toEqual([
      ["ACME", 900, 950],
      ["LATE", null, null],
      ["NEXT", 300, null],
    ]);
  });

  it("has American companies with our dot before a class of shares, and no figure of a day to come", async () => {
    const { fetch } = vendor(() => ({
      body: [
        report("2025-08-27", 0.5, 0.55, { symbol: "BRK-B" }),
        report("2025-09-03", 1, 7, { symbol: "ACME" }),
        report("2025-09-03", 1, null, { symbol: "LATE", lastUpdated: "2025-09-01" }),
        report("2025-09-03", 1, null, { symbol: "LONDON.L" }),
        report("2025-12-03", 1, null, { symbol: "FAR" }),
        { symbol: 7 },
      ],
    }));
    const part = await fmpMarket(fetch, "https://fmp.example", "a-key").reports(
      "2025-08-20",
      "2025-09-10",
      now,
    );
    if (part.state === "missing") throw new Error(part.detail);
    expect(
      part.data.map(({ symbol, reportDate, consensusEps, reportedEps }) => [
        symbol,
        reportDate,
        consensusEps,
        reportedEps,
      ]),
    ).toEqual([
      ["BRK.B", "2025-08-27", 0.5, 0.55],
      ["ACME", "2025-09-03", 1, null],
      ["LATE", "2025-09-03", null, null],
    ]);
  });

  it("is malformed when no row has the form", async () => {
    const { fetch } = vendor(() => ({ body: [{ when: "soon" }] }));
    const market = fmpMarket(fetch, "https://fmp.example", "a-key");
    expect(await market.reports("2025-08-20", "2025-09-10", now)).toMatchObject({ reason: "malformed" });
  });
});
