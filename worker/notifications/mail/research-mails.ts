import type { DataMode } from "#contract/prediction.ts";
import { type MailedKind, mailedKinds } from "#contract/preferences.ts";
import { composeMail, type UnsubscribeLinks } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";

/** A person's prediction as a mail describes it. */
type PredictionInMail = {
  symbol: string;
  companyName: string;
  predictionType: "beat" | "miss";
  /** Of the called type, 0.5 to 1. */
  probability: number;
  consensusEps: number;
  currency: string | null;
  dataMode: DataMode;
};

/** In every mail with simulated figures. */
export const SAMPLE_DATA = "Sample data: the figures are simulated and say nothing about real companies.";
/** Under every mail about predictions. */
export const EDUCATIONAL =
  "Educational research, the same for everyone. Not investment advice. A beat does not mean that the stock rises.";
/** Why a mail of a kind came. */
export const reasonOf = (kind: MailedKind) =>
  `You get this email because "${mailedKinds[kind]}" is on in your account's notifications. ${EDUCATIONAL}`;

/** Tells how a prediction ended. */
export function settledMail(
  to: string,
  prediction: PredictionInMail,
  outcome: { actualEps: number | null; actualResult: "beat" | "miss"; isCorrect: boolean },
  url: string,
  unsubscribe: UnsubscribeLinks,
): Mail {
  const reported = outcome.actualEps === null ? "" : ` with ${eps(outcome.actualEps, prediction.currency)}`;
  return composeMail({
    to,
    subject: `${prediction.symbol}: your prediction was ${outcome.isCorrect ? "right" : "wrong"}`,
    paragraphs: [
      `${prediction.companyName} has reported: a ${outcome.actualResult}${reported}, against a consensus of ${eps(prediction.consensusEps, prediction.currency)} at the time of your prediction.`,
      `Your prediction was a ${prediction.predictionType}, at ${Math.round(100 * prediction.probability)}%.`,
      ...simulated(prediction.dataMode),
    ],
    action: { label: "See how it turned out", url },
    reason: reasonOf("predictionAlerts"),
    unsubscribe,
  });
}

/** Reminds of a report that comes soon. */
export function reminderMail(
  to: string,
  prediction: PredictionInMail,
  reportsAt: Date,
  url: string,
  unsubscribe: UnsubscribeLinks,
): Mail {
  return composeMail({
    to,
    subject: `${prediction.symbol} reports soon`,
    paragraphs: [
      `${prediction.companyName} is expected to report on ${easternTime(reportsAt)}.`,
      `Your prediction is a ${prediction.predictionType}, at ${Math.round(100 * prediction.probability)}%, against a consensus of ${eps(prediction.consensusEps, prediction.currency)}.`,
      ...simulated(prediction.dataMode),
    ],
    action: { label: "Run the analysis again", url },
    reason: reasonOf("earningsReminders"),
    unsubscribe,
  });
}

/** A person's week in numbers: what they asked, and how what was settled ended. */
export function weeklyMail(
  to: string,
  week: { asked: number; settled: number; correct: number; awaited: readonly string[] },
  url: string,
  unsubscribe: UnsubscribeLinks,
): Mail {
  const { asked, settled, correct, awaited } = week;
  return composeMail({
    to,
    subject: "Your week on Beatcast",
    paragraphs: [
      `Analyses in the last seven days: ${asked}.`,
      settled === 0
        ? "None of your predictions was settled this week."
        : `Predictions settled: ${settled}, of which ${correct} right.`,
      awaited.length === 0
        ? "You are not waiting for any report."
        : `Reports awaited: ${awaited.join(", ")}.`,
    ],
    action: { label: "Open your dashboard", url },
    reason: reasonOf("weeklySummary"),
    unsubscribe,
  });
}

/** Says that figures are simulated; nothing where they are real. */
function simulated(dataMode: DataMode): string[] {
  return dataMode === "sample" ? [SAMPLE_DATA] : [];
}

/** A share between 0 and 1 with one decimal ("71.3%"). */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** Earnings per share with its currency ("1.20 USD"). */
export function eps(value: number, currency: string | null): string {
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
