import { getTableColumns, sql } from "drizzle-orm";
import { withDottedShareClass } from "#contract/symbol.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import type { EarningsQuestion, PredictionMarkets, QuestionRefusal } from "#market/prediction-markets.ts";
import { excludedColumns, valuesAsTable } from "#platform/db/client.ts";
import { questionPrices } from "#platform/schema/question-prices.ts";
import { resolveTickers } from "../identity/tickers.ts";
import type { SeasonStore } from "../store.ts";
import { upcomingReportsWithCompany } from "../upcoming/upcoming-reports.ts";
import { type CandidateReport, type MatchRefusal, matchQuestion } from "./match-question.ts";

/** Questions open about two weeks before the report, and a postponed report is waited for. */
const DAYS_AHEAD = 60;
/** The most order books that one round reads, nearest reports first. Each takes one request. */
const MAX_PRICES = 120;

/** What a round read, and why the other questions were left out. */
type PriceRound = {
  stored: number;
  matched: number;
  refused: Partial<Record<QuestionRefusal | MatchRefusal, number>>;
  /** Why the venue gave nothing. Null when it answered. */
  failure: string | null;
};

/**
 * Reads the open questions of a venue, matches them with upcoming reports, and stores the prices of the matched
 * ones under today's day. A failure of the venue stores nothing. Safe to retry or overlap, because an older
 * price never replaces a newer one.
 */
export async function storeQuestionPrices(
  store: SeasonStore,
  markets: PredictionMarkets,
  now: Date,
): Promise<PriceRound> {
  const round: PriceRound = { stored: 0, matched: 0, refused: {}, failure: null };
  const list = await markets.questions(now);
  if (list.state === "missing") return { ...round, failure: list.detail };
  round.refused = { ...list.data.refused };
  const matches = await matchesOf(store, list.data.questions, now, (reason) => {
    round.refused[reason] = (round.refused[reason] ?? 0) + 1;
  });
  round.matched = matches.length;
  const nearest = matches
    .toSorted((a, b) => (a.report.reportDate < b.report.reportDate ? -1 : 1))
    .slice(0, MAX_PRICES);
  if (nearest.length === 0) return round;
  const prices = await markets.prices(
    nearest.map(({ question }) => question),
    now,
  );
  if (prices.state === "missing") return { ...round, failure: prices.detail };
  const day = easternDay(now);
  const rows = nearest.flatMap(({ question, report }): (typeof questionPrices.$inferInsert)[] => {
    const price = prices.data.get(question.id);
    if (!price) return [];
    const { id, title, url, strike, basis, expectedDay, closesAt, volumeUsd, dayVolumeUsd } = question;
    const { symbol, fiscalQuarterEnd } = report;
    return [
      {
        ledgerId: store.ledgerId,
        symbol,
        fiscalQuarterEnd,
        venue: markets.venue,
        questionId: id,
        day,
        title,
        url,
        strike,
        basis,
        expectedDay,
        closesAt: closesAt === null ? null : new Date(closesAt),
        ...price,
        volumeUsd,
        dayVolumeUsd,
        readAt: now,
      },
    ];
  });
  if (rows.length > 0) await write(store, rows);
  return { ...round, stored: rows.length };
}

async function matchesOf(
  store: SeasonStore,
  questions: readonly EarningsQuestion[],
  now: Date,
  refuse: (reason: MatchRefusal) => void,
): Promise<{ question: EarningsQuestion; report: CandidateReport }[]> {
  const today = easternDay(now);
  const coming = await upcomingReportsWithCompany(store, { from: today, to: addIsoDays(today, DAYS_AHEAD) });
  const reports = coming.map(({ report, company }) => ({
    symbol: report.symbol,
    companyName: company?.name ?? null,
    fiscalQuarterEnd: report.fiscalQuarterEnd,
    reportDate: report.reportDate,
  }));
  // A question keeps the ticker of its first day, while the company may have another one by now.
  const tickers = questions.map(({ ticker }) => withDottedShareClass(ticker));
  const current = await resolveTickers(store, tickers);
  return questions.flatMap((question) => {
    const ticker = current.get(withDottedShareClass(question.ticker))?.symbol ?? question.ticker;
    const match = matchQuestion({ ...question, ticker }, reports);
    if (typeof match !== "string") return [{ question, report: match }];
    refuse(match);
    return [];
  });
}

async function write({ db }: SeasonStore, rows: readonly (typeof questionPrices.$inferInsert)[]) {
  const { ledgerId, symbol, fiscalQuarterEnd, venue, questionId, day, ...changing } =
    getTableColumns(questionPrices);
  await db
    .insert(questionPrices)
    .select(valuesAsTable(questionPrices, rows))
    .onConflictDoUpdate({
      target: [ledgerId, symbol, fiscalQuarterEnd, venue, questionId, day],
      set: excludedColumns(changing),
      setWhere: sql`excluded.read_at > question_prices.read_at`,
    });
}
