import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import Papa from "papaparse";
import { z } from "zod";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { meanOfLogOdds } from "#model/combine.ts";
import { toCents } from "#model/history.ts";
import { logit, round, sigmoid } from "#model/statistics.ts";
import { type ForecastPair, pairedDifference, versusFiguresOf } from "#model/versus-markets.ts";
import { checkedWeights } from "#model/weights.ts";
import { runCommand, valuesOf } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { forecastsOf } from "./evaluate.ts";
import { HistoryError, readEvents } from "./events.ts";
import type { ForecastEvent } from "./forecast-row.ts";
import { auc } from "./metrics.ts";

const USAGE =
  "usage: npm run -s tool -- markets --questions FILE --history FILE [FILE …] [--sectors FILE] [--closes FILE …] [--write]";
const STUDY = "worker/model/versus-study.json";
/** A report is the one that a question is about if it came within this many days of the expected day. */
const NEAR_MS = 10 * DAY_MS;

const rowSchema = z.object({
  ticker: z.string(),
  basis: z.enum(["gaap", "nongaap", ""]),
  strike: z.coerce.number(),
  slug_day: z.iso.date(),
  /** The price of Yes a day before the last trade, empty when nobody had traded by then. */
  yes_1d: z.string(),
  outcome: z.enum(["0", "1"]),
});

type StudyPair = ForecastPair & {
  month: string;
  hasSameStrike: boolean;
  hasSameOutcome: boolean;
  isAdjusted: boolean;
};

/**
 * Compares the shipped model with past prices of a prediction market on the questions of a file, and prints
 * figures only. Nothing is fitted but one shift of the price's log-odds, always on the earlier months.
 */
function main(): void {
  const { values, tokens } = parseArgs({
    options: {
      questions: { type: "string" },
      history: { type: "string", multiple: true, default: [] },
      sectors: { type: "string" },
      closes: { type: "string", multiple: true, default: [] },
      weights: { type: "string", default: "worker/model/weights.json" },
      write: { type: "boolean", default: false },
    },
    allowPositionals: true,
    tokens: true,
  });
  const histories = valuesOf(tokens, "history");
  if (values.questions === undefined || histories.length === 0) throw new HistoryError(USAGE);
  const { data } = Papa.parse(readFileSync(values.questions, "utf8").trim(), { header: true });
  const questions = z.array(rowSchema).parse(data);
  const days = questions.map(({ slug_day }) => slug_day).toSorted();
  const weights = checkedWeights(JSON.parse(readFileSync(values.weights, "utf8")));
  const company = companyFacts({ sectors: values.sectors, closes: valuesOf(tokens, "closes") });
  const forecasts = forecastsOf(
    histories.map((file) => company(readEvents(file).events)),
    { from: shifted(days[0], -NEAR_MS), to: shifted(days.at(-1), NEAR_MS), weights },
  );
  const pairs = pairsOf(questions, forecasts);
  const study = studyOf(pairs, questions.length, weights.version);
  if (values.write) writeFileSync(STUDY, `${JSON.stringify(study, null, 2)}\n`);
  console.log(JSON.stringify(study, null, 2));
}

function shifted(day: string | undefined, ms: number): string {
  return isoDay(Date.parse(day ?? "") + ms);
}

function pairsOf(questions: readonly z.infer<typeof rowSchema>[], forecasts: readonly ForecastEvent[]) {
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
        hasSameStrike: toCents(strike) === toCents(near.event.epsEstimate),
        hasSameOutcome: isBeat === near.isBeat,
        isAdjusted: basis === "nongaap",
      },
    ];
  });
}

function studyOf(pairs: readonly StudyPair[], questions: number, modelVersion: string) {
  const months = [...Map.groupBy(pairs, ({ month }) => month)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shiftedPairs = months.flatMap(([month, ofMonth]) => {
    const earlier = pairs.filter((pair) => pair.month < month);
    const shift = shiftOf(earlier);
    return ofMonth.map((pair) => ({ ...pair, traders: sigmoid(logit(pair.traders) + shift) }));
  });
  const sameQuestion = pairs.filter(({ hasSameStrike }) => hasSameStrike);
  const figures = versusFiguresOf(pairs);
  return {
    modelVersion,
    questions,
    from: months[0]?.[0] ?? "",
    to: months.at(-1)?.[0] ?? "",
    sameStrike: sameQuestion.length,
    adjusted: pairs.filter(({ isAdjusted }) => isAdjusted).length,
    sameOutcome: pairs.filter(({ hasSameOutcome }) => hasSameOutcome).length,
    meanPrice: round(pairs.reduce((sum, { traders }) => sum + traders, 0) / pairs.length, 4),
    figures,
    combinedAgainstTraders: pairedDifference(pairs, "combined", "traders"),
    auc: { ours: aucOf(pairs, "ours"), traders: aucOf(pairs, "traders"), combined: aucOf(pairs, "combined") },
    // The same forecasts on the questions whose strike is our consensus, which live pairs must have.
    sameStrikeFigures: versusFiguresOf(sameQuestion),
    shiftedPrice: {
      shift: round(shiftOf(pairs), 3),
      brier: versusFiguresOf(shiftedPairs).scores.traders.brier,
    },
    months: months.map(([month, ofMonth]) => {
      const { n, scores } = versusFiguresOf(ofMonth);
      const { ours, traders, combined } = scores;
      return { month, n, ours: ours.brier, traders: traders.brier, combined: combined.brier };
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

await runCommand(main);
