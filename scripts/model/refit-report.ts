import { featureTiers } from "#contract/rules.ts";
import { toCents } from "#model/history.ts";
import { checkCalibration } from "#model/recalibration.ts";
import { Z95 } from "#model/statistics.ts";
import type { FeatureTier } from "#model/weights.ts";
import { type Difference, differenceOf } from "./clustered.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";
import { figuresOf } from "./figures.ts";
import { checksumOf, type Input, inputLines, inputsIn } from "./inputs.ts";
import { halfYearOf } from "./shift-part.ts";

type OneForecast = {
  probability: number;
  /** Whether the 80% interval held the outcome. Null when it is not known. */
  isCovered: boolean | null;
};

/** A report that neither the shipped nor the candidate forecast had seen. */
export type ComparedReport = {
  event: EarningsEvent;
  isBeat: boolean;
  shipped: OneForecast;
  candidate: OneForecast;
};

/** What the candidate and the shipped weights say with each amount of data. The full tier gives the verdict. */
export type ComparedTiers = Record<FeatureTier, readonly ComparedReport[]>;

const sides = ["shipped", "candidate"] as const;
type Side = (typeof sides)[number];

const verdicts = ["better", "worse", "no clear difference", "not compared"] as const;
type Verdict = (typeof verdicts)[number];

/** A file of the candidate. The report has its checksum, and an approval checks it. */
export type Artifact = { name: string; text: string };

type ReportFacts = {
  day: string;
  shippedVersion: string;
  candidateVersion: string;
  inputs: readonly Input[];
  compared: ComparedTiers | null;
  /** What was and was not fitted beside the weights. */
  beside: readonly string[];
  /** Reports of the store. */
  archive: readonly EarningsEvent[];
  artifacts: readonly Artifact[];
};

/** The text until a person approves. */
const NOT_APPROVED = "Not approved.";

/** The report of a refit, which a person approves. */
export function refitReport(facts: ReportFacts): string {
  const { compared, shippedVersion, candidateVersion, artifacts } = facts;
  return [
    `# Refit: ${candidateVersion} beside ${shippedVersion}`,
    "",
    `Made on ${facts.day} of:`,
    "",
    ...inputLines(facts.inputs),
    "",
    ...(compared === null ? notCompared() : comparison(compared)),
    "",
    "## Fitted beside the weights",
    "",
    ...facts.beside.map((line) => `- ${line}`),
    "",
    ...(facts.archive.length > 0 ? [...guidanceTable(facts.archive), ""] : []),
    "## Files of the candidate",
    "",
    ...inputLines(artifacts.map(({ name, text }) => ({ name, use: "to ship", sha256: checksumOf(text) }))),
    "",
    NOT_APPROVED,
    "",
  ].join("\n");
}

function notCompared(): string[] {
  return [
    verdictLine("not compared"),
    "",
    "The shipped weights have no forecast that could be compared, as after a change of the model's format.",
  ];
}

function comparison(tiers: ComparedTiers): string[] {
  const compared = tiers.full;
  const difference = differenceOf(pairsOf(compared));
  const bySeason = Map.groupBy(compared, ({ event }) => seasonOf(event.reportDate));
  const byFamily = Map.groupBy(compared, ({ event }) => event.family);
  const groups: [string, readonly ComparedReport[]][] = [
    ["all", compared],
    ...[...byFamily].sort(byName),
    ...[...bySeason].sort(byName),
  ];
  return [
    verdictLine(verdictOf(difference)),
    "",
    `On ${compared.length} reports of ${bySeason.size} seasons that neither had seen, the candidate's log-loss minus that of the shipped weights is ${rangeText(difference.logLoss, 1, 5)}; the tables have the same difference. Intervals are 95%, by company and by week. The candidate's forecasts of a season are those of a fit that ends before it; the weights beside this report are fitted on the seasons too.`,
    "",
    "| reports | n | log-loss | AUC ×1000 | Brier ×10,000 |",
    "|---|---|---|---|---|",
    ...groups.map(([name, rows]) => differenceLine(name, rows)),
    "",
    "| weights, reports | n | beats | mean P | AUC | Brier | log-loss | ECE | slope | 80% interval holds |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...groups
      .slice(0, 1 + byFamily.size)
      .flatMap(([name, rows]) => sides.map((which) => figuresLine(which, name, rows))),
    "",
    "The same in every feature tier, by half-year and family. Each side has its AUC, Brier score and expected calibration error.",
    "",
    "| feature tier, reports | n | shipped | candidate | log-loss | AUC ×1000 | Brier ×10,000 |",
    "|---|---|---|---|---|---|---|",
    ...featureTiers.flatMap((featureTier) => tierLines(featureTier, tiers[featureTier])),
  ];
}

function tierLines(featureTier: FeatureTier, compared: readonly ComparedReport[]): string[] {
  const byHalf = Map.groupBy(compared, ({ event }) => `${halfYearOf(event.reportDate)}, ${event.family}`);
  return [["all", compared] as const, ...[...byHalf].sort(byName)].map(([name, rows]) => {
    const [n, ...differences] = differenceCells(rows);
    const figures = sides.map((which) => {
      const { auc, brier, ece } = figuresOf(forecastsOf(which, rows));
      return `${figureText(auc)}, ${figureText(brier)}, ${figureText(ece)}`;
    });
    return `| ${[`${featureTier}, ${name}`, n, ...figures, ...differences].join(" | ")} |`;
  });
}

