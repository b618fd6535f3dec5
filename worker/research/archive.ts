import { type CompanyGuidance, NO_RELEASES } from "#contract/company-guidance.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import type { TraderPrice } from "#contract/prediction-markets.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import type { ContextShift } from "#model/context-shift.ts";
import { type ContextKey, lacksContext, type MarketContext, NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH, type IntervalWidth } from "#model/interval-width.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { type ClassCounts, NO_REPORTS } from "#model/reference-class.ts";
import { NO_STORED_MOVES, type StoredMoves } from "#model/typical-move.ts";
import { forecastRequestOf, forecastSubject } from "./forecast-request.ts";

/** Stored data that an analysis uses besides what it reads from the market source. */
export type Archive = {
  /** Stores the company and fills what its source leaves out. Never fails. */
  complete(company: CompanyReport, now: Date): Promise<CompanyReport>;
  /** Returns the model's input. Throws only `no_estimate`. */
  request(company: CompanyReport, now: Date): Promise<ForecastRequest>;
  /** Returns what the company has said about its coming results. Never fails. */
  guidance(symbol: string, now: Date): Promise<CompanyGuidance>;
  /** Returns what is stored about the moves of shares on reports. Never fails. */
  moves(symbol: string, now: Date): Promise<StoredMoves>;
  /** Returns the stored price of a prediction market on the coming report, or null. Never fails. */
  traders(symbol: string, now: Date): Promise<TraderPrice | null>;
};

/** Reads what was known about other companies before an ISO day. */
type ReadSurroundings = {
  /** Returns the recent results of other companies that the model uses for such a company. */
  context(company: ContextKey, day: string): Promise<MarketContext>;
  /** Returns the numbers of reports and beats in each class of comparable companies. */
  classes(day: string): Promise<ClassCounts>;
  /** Returns the factor by which the 80% intervals of the expected EPS are scaled. */
  width(day: string): Promise<IntervalWidth>;
  /** Returns the shift of forecasts without the market's context, or null when it is unknown. */
  contextShift(day: string): Promise<ContextShift | null>;
  /** Returns the moves of the shares of all companies and of this one on reports. */
  moves(symbol: string, day: string): Promise<StoredMoves>;
};

const nothingKnown: ReadSurroundings = {
  context: async () => NO_CONTEXT,
  classes: async () => NO_REPORTS,
  width: async () => FITTED_WIDTH,
  contextShift: async () => null,
  moves: async () => NO_STORED_MOVES,
};

/** Returns an archive that stores nothing and only reads about other companies, for runs on past days. */
export function readingArchive(read: Partial<ReadSurroundings> = {}): Archive {
  const {
    context: contextOf,
    classes: classesOf,
    width: widthOf,
    contextShift: shiftOf,
    moves,
  } = { ...nothingKnown, ...read };
  return {
    complete: async (company) => company,
    request: async (company, now) => {
      const day = easternDay(now);
      const [context, classes, width] = await Promise.all([
        contextOf(forecastSubject(company.identity), day),
        classesOf(day),
        widthOf(day),
      ]);
      const contextShift = lacksContext({ context }) ? await shiftOf(day) : null;
      return forecastRequestOf(company, now, { context, classes, width, contextShift });
    },
    guidance: async () => NO_RELEASES,
    moves: (symbol, now) => moves(withDottedShareClass(symbol), easternDay(now)),
    traders: async () => null,
  };
}
