import { existsSync, readdirSync, readFileSync } from "node:fs";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { withDottedShareClass } from "#contract/symbol.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { polymarket } from "#market/polymarket/polymarket.ts";
import { termsOfSlug } from "#market/polymarket/read-question.ts";
import { type CandidateReport, matchQuestion } from "#season/traders/match-question.ts";

const folder = "../shared/polymarket";
const now = new Date("2026-08-16T15:00:00Z");

type Recorded = { file: string; events: { markets: { question: string; closed: boolean }[] }[] };

const recordings: Recorded[] = existsSync(folder)
  ? readdirSync(`${folder}/recordings`)
      .filter((file) => !/prices|MANIFEST/.test(file))
      .map((file) => ({ file, events: JSON.parse(readFileSync(`${folder}/recordings/${file}`, "utf8")) }))
  : [];

/** Reads one recorded answer as the only page of the list. `reopen` says that its questions are still open. */
async function read({ events }: Recorded, reopen = false) {
  const body = reopen
    ? events.map((event) => ({
        ...event,
        markets: event.markets.map((market) => ({ ...market, closed: false, acceptingOrders: true })),
      }))
    : events;
  const pages = [body, []];
  const fetch = async () => Response.json(pages.shift());
  const list = await polymarket(fetch, { list: "https://list.test", prices: "https://books.test" }).questions(
    now,
  );
  if (list.state === "missing") throw new Error(list.detail);
  return list.data;
}

describe.skipIf(recordings.length === 0)("the adapter on recorded answers", () => {
  it("reads every recorded question about EPS as its address says, and refuses the closed ones", async () => {
    const aboutEps = recordings.filter(({ file }) => file.includes("-eps-"));
    expect(aboutEps.length).toBeGreaterThanOrEqual(17);
    for (const recorded of aboutEps) {
      const { questions } = await read(recorded, true);
      const slug = recorded.file.replace(/^.*--|\.json$/g, "");
      const { ticker, strike, basis, expectedDay } = termsOfSlug(slug) ?? {};
      expect(questions, slug).toMatchObject([{ ticker, strike, basis, expectedDay }]);
      expect(questions[0]?.ordersId, slug).toMatch(/^\d{50,}$/);
      const asRecorded = await read(recorded);
      if (recorded.events[0]?.markets[0]?.closed) expect(asRecorded.refused, slug).toEqual({ closed: 1 });
      else expect(asRecorded.questions, slug).toHaveLength(1);
    }
  });

  it("refuses every question about revenue", async () => {
    const aboutRevenue = recordings.filter(({ file }) => file.includes("revenue"));
    expect(aboutRevenue).toHaveLength(2);
    for (const recorded of aboutRevenue) {
      const count = recorded.events.flatMap(({ markets }) => markets).length;
      expect(await read(recorded, true)).toEqual({ questions: [], refused: { not_eps: count } });
    }
  });
});

type Row = { ticker: string; slug: string; basis: string; strike: string } & Record<
  "period_end" | "slug_day" | "last_price_at" | "consensus_mean",
  string
>;

const rowsOf = <T>(file: string) => Papa.parse<T>(readFileSync(file, "utf8").trim(), { header: true }).data;

describe.skipIf(recordings.length === 0)("matching on the shared questions", () => {
  it("matches at least nine of ten with the right quarter and none with a wrong one", () => {
    const rows = rowsOf<Row>(`${folder}/events-2025-06-to-11.csv`);
    expect(rows).toHaveLength(290);
    const days = rowsOf<{ symbol: string; report_date: string }>(
      "../shared/earnings/sp500-yahoo-1999-2025.csv",
    ).filter(({ report_date }) => report_date >= "2025-03-01");
    const daysBySymbol = Map.groupBy(days, ({ symbol }) => withDottedShareClass(symbol));
    // What the files know: each row's quarter, with the day on which Yahoo or else the last trade dates its report.
    const reports = rows.flatMap(({ ticker, period_end, last_price_at }): CandidateReport[] => {
      const traded = easternDay(new Date(last_price_at));
      const known = daysBySymbol.get(ticker)?.find(({ report_date }) => {
        const lag = (Date.parse(report_date) - Date.parse(period_end)) / 86_400_000;
        return lag > 5 && lag < 75;
      });
      const reportDate = known?.report_date ?? traded;
      // The quarters before and after it are candidates too, as they are in the store.
      return [-91, 0, 91].map((shift) => ({
        symbol: ticker,
        companyName: null,
        fiscalQuarterEnd: addIsoDays(period_end, shift),
        reportDate: addIsoDays(reportDate, shift),
      }));
    });
    let matched = 0;
    const wrong: string[] = [];
    for (const { ticker, slug, basis, strike, slug_day, period_end } of rows) {
      const terms = termsOfSlug(slug);
      if (terms?.ticker == null || terms.expectedDay === null) continue;
      expect(terms, slug).toEqual({
        ticker: ticker.replaceAll(".", ""),
        companyName: null,
        basis: basis === "" ? null : basis === "gaap" ? "gaap" : "adjusted",
        expectedDay: slug_day,
        // One row, of Berkshire's A shares, has a strike that the file derived otherwise.
        strike: slug.startsWith("brka-") ? 8849 : Number(Number(strike).toFixed(4)),
      });
      const { expectedDay } = terms;
      const match = matchQuestion({ ticker: terms.ticker, companyName: null, expectedDay }, reports);
      if (typeof match === "string") continue;
      // In three rows the file itself is about a later quarter, which had not ended on the question's day.
      const isRowOfLaterQuarter = period_end >= slug_day;
      const isRight = isRowOfLaterQuarter
        ? match.symbol === ticker && match.fiscalQuarterEnd < slug_day
        : match.symbol === ticker && match.fiscalQuarterEnd === period_end;
      if (isRight) matched++;
      else wrong.push(`${slug}: ${match.symbol} ${match.fiscalQuarterEnd}, not ${period_end}`);
    }
    expect(wrong).toEqual([]);
    expect(matched).toBe(286);
  });
});
