import { toCents } from "#model/history.ts";
import { checkCalibration } from "#model/recalibration.ts";
import { mean } from "#model/statistics.ts";
import { sizeFigures } from "./assess.ts";
import type { EarningsEvent } from "./events.ts";
import { figuresOf } from "./figures.ts";
import type { ForecastEvent } from "./forecast-row.ts";

/** ISO days, both inclusive. */
export type Season = { from: string; to: string };

/** The candidate's fit ends before the season. */
type Comparison = { shipped: readonly ForecastEvent[]; candidate: readonly ForecastEvent[] };

/** The reduction of log-loss. The error is clustered by day. */
type Gain = { gain: number; error: number };

/** Reports of one day share what moved them. */
export function gainOf({ shipped, candidate }: Comparison): Gain {
  const days = new Map<string, number>();
  shipped.forEach((row, i) => {
    const own = candidate[i] as ForecastEvent;
    const day = row.event.reportDate;
    days.set(day, (days.get(day) ?? 0) + lossOf(row) - lossOf(own));
  });
  const n = shipped.length;
  const sums = [...days.values()];
  const gain = sums.reduce((sum, value) => sum + value, 0) / n;
  const perDay = n / sums.length;
  const scatter = mean(sums.map((sum) => (sum - gain * perDay) ** 2));
  return { gain, error: Math.sqrt(sums.length * scatter) / n };
}

function lossOf({ probability, isBeat }: ForecastEvent): number {
  return -Math.log(Math.max(1e-12, isBeat ? probability : 1 - probability));
}

type ReportFacts = {
  day: string;
  season: Season;
  comparison: Comparison;
  shippedVersion: string;
  candidateVersion: string;
  archive: readonly EarningsEvent[];
};

/** The text until a person approves. */
const NOT_APPROVED = "Not approved.";

/** Describes only the newest season. */
export function refitReport(facts: ReportFacts): string {
  const { comparison, season, shippedVersion, candidateVersion } = facts;
  const { gain, error } = gainOf(comparison);
  const families = [...new Set(comparison.shipped.map(({ event }) => event.family))].sort();
  const lines = [
    ["all", () => true] as const,
    ...families.map((family) => [family, (row: ForecastEvent) => row.event.family === family] as const),
  ];
  return [
    `# Refit: ${candidateVersion} beside ${shippedVersion}`,
    "",
    `Made on ${facts.day} with ${facts.archive.length} reports of the store. Season: ${season.from} to ${season.to}. The candidate's figures are those of a fit that ends before the season and is calibrated on earlier years; the weights beside this report are fitted on the season too.`,
    "",
    "| weights, family | n | beats | mean P | AUC | Brier | log-loss | ECE | slope | 80% interval holds |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...lines.flatMap(([name, isOwn]) => [
      figuresLine(`shipped, ${name}`, comparison.shipped.filter(isOwn)),
      figuresLine(`candidate, ${name}`, comparison.candidate.filter(isOwn)),
    ]),
    "",
    `Log-loss of the candidate is ${Math.abs(gain).toFixed(5)} ${gain >= 0 ? "lower" : "higher"}, standard error ${error.toFixed(5)}: ${verdictOf({ gain, error })}.`,
    "",
    ...guidanceTable(facts.archive),
    "",
    NOT_APPROVED,
    "",
  ].join("\n");
}

/** Groups by the company's guidance, which neither fit reads. */
function guidanceTable(archive: readonly EarningsEvent[]): string[] {
  const groups = Map.groupBy(archive, ({ guidanceAgainstConsensus: gap }) =>
    gap == null ? "not known" : ["below it", "at it", "above it"][Math.sign(toCents(gap)) + 1],
  );
  const lines = ["above it", "at it", "below it", "not known"].map((name) => {
    const own = groups.get(name) ?? [];
    const beats = own.filter(({ epsActual, epsEstimate }) => toCents(epsActual) > toCents(epsEstimate));
    const share = own.length === 0 ? "–" : percent(beats.length / own.length);
    return `| ${name} | ${own.length} | ${share} |`;
  });
  return [
    "The store's reports by the company's own guidance at the lock, its midpoint against the consensus. No weights read it yet.",
    "",
    "| midpoint | n | beats |",
    "|---|---|---|",
    ...lines,
  ];
}

/** Uses two standard errors. */
function verdictOf({ gain, error }: Gain): string {
  if (gain > 2 * error) return "better than the shipped weights";
  return gain < -2 * error ? "worse than the shipped weights" : "no clear difference";
}

function figuresLine(name: string, rows: readonly ForecastEvent[]): string {
  const forecasts = rows.map(({ event, probability, isBeat }) => ({
    event,
    isBeat,
    beatProbability: probability,
  }));
  const figures = figuresOf(forecasts);
  const { slope } = checkCalibration(forecasts);
  const { coverage } = sizeFigures(rows.flatMap(({ size }) => size ?? []));
  const cells = [
    name,
    figures.n,
    percent(figures.beatShare),
    percent(figures.meanProbability),
    // With one outcome alone there is no AUC.
    ...[figures.auc, figures.brier, figures.logLoss, figures.ece].map((value) =>
      Number.isNaN(value) ? "–" : value.toFixed(4),
    ),
    slope === null ? "–" : slope.toFixed(2),
    percent(coverage),
  ];
  return `| ${cells.join(" | ")} |`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

type Approval = Record<"version" | "shippedVersion" | "who" | "day", string>;

/** Throws RangeError for other weights, when others were shipped since, or for a second approval. */
export function approved(report: string, { version, shippedVersion, who, day }: Approval): string {
  const [, own, beside = ""] = /^# Refit: (\S+) beside (\S+)\n/.exec(report) ?? [];
  if (own !== version) throw new RangeError(`the report is not of ${version}; refit again`);
  if (!report.includes(`\n${NOT_APPROVED}\n`)) throw new RangeError("the report is approved already");
  // An approval that was interrupted has already shipped its own weights.
  if (shippedVersion !== beside && shippedVersion !== version)
    throw new RangeError(`the report compares with ${beside}, but ${shippedVersion} ships now; refit again`);
  return report.replace(`\n${NOT_APPROVED}\n`, `\nApproved by ${who} on ${day}.\n`);
}
