import { stripVTControlCharacters } from "node:util";
import { counted, percent, perShare, shortDay, signed } from "../../../worker/contract/format.ts";
import { confidenceNames } from "../../../worker/contract/rules.ts";
import { easternDay, weekOf } from "../../../worker/contract/time.ts";
import type { AnalysisResponse, SeasonCalendar } from "./types.gen.ts";

type Row = SeasonCalendar["items"][number];

const WIDTH = 76;
const BAR_WIDTH = 50;
const NO_ADVICE = "No investment advice. A beat of the EPS consensus does not mean that the share rises.";
const SAMPLE = "Sample market: all figures are simulated.";
const sessionNames = { pre: "before the open", post: "after the close" } as const;

/** Removes control characters, so that text from outside cannot move the cursor or set colors. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n]/gu, "");
}

/** Formats an analysis for a terminal: the probability, the reasons for it, and what speaks against it. */
export function card({ stock, prediction, model, earningsData, ...analysis }: AnalysisResponse): string {
  const { beatProbability } = prediction;
  const { argument } = analysis.aiAnalysis;
  const { used, limit } = analysis.quota;
  const sentences = argument.sections.flatMap((section) => section.sentences);
  const sides = { for: "+", against: "−", context: "·" } as const;
  return paragraphs(
    [`${stock.name} (${stock.symbol})`, reportLine(earningsData)],
    [
      `${percent(beatProbability)} likely to beat the consensus of ${perShare(earningsData.analystConsensus, earningsData.currency)}`,
      bar(beatProbability, model.baseRate),
      `${edgeText(model)} against the base rate of ${percent(model.baseRate)}, ${confidenceNames[prediction.confidence]} confidence`,
      `Base rate: ${counted(model.referenceClass.n, "report")} of comparable companies (${model.referenceClass.label})`,
    ],
    [
      ...wrapped(argument.thesis.text, "  "),
      ...sentences.flatMap(({ text, side }) => wrapped(text, `${sides[side]} `)),
    ],
    [
      limit === null ? "" : `${used} of ${counted(limit, "analysis", "analyses")} used.`,
      analysis.dataMode === "sample" ? SAMPLE : "",
      NO_ADVICE,
    ],
  );
}

/** Formats the calendar's reports of the current week, by day. */
export function week({ items, today, dataMode }: SeasonCalendar): string {
  const rows = items.filter(({ reportDate }) => weekOf(reportDate) === weekOf(today));
  const days = [...new Set(rows.map(({ reportDate }) => reportDate))].toSorted();
  return paragraphs(
    rows.length === 0
      ? ["No company reports this week."]
      : [
          `${counted(rows.length, "report")} this week`,
          columns("", "", "", "consensus", "to beat", "base rate"),
        ],
    ...days.map((day) => [
      shortDay(day, true),
      ...rows.filter(({ reportDate }) => reportDate === day).map(rowLine),
    ]),
    [dataMode === "sample" ? SAMPLE : "", NO_ADVICE],
  );
}

function rowLine({ symbol, name, session, consensusEps, currency, ...row }: Row): string {
  return columns(
    symbol,
    cut(name, 22),
    session ? sessionNames[session] : "",
    perShare(consensusEps, currency),
    row.outcome ? `${row.outcome} ${perShare(row.reportedEps, currency)}` : percent(row.beatProbability),
    percent(row.baseRate),
  );
}

function columns(
  ...[symbol, name, session, consensus, odds, baseRate]: [string, string, string, string, string, string]
) {
  const figures = consensus.padStart(10) + odds.padStart(12) + baseRate.padStart(11);
  return `  ${symbol.padEnd(7)} ${name.padEnd(23)}${session.padEnd(15)}${figures}`;
}

function reportLine({
  earningsDate,
  earningsSession,
  isStale,
  isEarningsDateEstimate,
}: AnalysisResponse["earningsData"]) {
  if (earningsDate === null) return "The report date is not known";
  const day = shortDay(easternDay(earningsDate), true);
  if (isStale) return `The report of ${day} has passed; the next date is not known`;
  const session = earningsSession ? `, ${sessionNames[earningsSession]}` : "";
  return `Reports ${day}${session}${isEarningsDateEstimate ? " (estimated)" : ""}`;
}

function edgeText({ edge, edgeVerdict }: AnalysisResponse["model"]): string {
  return edgeVerdict === "no_edge" ? "No edge" : `${signed(100 * edge, 0)} points`;
}

/** Returns a bar that is filled up to the probability and has a mark at the base rate. */
function bar(probability: number, baseRate: number): string {
  const cells: string[] = Array.from({ length: BAR_WIDTH }, (_, i) =>
    (i + 0.5) / BAR_WIDTH < probability ? "█" : "░",
  );
  cells[Math.min(BAR_WIDTH - 1, Math.floor(baseRate * BAR_WIDTH))] = "┃";
  return cells.join("");
}

/** Wraps words to the lines of a terminal, with a hanging indent. */
function wrapped(text: string, lead: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + lead.length < WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, i) => (i === 0 ? lead : "  ") + line);
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

function paragraphs(...parts: readonly (readonly string[])[]): string {
  return parts.map((lines) => lines.filter(Boolean).join("\n")).join("\n\n");
}