/** The calendar quarter of a report, such as "2025 Q3". */
export function seasonOf(day: string): string {
  return `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function pairsOf(compared: readonly ComparedReport[]) {
  return compared.map(({ event, isBeat, shipped, candidate }) => ({
    symbol: event.symbol,
    day: event.reportDate,
    isBeat,
    before: shipped.probability,
    after: candidate.probability,
  }));
}

function verdictLine(verdict: Verdict): string {
  return `## Verdict: ${verdict}`;
}

/** The whole 95% interval of the log-loss has to be on one side. */
export function verdictOf({ logLoss: { value, error } }: Pick<Difference, "logLoss">): Verdict {
  if (value + Z95 * error < 0) return "better";
  return value - Z95 * error > 0 ? "worse" : "no clear difference";
}

function differenceLine(name: string, rows: readonly ComparedReport[]): string {
  return `| ${[name, ...differenceCells(rows)].join(" | ")} |`;
}

/** Returns the number of reports, then what the log-loss, the AUC and the Brier score changed by. */
function differenceCells(rows: readonly ComparedReport[]): (string | number)[] {
  const { auc, brier, logLoss } = differenceOf(pairsOf(rows));
  return [rows.length, rangeText(logLoss, 1, 5), rangeText(auc, 1e3, 1), rangeText(brier, 1e4, 1)];
}

/** Returns a difference with its 95% interval, both times `scale`. */
export function rangeText({ value, error }: Difference["auc"], scale: number, digits: number): string {
  if (Number.isNaN(value)) return "–";
  const signed = (number: number) => `${number >= 0 ? "+" : "-"}${Math.abs(scale * number).toFixed(digits)}`;
  return `${signed(value)} [${signed(value - Z95 * error)}, ${signed(value + Z95 * error)}]`;
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

function forecastsOf(which: Side, rows: readonly ComparedReport[]) {
  return rows.map((row) => ({
    event: row.event,
    isBeat: row.isBeat,
    beatProbability: row[which].probability,
  }));
}

function figuresLine(which: Side, name: string, rows: readonly ComparedReport[]): string {
  const forecasts = forecastsOf(which, rows);
  const figures = figuresOf(forecasts);
  const { slope } = checkCalibration(forecasts);
  const covered = rows.flatMap((row) => row[which].isCovered ?? []);
  const cells = [
    `${which}, ${name}`,
    figures.n,
    percent(figures.beatShare),
    percent(figures.meanProbability),
    ...[figures.auc, figures.brier, figures.logLoss, figures.ece].map(figureText),
    slope === null ? "–" : slope.toFixed(2),
    covered.length === 0 ? "–" : percent(covered.filter(Boolean).length / covered.length),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Writes a figure with four decimals, or a dash where there is none, such as the AUC of one outcome alone. */
function figureText(value: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(4);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

type Approval = Record<"version" | "shippedVersion" | "who" | "day", string> & {
  /** Why it ships although the report does not find it better. */
  because: string | null;
  artifacts: readonly Artifact[];
};

/**
 * Returns the report with the approval. Throws HistoryError for other weights or files than those of the report, when
 * others were shipped since, for a second approval, for a worse candidate, and for one that is not better without a
 * reason.
 */
export function approved(report: string, asked: Approval): string {
  const { version, shippedVersion, who, day, because, artifacts } = asked;
  const [, own, beside = ""] = /^# Refit: (\S+) beside (\S+)\n/.exec(report) ?? [];
  if (own !== version) throw new HistoryError(`the report is not of ${version}; refit again`);
  if (isApproved(report)) throw new HistoryError("the report is approved already");
  // An approval that was interrupted has already shipped its own weights.
  if (shippedVersion !== beside && shippedVersion !== version)
    throw new HistoryError(
      `the report compares with ${beside}, but ${shippedVersion} ships now; refit again`,
    );
  const listed = new Map(inputsIn(report).map(({ name, sha256 }) => [name, sha256]));
  for (const { name, text } of artifacts)
    if (listed.get(name) !== checksumOf(text))
      throw new HistoryError(`${name} has another checksum than the report lists; refit again`);
  checkVerdict(report, because);
  const reason = because === null ? "" : ` Because: ${because}`;
  return report.replace(`\n${NOT_APPROVED}\n`, () => `\nApproved by ${who} on ${day}.${reason}\n`);
}

export function isApproved(report: string): boolean {
  return !report.includes(`\n${NOT_APPROVED}\n`);
}

function checkVerdict(report: string, because: string | null): void {
  const verdict = verdicts.find((name) => report.includes(`\n${verdictLine(name)}\n`));
  if (verdict === "better") return;
  if (verdict === undefined || verdict === "worse")
    throw new HistoryError("the candidate is worse than the shipped weights, so it does not ship");
  if (because === null)
    throw new HistoryError(
      `the report's verdict is "${verdict}"; --because REASON ships the candidate all the same, and the report keeps the reason`,
    );
}

/** The names of the files that an approval ships. */
export function artifactsIn(report: string): string[] {
  return inputsIn(report).flatMap(({ name, use }) => (use === "to ship" ? [name] : []));
}
