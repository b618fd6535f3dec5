import { featureTiers } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import type { FeatureTier, ModelWeights } from "#model/weights.ts";
import type { TestedForecast } from "./assess.ts";
import { type EarlierForecasts, forecastKey } from "./earlier-forecasts.ts";
import { forecastsOf } from "./evaluate.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";
import { fitModel, testedYears } from "./fit-model.ts";
import type { ForecastEvent } from "./forecast-row.ts";
import { joinHistories } from "./histories.ts";
import type { HistoryInput, Input } from "./inputs.ts";
import { cardProblem } from "./judge.ts";
import { type ComparedReport, type ComparedTiers, seasonOf } from "./refit-report.ts";
import { type FitSettings, SHIPPED_FIT } from "./train.ts";

/** Calendar quarters. Each takes one more fit, of a minute or two. */
const MAX_SEASONS = 8;
const LEAST_SEASONS = 2;
/** With fewer, a gain of a yearly refit is far below its error. */
const LEAST_REPORTS = 1_000;

/** ISO days, both inclusive. */
type Season = { from: string; to: string };

type RefitRequest = {
  histories: readonly HistoryInput[];
  /** Other files, which the card lists as well. */
  others?: readonly Input[];
  /** What ships now, or its walk-forward forecasts; `none` compares with nothing. */
  against: { weights: ModelWeights } | { forecasts: EarlierForecasts } | "none";
  settings?: FitSettings;
  leastReports?: number;
  report?: (line: string) => void;
};

type Refit = Pick<Awaited<ReturnType<typeof fitModel>>, "weights" | "tested" | "cardWith"> & {
  /** Null when nothing was compared. */
  compared: ComparedTiers | null;
};

/**
 * Fits on everything, and compares on reports that neither side has seen. The candidate's forecasts of a season are
 * those of a fit that ends before it, and earlier forecasts are walk-forward on both sides. Throws HistoryError before
 * the fit when too few reports are left for a verdict, and when the card would have no figures.
 */
export async function refit(request: RefitRequest): Promise<Refit> {
  const { histories, others = [], against, leastReports = LEAST_REPORTS } = request;
  const { settings = SHIPPED_FIT, report = () => undefined } = request;
  const files = histories.map(({ events }) => events);
  const { events, isCounted } = joinHistories(files);
  const counted = events.filter(isCounted);
  const seasons = against !== "none" && "weights" in against ? seasonsSince(against.weights, counted) : [];
  const comparable = comparableReports(counted, seasons, against);
  if (against !== "none") checkEnough(comparable, against, leastReports);
  const problem = cardProblem(testedYears(files));
  if (problem) throw new HistoryError(problem);
  const befores = seasons.map(({ from }) => from);
  if (befores.length > 0) report(`fitting on everything, and on what was before ${befores.join(", ")}`);
  const inputs = [...histories.map(({ input }) => input), ...others];
  const { earlier, ...fitted } = await fitModel(files, report, settings, befores, inputs);
  if (against !== "none") report("comparing in every feature tier");
  return { ...fitted, compared: comparedIn() };

  function comparedIn(): ComparedTiers | null {
    if (against === "none") return null;
    const tiers = featureTiers.map((featureTier) => [featureTier, comparedOf(featureTier, against)]);
    return Object.fromEntries(tiers) as ComparedTiers;
  }

  function comparedOf(featureTier: FeatureTier, beside: Exclude<RefitRequest["against"], "none">) {
    if ("forecasts" in beside) {
      const earlierOf = (event: EarningsEvent) =>
        comparable.has(forecastKey(event)) ? beside.forecasts.probabilityOf(event, featureTier) : null;
      return withEarlierForecasts(fitted.tested[featureTier], earlierOf);
    }
    const whole = { from: seasons[0]?.from ?? "", to: seasons.at(-1)?.to ?? "" };
    const shipped = forecastsOf(files, { ...whole, weights: beside.weights, featureTier });
    const candidate = seasons.flatMap((season, i) =>
      forecastsOf(files, { ...season, weights: earlier[i] as ModelWeights, featureTier }),
    );
    return withShipped(shipped, candidate);
  }
}

