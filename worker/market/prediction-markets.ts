import { z } from "zod";
import type { Part } from "#contract/market-data.ts";
import type { DataMode } from "#contract/prediction.ts";
import { epsBases, type QuestionPrice } from "#contract/prediction-markets.ts";

/** The longest strike that any source means, in currency per share: Berkshire's A shares earn thousands. */
const MAX_STRIKE = 100_000;

export const earningsQuestionSchema = z.object({
  /** The venue's own id of the question. */
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(300),
  /** The page that describes the question. Null for a simulated one. */
  url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullable(),
  /** The ticker as the venue writes it, which may lack the dot of a share class. */
  ticker: z.string().regex(/^[A-Z0-9.-]{1,15}$/),
  companyName: z.string().max(200).nullable(),
  /** The ISO day on which the company was expected to report when the question was written. */
  expectedDay: z.iso.date(),
  /** The question ends Yes when the company reports more than this EPS. */
  strike: z.number().min(-MAX_STRIKE).max(MAX_STRIKE),
  basis: z.enum(epsBases).nullable(),
  closesAt: z.iso.datetime().nullable(),
  volumeUsd: z.number().min(0).nullable(),
  /** Null when the venue names no trade in the last 24 hours. */
  dayVolumeUsd: z.number().min(0).nullable(),
  /** What `prices` needs to find the question's order book. Null when the venue gives none. */
  ordersId: z.string().max(100).nullable(),
});
export type EarningsQuestion = z.infer<typeof earningsQuestionSchema>;

/** The questions that a venue lists, and how many of its other questions were refused, by reason. */
export type QuestionList = {
  questions: EarningsQuestion[];
  refused: Partial<Record<QuestionRefusal, number>>;
};

/**
 * Why a listed question cannot be about a company's EPS as we understand it. `not_eps`: it is about revenue or
 * something else. `closed`: it takes no more orders. `unreadable`: a field is broken. `no_ticker`, `no_day` and
 * `no_strike`: neither its text nor its address has one. `contradictory`: its text and its address differ.
 */
export type QuestionRefusal =
  | "not_eps"
  | "closed"
  | "unreadable"
  | "no_ticker"
  | "no_day"
  | "no_strike"
  | "contradictory";

/**
 * A venue where people trade on whether companies' coming EPS will beat a strike. All methods take the market
 * clock's time and return a `Part`; none throws. A second venue is another object of this type.
 */
export interface PredictionMarkets {
  /** The name of the venue, for example "Polymarket". */
  readonly venue: string;
  readonly dataMode: DataMode;
  /** Returns the open questions about coming reports, or none when a page of the list is missing. */
  questions(now: Date): Promise<Part<QuestionList>>;
  /** Returns the present price of each question that has an order book, by the question's id. */
  prices(
    questions: readonly EarningsQuestion[],
    now: Date,
  ): Promise<Part<ReadonlyMap<string, QuestionPrice>>>;
}
