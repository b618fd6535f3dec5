import type { DataMode } from "#contract/prediction.ts";
import { type MailedKind, mailedKinds } from "#contract/preferences.ts";

export const SAMPLE_DATA = "Sample data: the figures are simulated and say nothing about real companies.";
export const EDUCATIONAL =
  "Educational research, the same for everyone. Not investment advice. A beat does not mean that the stock rises.";
export const reasonOf = (kind: MailedKind) =>
  `You get this email because "${mailedKinds[kind]}" is on in your account's notifications. ${EDUCATIONAL}`;

/** Says that figures are simulated; nothing where they are real. */
export function simulated(dataMode: DataMode): string[] {
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

export function easternTime(at: Date): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    dateStyle: "full",
    timeStyle: "short",
  })
    .format(at)
    .concat(" Eastern time");
}
