import { z } from "zod";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS } from "#contract/time.ts";
import { meanOfLogOdds } from "#model/combine.ts";
import { toCents } from "#model/history.ts";
import { logit, round, sigmoid } from "#model/statistics.ts";
import { type ForecastPair, pairedDifference, versusFiguresOf } from "#model/versus-markets.ts";
import type { ModelWeights } from "#model/weights.ts";
import { HistoryError } from "./events.ts";
import type { ForecastEvent } from "./forecast-row.ts";
import { auc } from "./metrics.ts";

/** A report is the one that a question is about if it came within this many days of the expected day. */
export const NEAR_MS = 10 * DAY_MS;

/** The fewest questions of earlier months from which a month's shift is fitted. */
const LEAST_EARLIER = 50;

/** A resolved question of a prediction market with its price before the report. */
export const questionRowSchema = z.object({
  ticker: z.string(),
  basis: z.enum(["gaap", "nongaap", ""]),
  strike: z.coerce.number(),
  slug_day: z.iso.date(),
  /** The price of Yes a day before the last trade, empty when nobody had traded by then. */
  yes_1d: z.string(),
  outcome: z.enum(["0", "1"]),
});
type QuestionRow = z.infer<typeof questionRowSchema>;

export type StudyPair = ForecastPair & {
  month: string;
  reportDate: string;
  hasSameStrike: boolean;
  hasSameOutcome: boolean;
  isAdjusted: boolean;
};

/** Returns a pair for each question that had a price and whose report is among the forecasts. */
export function pairsOf(questions: readonly QuestionRow[], forecasts: readonly ForecastEvent[]): StudyPair[] {
  const bySymbol = Map.groupBy(forecasts, ({ event }) => withDottedShareClass(event.symbol));
  return questions.flatMap((question): StudyPair[] => {
    const { ticker, strike, slug_day, yes_1d, outcome, basis } = question;
    const gapOf = ({ event }: ForecastEvent) => Math.abs(Date.parse(event.reportDate) - Date.parse(slug_day));
    const [near] = (bySymbol.get(ticker) ?? []).toSorted((a, b) => gapOf(a) - gapOf(b));
    if (!near || gapOf(near) > NEAR_MS || yes_1d === "") return [];
    const [ours, traders] = [near.probability, Number(yes_1d)];
    const isBeat = outcome === "1";
    return [
      {
        symbol: ticker,
        ours,
        traders,
        combined: meanOfLogOdds(ours, traders),
        baseRate: near.classRate,
        isBeat,
        month: slug_day.slice(0, 7),
        reportDate: near.event.reportDate,
        hasSameStrike: toCents(strike) === toCents(near.event.epsEstimate),
        hasSameOutcome: isBeat === near.isBeat,
        isAdjusted: basis === "nongaap",
      },
    ];
  });
}

/**
 * Returns the study's figures. Reports until the weights' last training day are left out and counted as `seen`,
 * because forecasts of them would be no test. Throws HistoryError when no report is left.
 */
export function studyOf(
  all: readonly StudyPair[],
  questions: number,
  { version: modelVersion, fittedUntil }: Pick<ModelWeights, "version" | "fittedUntil">,
) {
  const pairs = all.filter(({ reportDate }) => reportDate > fittedUntil);
  if (pairs.length === 0)
    throw new HistoryError(
      `${modelVersion} was fitted on reports until ${fittedUntil}, and none of the ${all.length} questions is about a later one; --weights takes weights that npm run tool -- model-refit --uncompared --until DATE wrote`,
    );
  const months = [...Map.groupBy(pairs, ({ month }) => month)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shifted = months.flatMap(([month, ofMonth]) => {
    const earlier = pairs.filter((pair) => pair.month < month);
    if (earlier.length < LEAST_EARLIER) return [];
    const shift = shiftOf(earlier);
    return ofMonth.map((unshifted) => ({
      unshifted,
      traders: sigmoid(logit(unshifted.traders) + shift),
    }));
  });
  const shiftedBrierOf = (ofMonth: (month: string) => boolean) => {
    const rows = shifted.filter(({ unshifted }) => ofMonth(unshifted.month));
    const moved = rows.map(({ unshifted, traders }) => ({ ...unshifted, traders }));
    return moved.length === 0 ? null : versusFiguresOf(moved).scores.traders.brier;
  };
  const sameQuestion = pairs.filter(({ hasSameStrike }) => hasSameStrike);
  return {
    modelVersion,
    fittedUntil,
    seen: all.length - pairs.length,
    questions,
    from: months[0]?.[0] ?? "",
    to: months.at(-1)?.[0] ?? "",
    sameStrike: sameQuestion.length,
    adjusted: pairs.filter(({ isAdjusted }) => isAdjusted).length,
    sameOutcome: pairs.filter(({ hasSameOutcome }) => hasSameOutcome).length,
    meanPrice: round(pairs.reduce((sum, { traders }) => sum + traders, 0) / pairs.length, 4),
    figures: versusFiguresOf(pairs),
    combinedAgainstTraders: pairedDifference(pairs, "combined", "traders"),
    auc: { ours: aucOf(pairs, "ours"), traders: aucOf(pairs, "traders"), combined: aucOf(pairs, "combined") },
    // The same forecasts on the questions whose strike is our consensus, which live pairs must have.
    sameStrikeFigures: versusFiguresOf(sameQuestion),
    shiftedPrice: {
      shift: round(shiftOf(pairs), 3),
      leastEarlier: LEAST_EARLIER,
      // Each month is scored with the shift of the earlier ones, and left out while those are few.
      n: shifted.length,
      brier: shiftedBrierOf(() => true),
      brierUnshifted:
        shifted.length === 0
          ? null
          : versusFiguresOf(shifted.map(({ unshifted }) => unshifted)).scores.traders.brier,
    },
    months: months.map(([month, ofMonth]) => {
      const { n, scores } = versusFiguresOf(ofMonth);
      const { ours, traders, combined } = scores;
      return {
        month,
        n,
        ours: ours.brier,
        traders: traders.brier,
        combined: combined.brier,
        shifted: shiftedBrierOf((other) => other === month),
      };
    }),
  };
}

function aucOf(pairs: readonly StudyPair[], by: "ours" | "traders" | "combined"): number {
  const scores = Float64Array.from(pairs, (pair) => pair[by]);
  return round(
    auc(
      scores,
      Uint8Array.from(pairs, ({ isBeat }) => Number(isBeat)),
    ),
    4,
  );
}

/** Fits by Newton's method the shift of all log-odds after which the mean price equals the share of beats. */
function shiftOf(pairs: readonly StudyPair[]): number {
  let shift = 0;
  if (pairs.length === 0) return shift;
  for (let step = 0; step < 25; step++) {
    const shifted = pairs.map(({ traders }) => sigmoid(logit(traders) + shift));
    const slope = shifted.reduce((sum, p) => sum + p * (1 - p), 0);
    shift += pairs.reduce((sum, { isBeat }, i) => sum + Number(isBeat) - (shifted[i] as number), 0) / slope;
  }
  return shift;
}
