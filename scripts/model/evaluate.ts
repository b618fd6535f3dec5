import type { Confidence } from "#contract/prediction.ts";
import { confidenceLevels, featureTiers } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { featureNames } from "#model/features.ts";
import { isBeat, type LabelFamily } from "#model/history.ts";
import type { ReferenceClass } from "#model/reference-class.ts";
import type { FeatureTier, ModelWeights } from "#model/weights.ts";
import { sizeFigures } from "./assess.ts";
import type { CompanyFacts } from "./company-facts.ts";
import { type BadRow, type EarningsEvent, HistoryError, readEvents } from "./events.ts";
import { depthOfTier, FULL_DEPTH, occasionsOf, seenAt } from "./examples.ts";
import { figuresOf } from "./figures.ts";
import { type ForecastEvent, forecastRow } from "./forecast-row.ts";
import { joinHistories } from "./histories.ts";
import { accuracy, auc, type Bin, brier, deciles, logLoss } from "./metrics.ts";
import { whyOffRecord } from "./of-record.ts";
import { classesBefore } from "./rolling-classes.ts";
import { RollingShift } from "./rolling-shift.ts";
import { RollingWidth } from "./rolling-width.ts";

const levels = confidenceLevels.toReversed();

/** The base rate of comparable companies, or one for all. */
export type BaseRateKind = "class" | "constant";

type Baseline = { auc: number; brier: number; logLoss: number; accuracy: number };

type TierFigures = Pick<Evaluation, "n" | "auc" | "brier" | "logLoss" | "ece">;

export type Evaluation = {
  modelVersion: string;
  n: number;
  beatRate: number;
  auc: number;
  brier: number;
  brierBaseRate: number;
  logLoss: number;
  ece: number;
  accuracy: number;
  accuracyLargeSurprise: number;
  intervalCoverage: number;
  /** The share by which the pinball loss is below that of past quantiles. */
  pinballGain: number;
  deciles: Bin[];
  byConfidence: Record<Confidence, { n: number; hitRate: number | null; meanProbability: number | null }>;
  baselines: Record<BaseRateKind | "trailing8", Baseline>;
  tiers: Record<FeatureTier, number>;
  /** Null unless requested. */
  byTier: Record<FeatureTier, TierFigures> | null;
  /** Shares of missing inputs; `trend` is the share of reports without a price. */
  missing: Record<string, number>;
  badRows: (BadRow & { file: string })[];
  /** Files whose label family was neither stated nor marked by a column. */
  guessedFamilies: string[];
};

type EvaluationRequest = {
  from: string;
  to: string;
  weights: ModelWeights;
  /** The number of quarters that the model sees. All of them if absent. */
  historyDepth?: number;
  company?: CompanyFacts;
  featureTier?: FeatureTier | undefined;
  /** Evaluates every feature tier, for five times the work. */
  isByTier?: boolean;
  /** When absent, it is inferred from each file. */
  family?: LabelFamily | undefined;
  baseRate?: BaseRateKind;
  isOfRecord?: boolean;
};

/** The number of earlier days that give the first day's interval width and its shift. */
const WIDTH_DAYS = 200;

/** Throws HistoryError. */
export function evaluate(files: string | readonly string[], request: EvaluationRequest): Evaluation {
  const names = [files].flat();
  const read = names.map((file) => ({ file, ...readEvents(file, request.family) }));
  const badRows = read.flatMap(({ file, badRows }) => badRows.map((row) => ({ file, ...row })));
  const histories = read.map((one) => (request.company ? request.company(one.events) : one.events));
  const rows = forecastsOf(histories, request);
  const byTier = request.isByTier
    ? featureTiers.map((featureTier) => [
        featureTier,
        tierFigures(forecastsOf(histories, { ...request, featureTier })),
      ])
    : null;
  return {
    ...evaluationOf(rows, badRows, request),
    guessedFamilies: read.filter(({ isFamilyGuessed }) => isFamilyGuessed).map(({ file }) => file),
    byTier: byTier && (Object.fromEntries(byTier) as Record<FeatureTier, TierFigures>),
  };
}

function tierFigures(rows: readonly ForecastEvent[]): TierFigures {
  const { n, auc, brier, logLoss, ece } = figuresOf(
    rows.map(({ event, isBeat, probability }) => ({ event, isBeat, beatProbability: probability })),
  );
  return { n, auc, brier, logLoss, ece };
}

/** Uses only earlier rows, and a report in two histories counts once. Throws HistoryError when no row is usable. */
export function forecastsOf(
  files: readonly (readonly EarningsEvent[])[],
  request: EvaluationRequest,
): ForecastEvent[] {
  const { from, to } = request;
  const { events, isCounted } = joinHistories(files);
  const widthsFrom = isoDay(Date.parse(from) - WIDTH_DAYS * DAY_MS);
  const isWanted = (event: EarningsEvent) =>
    isCounted(event) && event.reportDate >= widthsFrom && event.reportDate <= to;
  const classes = classesBefore(events.filter(isCounted));
  const rows = rowsOf(events, isWanted, classes, request);
  if (rows.length === 0) {
    const days = `${events[0]?.reportDate} to ${events.at(-1)?.reportDate}`;
    throw new HistoryError(`no event from ${from} to ${to}; the histories reach from ${days}`);
  }
  return rows;
}

