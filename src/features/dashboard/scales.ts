import type { Confidence, PredictionHistoryItem } from "#contract/prediction.ts";
import { confidenceNames } from "#contract/rules.ts";
import type { RiskLevel } from "#contract/strategy.ts";
import type { Tone } from "#ui/badge.tsx";
import type { Color } from "#ui/tokens.ts";

/** Returns the name of an accuracy in percent. The specification sets the bounds. */
export function accuracyLabel(percent: number): "Strong" | "Moderate" | "Baseline" | "Developing" {
  if (percent >= 75) return "Strong";
  if (percent >= 60) return "Moderate";
  return percent >= 50 ? "Baseline" : "Developing";
}

/** Returns the color of a risk in percent. The specification sets the bounds. */
export function riskColor(percent: number): Color {
  if (percent >= 75) return "level-red";
  return percent >= 50 ? "level-orange" : "level-yellow";
}

/** Returns the color of a technical score from 0 to 100. The specification sets the bounds. */
export function technicalColor(score: number): Color {
  if (score >= 70) return "level-green";
  return score >= 40 ? "level-yellow" : "level-red";
}

/** Returns a title such as "Very High", in the specification's words. */
export function confidenceTitle(confidence: Confidence): string {
  return confidenceNames[confidence].split(" ").map(capital).join(" ");
}

/** The score of each confidence level, from 0 to 100. The specification sets these scores. */
const confidenceScores: Record<Confidence, number> = { very_high: 95, high: 80, medium: 65, low: 40 };
const UNKNOWN_CONFIDENCE_SCORE = 50;

/** Returns the confidence as a score from 0 to 100, as the specification sets it. */
export function confidenceScore(confidence: string): number {
  return confidenceScores[confidence as Confidence] ?? UNKNOWN_CONFIDENCE_SCORE;
}

/** Returns the tone of a score from 0 to 100. The specification sets the bounds. */
export function scoreTone(score: number): Tone {
  if (score >= 80) return "positive";
  if (score >= 60) return "info";
  return score >= 40 ? "warn" : "danger";
}

export const openStateNames: Record<PredictionHistoryItem["state"], string> = {
  pending: "Awaiting report",
  settled: "Settled",
  void: "Void",
  review: "Under review",
  unlocked: "Not on the record",
};

export const actualNames: Record<PredictionHistoryItem["state"], string> = {
  pending: "Pending",
  settled: "Settled",
  void: "No result",
  review: "In review",
  unlocked: "Never settled",
};

export const riskTones: Record<RiskLevel, Tone> = { low: "positive", medium: "signal", high: "danger" };

export function sentimentTone(sentiment: string): Tone {
  if (sentiment === "bullish" || sentiment === "positive" || sentiment === "increasing") return "positive";
  if (sentiment === "bearish" || sentiment === "negative" || sentiment === "decreasing") return "negative";
  return "neutral";
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
