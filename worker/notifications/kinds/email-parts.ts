import type { DataMode } from "#contract/prediction.ts";
import { type MailedKind, mailedKinds } from "#contract/preferences.ts";

export const SAMPLE_DATA = "Sample data: the figures are simulated and say nothing about real companies.";
export const EDUCATIONAL =
  "Educational research, the same for everyone. Not investment advice. A beat does not mean that the stock rises.";
export const reasonOf = (kind: MailedKind) =>
  `You get this email because "${mailedKinds[kind]}" is on in your account's notifications. ${EDUCATIONAL}`;

/** Nothing where figures are real. */
export function simulated(dataMode: DataMode): string[] {
  return dataMode === "sample" ? [SAMPLE_DATA] : [];
}

/** Past surprises beside comparable companies. */
export function pictureOf(origin: string, symbol: string): { url: string; alt: string } {
  return {
    url: `${origin}/share/stocks/${encodeURIComponent(symbol)}.png`,
    alt: `${symbol}: past reports against the EPS consensus`,
  };
}
