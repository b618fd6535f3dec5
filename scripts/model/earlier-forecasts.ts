import { featureTiers } from "#contract/rules.ts";
import { LABEL_FAMILIES } from "#model/history.ts";
import type { FeatureTier } from "#model/weights.ts";
import type { TestedForecast } from "./assess.ts";
import { csvRows, type EarningsEvent, HistoryError, textOf } from "./events.ts";

/** The walk-forward forecasts of one model version, which a later version can be compared with. */
export type EarlierForecasts = {
  version: string;
  /** Null when the report was not tested. */
  probabilityOf: (
    event: Pick<EarningsEvent, "symbol" | "reportDate" | "family">,
    featureTier: FeatureTier,
  ) => number | null;
};

const HEADER = ["model_version", "symbol", "report_date", "family", "is_beat", ...featureTiers];

/** Returns CSV with one row for each tested report. It names companies, so it never enters the repository. */
export function forecastsText(
  version: string,
  tested: Readonly<Record<FeatureTier, readonly TestedForecast[]>>,
): string {
  const rows = tested.full.map(({ event, isBeat }, i) => {
    const probabilities = featureTiers.map((tier) => tested[tier][i]?.beatProbability.toFixed(6));
    return [version, event.symbol, event.reportDate, event.family, Number(isBeat), ...probabilities];
  });
  return `${[HEADER, ...rows].map((cells) => cells.join(",")).join("\n")}\n`;
}

/** Throws HistoryError when the file is no such CSV. */
export function readEarlierForecasts(file: string): EarlierForecasts {
  const [header = [], ...rows] = csvRows(textOf(file));
  if (header.join() !== HEADER.join())
    throw new HistoryError(`${file}: its columns are not ${HEADER.join()}`);
  const versions = new Set<string>();
  const known = new Map<string, number[]>();
  rows.forEach(([version = "", symbol = "", reportDate = "", family = "", , ...cells], i) => {
    if (version === "") return;
    const probabilities = cells.map((cell) => (cell === "" ? Number.NaN : Number(cell)));
    const isFamily = LABEL_FAMILIES.some((name) => name === family);
    if (!isFamily || cells.length !== featureTiers.length || !probabilities.every((p) => p >= 0 && p <= 1))
      throw new HistoryError(`${file}:${i + 2}: is no forecast`);
    versions.add(version);
    known.set(forecastKey({ symbol, reportDate, family }), probabilities);
  });
  const [version, ...others] = versions;
  if (version === undefined || others.length > 0)
    throw new HistoryError(`${file} has the forecasts of ${versions.size} model versions, not of one`);
  return {
    version,
    probabilityOf: (event, featureTier) =>
      known.get(forecastKey(event))?.[featureTiers.indexOf(featureTier)] ?? null,
  };
}

/** Names one report of one family. */
export function forecastKey({
  symbol,
  reportDate,
  family,
}: Record<"symbol" | "reportDate" | "family", string>): string {
  return `${symbol} ${reportDate} ${family}`;
}
