import { DAY_MS, isoDay } from "#contract/time.ts";
import type { ModelWeights } from "#model/weights.ts";
import { forecastsOf } from "./evaluate.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";
import { fitModel } from "./fit-model.ts";
import { refitReport, type Season } from "./refit-report.ts";
import { type FitSettings, SHIPPED_FIT } from "./train.ts";

/** A quarter. */
const SEASON_DAYS = 91;

type RefitRequest = {
  /** The files of the shipped fit. */
  files: readonly (readonly EarningsEvent[])[];
  /** Reports since then. */
  archive: readonly (readonly EarningsEvent[])[];
  shipped: ModelWeights;
  day: string;
  settings?: FitSettings;
  report?: (line: string) => void;
};

type Refit = Pick<Awaited<ReturnType<typeof fitModel>>, "weights" | "cardWith"> & { report: string };

/**
 * The compared fit ends before the newest season. Throws HistoryError when the shipped weights have seen that
 * season.
 */
export async function refit(request: RefitRequest): Promise<Refit> {
  const { files, archive, shipped, day, settings = SHIPPED_FIT, report = () => undefined } = request;
  const all = [...files, ...archive];
  const season = newestSeason(all);
  if (shipped.fittedUntil >= season.from)
    throw new HistoryError(
      `the shipped weights have seen events until ${shipped.fittedUntil}; the newest season (${season.from} to ${season.to}) cannot compare them with others; refit once the newest report is ${SEASON_DAYS} days later than that`,
    );
  report(`fitting on everything, and on what was before the season of ${season.from}`);
  const { weights, earlier, cardWith } = await fitModel(all, report, settings, season.from);
  const ask = (asked: ModelWeights) => forecastsOf(all, { ...season, weights: asked });
  const comparison = { shipped: ask(shipped), candidate: ask(earlier as ModelWeights) };
  const facts = {
    day,
    season,
    comparison,
    shippedVersion: shipped.version,
    candidateVersion: weights.version,
    archive: archive.flat(),
  };
  return { weights, cardWith, report: refitReport(facts) };
}

function newestSeason(files: readonly (readonly EarningsEvent[])[]): Season {
  const to = files
    .flatMap((events) => events.at(-1)?.reportDate ?? [])
    .sort()
    .at(-1);
  if (!to) throw new HistoryError("there is no event to refit on");
  return { from: isoDay(Date.parse(to) - (SEASON_DAYS - 1) * DAY_MS), to };
}
