/**
 * The version of the public API. An addition raises the second number; a breaking change would get a new base
 * path.
 */
export const API_VERSION = "1.3.0";

export const DEPRECATION_MONTHS = 12;

export const apiChanges: readonly { version: string; day: string; text: string }[] = [
  {
    version: "1.3.0",
    day: "2026-11-28",
    text: "Prices of prediction markets beside our probability, in analyses, the calendar and a comparison of both.",
  },
  {
    version: "1.2.0",
    day: "2026-11-24",
    text: "Base rates, and asOf: answers as of a past moment, with the ledger's proof that they were there.",
  },
  {
    version: "1.1.0",
    day: "2026-11-22",
    text: "Webhooks of locked, settled and moved predictions on the Institutional plan.",
  },
  {
    version: "1.0.0",
    day: "2026-11-22",
    text: "Analyzes as JSON or events, predictions, calendar, season, track record and ledger, with API keys.",
  },
];