function evaluationOf(
  rows: readonly ForecastEvent[],
  badRows: Evaluation["badRows"],
  { weights, baseRate = "class" }: EvaluationRequest,
): Omit<Evaluation, "byTier" | "guessedFamilies"> {
  const figures = figuresOf(
    rows.map(({ event, isBeat, probability }) => ({ event, isBeat, beatProbability: probability })),
  );
  const labels = Uint8Array.from(rows, (row) => Number(row.isBeat));
  const probabilities = Float64Array.from(rows, (row) => row.probability);
  const rates = {
    class: Float64Array.from(rows, (row) => row.classRate),
    constant: new Float64Array(rows.length).fill(weights.baseRate),
  };
  const trailingAt = featureNames.indexOf("beatRate8");
  const trailing = Float64Array.from(rows, ({ features, classRate }) => {
    const rate = features[trailingAt] as number;
    return Number.isNaN(rate) ? classRate : rate;
  });
  const { coverage, pinballGain } = sizeFigures(rows.flatMap(({ size }) => size ?? []));
  return {
    modelVersion: weights.version,
    n: figures.n,
    beatRate: figures.beatShare,
    auc: figures.auc,
    brier: figures.brier,
    brierBaseRate: brier(rates[baseRate], labels),
    logLoss: figures.logLoss,
    ece: figures.ece,
    accuracy: figures.accuracy,
    accuracyLargeSurprise: figures.largeSurpriseAccuracy,
    intervalCoverage: coverage,
    pinballGain,
    deciles: deciles(probabilities, labels),
    byConfidence: byConfidence(rows, labels),
    baselines: {
      class: baseline(rates.class, labels),
      constant: baseline(rates.constant, labels),
      trailing8: baseline(trailing, labels),
    },
    tiers: Object.fromEntries(
      featureTiers.map((featureTier) => [
        featureTier,
        rows.filter((row) => row.featureTier === featureTier).length,
      ]),
    ) as Evaluation["tiers"],
    missing: missingShares(rows),
    badRows,
  };
}

function rowsOf(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean,
  classes: ReadonlyMap<EarningsEvent, ReferenceClass>,
  {
    weights,
    from,
    historyDepth = Number.POSITIVE_INFINITY,
    featureTier,
    isOfRecord = false,
  }: EvaluationRequest,
): ForecastEvent[] {
  const rows: ForecastEvent[] = [];
  const [widths, shifts] = [new RollingWidth(), new RollingShift()];
  for (const { event, input } of occasionsOf(events, isWanted)) {
    const depth = featureTier ? depthOfTier[featureTier] : { ...FULL_DEPTH, quarters: historyDepth };
    const seen = seenAt(input, typeof depth === "function" ? depth(rows.length) : depth);
    const pastReports = input.past.length;
    if (isOfRecord && whyOffRecord({ event, pastReports }) !== null) continue;
    const classRate = classes.get(event)?.beatRate ?? weights.baseRate;
    const row = forecastRow(weights, { seen, whole: input, event, classRate, widths, shifts });
    // Earlier reports contribute only to the width and the shift.
    if (event.reportDate >= from)
      rows.push({ event, isBeat: isBeatOf(event), pastReports, classRate, ...row });
  }
  return rows;
}

function isBeatOf({ epsActual, epsEstimate }: EarningsEvent): boolean {
  return isBeat(epsActual, epsEstimate);
}

function baseline(probabilities: Float64Array, labels: Uint8Array): Baseline {
  return {
    auc: auc(probabilities, labels),
    brier: brier(probabilities, labels),
    logLoss: logLoss(probabilities, labels),
    accuracy: accuracy(probabilities, labels),
  };
}

function byConfidence(rows: readonly ForecastEvent[], labels: Uint8Array): Evaluation["byConfidence"] {
  const entries = levels.map((name) => {
    const members = rows.flatMap(({ confidence }, i) => (confidence === name ? [i] : []));
    const n = members.length;
    const probabilityOf = (i: number) => rows[i]?.probability ?? 0;
    const hits = members.filter((i) => probabilityOf(i) >= 0.5 === Boolean(labels[i])).length;
    const predicted = members.reduce((sum, i) => sum + Math.max(probabilityOf(i), 1 - probabilityOf(i)), 0);
    return [name, { n, hitRate: n ? hits / n : null, meanProbability: n ? predicted / n : null }];
  });
  return Object.fromEntries(entries) as Evaluation["byConfidence"];
}

function missingShares(rows: readonly ForecastEvent[]): Record<string, number> {
  const shareOf = (isMissing: (row: ForecastEvent) => boolean) => rows.filter(isMissing).length / rows.length;
  const features = featureNames.map((name, i): [string, number] => [
    name,
    shareOf((row) => Number.isNaN(row.features[i] as number)),
  ]);
  return { ...Object.fromEntries(features), trend: shareOf(({ event }) => event.trend === 0) };
}
