/** @jsxImportSource hono/jsx */
import { counted, fixed, percent } from "#contract/format.ts";
import type {
  Forecaster,
  PairedDifference,
  ScoreDifference,
  VersusFigures,
} from "#contract/versus-markets.ts";
import { type Markup, renderBadge, renderTable, smallNote, tableRow } from "./frame.tsx";

export const names: Readonly<Record<Forecaster, string>> = {
  ours: "Beatcast",
  traders: "Traders",
  combined: "Both, mean of log-odds",
  baseRate: "Similar companies",
};

const order: readonly Forecaster[] = ["ours", "traders", "combined", "baseRate"];

/** Says who was better, and whether chance alone may explain it. */
export function verdict({ mean, low, high }: ScoreDifference, first: string, second: string): string {
  if (low === null || high === null) return "That is too few to tell them apart.";
  if (low <= 0 && high >= 0) return "The difference could be chance.";
  return `${mean < 0 ? first : second} better by more than chance explains.`;
}

type Scores = Pick<VersusFigures, "scores">;

/** Renders the scores of all forecasters on the same reports. `aucs` adds a column. */
export function scoresTable(
  caption: string,
  { scores }: Scores,
  aucs?: Partial<Record<Forecaster, number>>,
): Markup {
  const best = Math.min(...order.map((name) => scores[name].brier));
  return renderTable(
    caption,
    ["Forecast", "Brier score", "Log loss", ...(aucs ? ["AUC"] : [])],
    order.map((name) =>
      tableRow([
        <span class="font-semibold whitespace-nowrap">{names[name]}</span>,
        <span class="figures whitespace-nowrap">
          {fixed(scores[name].brier, 4)} {scores[name].brier === best ? renderBadge("lowest") : ""}
        </span>,
        <span class="figures">{fixed(scores[name].logLoss, 4)}</span>,
        ...(aucs ? [<span class="figures">{fixed(aucs[name], 2)}</span>] : []),
      ]),
    ),
  );
}

/** Says how the scores differ, with intervals, and whether chance alone may explain that. */
export function differenceText({
  oursAgainstTraders: ours,
  combinedAgainstOurs: combined,
}: Pick<VersusFigures, "oursAgainstTraders" | "combinedAgainstOurs">): string {
  return `Ours minus the traders': ${scoresText(ours)}. ${verdict(ours.brier, "We were", "The traders were")} The mean of both minus ours: ${scoresText(combined)}. ${verdict(combined.brier, "The mean was", "Ours was")} Intervals are 95%, by company.`;
}

function scoresText({ brier, logLoss }: PairedDifference): string {
  return `Brier score ${rangeText(brier)}, log loss ${rangeText(logLoss)}`;
}

export function rangeText({ mean, low, high }: ScoreDifference): string {
  const signedScore = (value: number) =>
    `${value > 0 ? "+" : value < 0 ? "−" : ""}${fixed(Math.abs(value), 4)}`;
  return low === null || high === null
    ? signedScore(mean)
    : `${signedScore(mean)} (${signedScore(low)} to ${signedScore(high)})`;
}

/** Renders how often companies beat at each level of a forecast, with 95% intervals. */
export function calibrationTable({ scores }: Scores): Markup {
  const cell = ({ n, predicted, observed, low, high }: VersusFigures["scores"]["ours"]["bins"][number]) =>
    predicted === null || observed === null ? (
      "–"
    ) : (
      <span class="figures whitespace-nowrap">
        {percent(observed)} beat
        {smallNote(`predicted ${percent(predicted)}, ${counted(n, "report")}`)}
        {smallNote(`95% interval ${percent(low)} to ${percent(high)}`)}
      </span>
    );
  return renderTable(
    "Calibration of each forecast",
    ["Predicted between", ...order.slice(0, 3).map((name) => names[name])],
    scores.ours.bins.map((bin, at) =>
      tableRow([
        <span class="figures whitespace-nowrap">
          {percent(bin.from)} to {percent(bin.to)}
        </span>,
        ...order.slice(0, 3).map((name) => cell(scores[name].bins[at] ?? bin)),
      ]),
    ),
  );
}