/**
 * Returns the newest calendar quarters with a report of which the weights have seen none, the first perhaps only in
 * part.
 */
function seasonsSince({ fittedUntil }: ModelWeights, counted: readonly EarningsEvent[]): Season[] {
  const [firstYear] = testedYears([counted]);
  const newest = counted.at(-1)?.reportDate ?? "";
  const seasons: Season[] = [];
  for (let from = isoDay(Date.parse(fittedUntil) + DAY_MS); from <= newest; ) {
    const next = nextQuarter(from);
    const [to = newest] = [isoDay(Date.parse(next) - DAY_MS), newest].sort();
    seasons.push({ from, to });
    from = next;
  }
  const hasReport = ({ from, to }: Season) =>
    counted.some(({ reportDate }) => reportDate >= from && reportDate <= to);
  // An earlier season has no walk-forward forecasts to be calibrated on.
  return seasons
    .filter((season) => season.from >= `${firstYear + 1}-04-01` && hasReport(season))
    .slice(-MAX_SEASONS);
}

function nextQuarter(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return isoDay(Date.UTC(year, 3 * Math.ceil(month / 3), 1));
}

/** Returns each report once, from the family that counts, by its key. */
function comparableReports(
  counted: readonly EarningsEvent[],
  seasons: readonly Season[],
  against: RefitRequest["against"],
): ReadonlyMap<string, EarningsEvent> {
  const isCompared = ({ reportDate }: EarningsEvent) =>
    seasons.some(({ from, to }) => reportDate >= from && reportDate <= to);
  const isForecast = (event: EarningsEvent) =>
    against !== "none" && "forecasts" in against && against.forecasts.probabilityOf(event, "full") !== null;
  const own = counted.filter((event) => isCompared(event) || isForecast(event));
  return new Map(own.map((event) => [forecastKey(event), event]));
}

function checkEnough(
  comparable: ReadonlyMap<string, EarningsEvent>,
  against: Exclude<RefitRequest["against"], "none">,
  leastReports: number,
): void {
  const seasons = new Set([...comparable.values()].map(({ reportDate }) => seasonOf(reportDate))).size;
  if (comparable.size >= leastReports && seasons >= LEAST_SEASONS) return;
  const which =
    "forecasts" in against
      ? "are in the file of --against"
      : `came after ${against.weights.fittedUntil}, until which the shipped weights have seen them`;
  throw new HistoryError(
    `only ${comparable.size} settled reports of ${seasons} seasons ${which}; a verdict takes ${leastReports} of ${LEAST_SEASONS} seasons or more`,
  );
}

function withShipped(
  shipped: readonly ForecastEvent[],
  candidate: readonly ForecastEvent[],
): ComparedReport[] {
  const own = new Map(candidate.map((row) => [row.event, row]));
  return shipped.flatMap(({ event, isBeat, probability, size }) => {
    const row = own.get(event);
    return row
      ? [
          {
            event,
            isBeat,
            shipped: { probability, isCovered: size?.isCovered ?? null },
            candidate: { probability: row.probability, isCovered: row.size?.isCovered ?? null },
          },
        ]
      : [];
  });
}

function withEarlierForecasts(
  tested: readonly TestedForecast[],
  earlierOf: (event: EarningsEvent) => number | null,
): ComparedReport[] {
  return tested.flatMap(({ event, isBeat, beatProbability, size }) => {
    const probability = earlierOf(event);
    return probability === null
      ? []
      : [
          {
            event,
            isBeat,
            shipped: { probability, isCovered: null },
            candidate: { probability: beatProbability, isCovered: size.isCovered },
          },
        ];
  });
}
