import { writeLetter } from "./letter.ts";
import type { Mail } from "./port.ts";

/** A person's call as a mail tells it. */
export type ToldCall = {
  symbol: string;
  companyName: string;
  predictionType: "beat" | "miss";
  /** Of the called type, 0.5 to 1. */
  probability: number;
  consensusEps: number;
  currency: string | null;
};

const EDUCATIONAL =
  "Educational research, the same for everyone, and no advice. A beat does not mean that the stock rises.";
const reasonOf = (flag: string) =>
  `You get this mail because "${flag}" is on in your account's notifications. ${EDUCATIONAL}`;

/** Tells how a prediction ended. */
export function settledLetter(
  to: string,
  call: ToldCall,
  outcome: { actualEps: number | null; actualResult: "beat" | "miss"; isCorrect: boolean },
  url: string,
): Mail {
  const reported = outcome.actualEps === null ? "" : ` with ${eps(outcome.actualEps, call.currency)}`;
  return writeLetter({
    to,
    subject: `${call.symbol}: your prediction was ${outcome.isCorrect ? "right" : "wrong"}`,
    paragraphs: [
      `${call.companyName} has reported: a ${outcome.actualResult}${reported}, against a consensus of ${eps(call.consensusEps, call.currency)} at the time of your call.`,
      `Your call was a ${call.predictionType}, with a probability of ${percent(call.probability)}.`,
    ],
    action: { label: "See your history", url },
    reason: reasonOf("Prediction Alerts"),
  });
}

/** Reminds of a report that comes soon. */
export function reminderLetter(to: string, call: ToldCall, reportsAt: Date, url: string): Mail {
  return writeLetter({
    to,
    subject: `${call.symbol} reports soon`,
    paragraphs: [
      `${call.companyName} is expected to report on ${easternTime(reportsAt)}.`,
      `Your call is a ${call.predictionType}, with a probability of ${percent(call.probability)}, against a consensus of ${eps(call.consensusEps, call.currency)}.`,
    ],
    action: { label: "Look at it again", url },
    reason: reasonOf("Earnings Reminders"),
  });
}

/** A person's week in numbers: what they asked, and how what was settled ended. */
export function weeklyLetter(
  to: string,
  week: { asked: number; settled: number; correct: number; awaited: readonly string[] },
  url: string,
): Mail {
  const { asked, settled, correct, awaited } = week;
  return writeLetter({
    to,
    subject: "Your week on Beatcast",
    paragraphs: [
      `Analyses in the last seven days: ${asked}.`,
      settled === 0
        ? "None of your predictions was settled."
        : `Predictions settled: ${settled}, of which ${correct} right.`,
      awaited.length === 0 ? "No report is awaited." : `Reports awaited: ${awaited.join(", ")}.`,
    ],
    action: { label: "Open your dashboard", url },
    reason: reasonOf("Weekly Summary"),
  });
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function eps(value: number, currency: string | null): string {
  return `${value.toFixed(2)} ${currency ?? ""}`.trim();
}

function easternTime(at: Date): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    dateStyle: "full",
    timeStyle: "short",
  })
    .format(at)
    .concat(" Eastern time");
}
