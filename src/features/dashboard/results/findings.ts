import type { Analysis, EarningsData } from "#contract/analysis.ts";
import type { PastReactions } from "#contract/past-reactions.ts";
import type { NewsAnalysis, SocialSentiment } from "#contract/social.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import { groupSteps, type WaterfallInput } from "#contract/waterfall.ts";
import { counted, number, percent, signed } from "#lib/numbers.ts";

export function impliedMissing(move: Pick<ImpliedMove, "straddlePercent"> | null): string {
  return (move?.straddlePercent ?? null) === null
    ? "No option prices for this report"
    : "Options cannot tell the report from other days";
}

export function moveFinding(move: ImpliedMove | null): string {
  const { impliedMovePercent: implied = null, averagePastMovePercent: usual = null } = move ?? {};
  const past = usual === null ? null : `past reports moved the share by ${number(usual, 1)}% on average`;
  if (implied === null) {
    const none = impliedMissing(move);
    return past ? `${none}; ${past}` : none;
  }
  const priced = `Options price a move of ±${number(implied, 1)}% on the report`;
  return past ? `${priced}; ${past}` : priced;
}

export function reactionFinding({ rows }: PastReactions): string {
  const large = rows.find(({ band }) => band === "beatBy5OrMore");
  const small = rows.find(({ band }) => band === "beat");
  const figures =
    large && small
      ? ` After beats of 5% or more the share rose ${percent(large.shareRose)} of the time, after smaller ones ${percent(small.shareRose)}.`
      : "";
  return `A beat does not mean that the stock rises.${figures}`;
}

/** Returns a sentence about the largest step of the probability, with the same points as the waterfall chart. */
export function modelFinding(input: WaterfallInput): string {
  const [first] = groupSteps(input).toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  if (!first) return "No group of inputs has data";
  return `The largest step: ${first.label}, ${signed(first.points)} points`;
}

export function newsFinding({ articles }: NewsAnalysis): string {
  if (articles.length === 0) return "No headlines to judge";
  const toned = (tone: string) => articles.filter(({ sentiment }) => sentiment === tone).length;
  return `Of ${counted(articles.length, "headline")}, ${toned("positive")} positive and ${toned("negative")} negative`;
}

export function technicalFinding({
  overall_technical_score: score,
  rsi,
  moving_averages: averages,
}: TechnicalIndicators): string {
  const readings = [
    rsi && `RSI ${number(rsi.rsi, 0)}, ${rsi.signal}`,
    averages && `moving averages ${averages.trend}`,
  ].filter(Boolean);
  return [`${number(score, 0)} of 100`, ...readings].join("; ");
}

export function socialFinding({
  analyst_ratings: analysts,
  overall_sentiment: sentiment,
  sentiment_score: score,
}: SocialSentiment): string {
  const mood = `sentiment ${sentiment} at ${signed(score, 0)} of 100`;
  if (!analysts?.consensus) return `No analysts' consensus; ${mood}`;
  const by = analysts.analystCount ? ` by ${counted(analysts.analystCount, "analyst")}` : "";
  return `Rated ${analysts.consensus}${by}; ${mood}`;
}

export function historyFinding({ history }: Pick<EarningsData, "history">): string {
  const withSurprise = history.filter((quarter) => quarter.surprise !== null);
  if (withSurprise.length === 0) return "No past report with an estimate";
  const beats = withSurprise.filter((quarter) => (quarter.surprise ?? 0) > 0).length;
  return `${beats} of ${counted(withSurprise.length, "report")} came in above the estimate`;
}

export function explanationFinding({ argument, claims, author }: Analysis["aiAnalysis"]): string {
  if (argument) return argument.thesis.text;
  const by = author.kind === "rules" ? "fixed rules" : `the language model ${author.model ?? ""}`.trim();
  return `${counted(claims.length, "sentence")} by ${by}, each with its facts`;
}

export function citationsFinding({
  citations,
  verifiedSources,
}: Analysis["comprehensiveMarketData"]): string {
  const links = counted(citations.length, "link");
  return verifiedSources === 0
    ? `${links}, none from a verified source`
    : `${links} and ${counted(verifiedSources, "source")} that answered`;
}

export function evidenceFinding({ evidence, parts }: Pick<Analysis, "evidence" | "parts">): string {
  const missing = parts.filter((part) => part.state === "missing").map(({ part }) => inWords(part));
  const facts = counted(evidence.length, "fact");
  return missing.length > 0 ? `${facts}; not available: ${missing.join(", ")}` : facts;
}

/** Writes the name of a part such as "reportDate" as "report date". */
function inWords(part: string): string {
  return part.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

export function missingReason(parts: Analysis["parts"], names: readonly string[]): string {
  const reason = parts.find(({ part, state }) => names.includes(part) && state === "missing")?.reason;
  return reason ? `Not available: ${reason}` : "This source has nothing on it.";
}
