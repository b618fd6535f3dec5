import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { calendarDay, counted, fixed, percent, perShare } from "#contract/format.ts";
import type {
  analyzeOutput,
  calendarOutput,
  historyOutput,
  predictionAsOfOutput,
  trackRecordOutput,
} from "./shapes.ts";

const LISTED = 10;

/** Describes an analysis in a few lines, for hosts that do not show structured content. */
export function analysisText(output: z.input<typeof analyzeOutput>): string {
  const { symbol, beatProbability, baseRate, edgePoints, confidence, reportAt, consensusEps, currency } =
    output;
  const edge = `${fixed(Math.abs(edgePoints), 1)} points ${edgePoints < 0 ? "below" : "above"}`;
  const when = reportAt === null ? "" : ` It reports on ${calendarDay(reportAt.slice(0, 10))}.`;
  return [
    `${symbol}: ${percent(beatProbability, 1)} to beat the consensus of ${perShare(consensusEps, currency)}, ${edge} its base rate of ${percent(baseRate, 1)} (${confidence.replace("_", " ")} confidence).${when}`,
    ...output.reasons.slice(0, 3).map((reason) => `- ${reason}`),
    ...output.risks.slice(0, 2).map((risk) => `- Risk: ${risk}`),
    output.analysesLeft === null ? "" : `${counted(output.analysesLeft, "analysis", "analyses")} left.`,
  ]
    .filter(Boolean)
    .join("\n");
}

export function calendarText({ from, to, total, reports }: z.input<typeof calendarOutput>): string {
  const lines = reports.slice(0, LISTED).map((row) => {
    const odds =
      row.beatProbability === null
        ? row.baseRate === null
          ? "not scored yet"
          : `base rate ${percent(row.baseRate)}`
        : `${percent(row.beatProbability)} to beat, base rate ${row.baseRate === null ? "not known" : percent(row.baseRate)}`;
    return `- ${row.reportDate} ${row.symbol}: ${row.outcome ? `reported a ${row.outcome}; ` : ""}${odds}`;
  });
  const more = total > LISTED ? `\nThe structured content lists ${counted(reports.length, "report")}.` : "";
  return `${counted(total, "report")} from ${calendarDay(from)} to ${calendarDay(to)}.\n${lines.join("\n")}${more}`;
}

export function historyText({ total, page, predictions }: z.input<typeof historyOutput>): string {
  const lines = predictions
    .slice(0, LISTED)
    .map(
      ({ symbol, beatProbability, state, actualResult, createdAt }) =>
        `- ${createdAt.slice(0, 10)} ${symbol}: ${percent(beatProbability)} to beat; ${actualResult ? `it was a ${actualResult}` : state}`,
    );
  return `${counted(total, "prediction")} of this account, page ${page}.\n${lines.join("\n")}`;
}

export function predictionAsOfText(output: z.input<typeof predictionAsOfOutput>): string {
  const { symbol, report, locked, known } = output;
  const when = known ? `As of ${known.asOf}` : "Then";
  if (!report) return `${when} the calendar had no report of ${symbol}.`;
  const consensus =
    report.consensusEps === null
      ? "no consensus"
      : `a consensus of ${perShare(report.consensusEps, locked?.currency ?? null)}`;
  const calendar = `${when} ${symbol} was to report on ${calendarDay(report.reportDate)}, with ${consensus}.`;
  if (!locked) return `${calendar} No prediction was locked yet.`;
  const odds =
    locked.beatProbability === null
      ? "its probability is not open to this plan"
      : `${percent(locked.beatProbability, 1)} to beat`;
  const end = locked.outcome ? ` It had reported a ${locked.outcome}.` : "";
  return `${calendar} Locked: ${odds}, base rate ${percent(locked.baseRate, 1)}.${end}`;
}

export function trackRecordText(output: z.input<typeof trackRecordOutput>): string {
  const { settled, correct, accuracy, brier, baseRateBrier } = output;
  const share = accuracy ? ` (${percent(accuracy.share, 1)})` : "";
  const scores =
    brier === null || baseRateBrier === null
      ? "Too few are settled for a score."
      : `Brier score ${fixed(brier, 4)} against ${fixed(baseRateBrier, 4)} for the base rate alone; lower is better.`;
  return `${counted(settled, "settled prediction")}, ${correct} right${share}. ${scores}`;
}

const promptOf = (text: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
});

export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    "prepare_week",
    {
      title: "Prepare me for this week's reports",
      description: "The week's reports, the largest edges, and what the base rates say. Costs no analysis.",
    },
    () =>
      promptOf(
        "Prepare me for this week's earnings reports. Read Beatcast's calendar for this week, name the companies whose " +
          "probability is furthest from its base rate, each with both figures and its day, say which are toss-ups, and end " +
          "with what the track record says of such predictions. Analyze no company unless I ask you to.",
      ),
  );
  server.registerPrompt(
    "prepare_company",
    {
      title: "Prepare me for one company's report",
      description: "One company: probability beside base rate, reasons and risks. Counts one analysis.",
      argsSchema: z.object({ symbol: z.string().min(1).max(15).describe("Ticker, as AAPL or BRK.B.") }),
    },
    ({ symbol }) =>
      promptOf(
        `Analyze ${symbol.toUpperCase().replaceAll(/[^A-Z0-9.-]/g, "")} with Beatcast. Give the probability together with its base rate, the reasons for and against, ` +
          "the day of the report and the risks, and say what comparable companies did.",
      ),
  );
  server.registerPrompt(
    "review_predictions",
    {
      title: "How did my predictions turn out?",
      description: "The account's own predictions and how they ended. Costs no analysis.",
    },
    () =>
      promptOf(
        "Read my Beatcast history and tell me how my predictions turned out: which were right, which wrong, which are open, and " +
          "whether the probabilities were calibrated, as far as the number of settled ones allows.",
      ),
  );
}
