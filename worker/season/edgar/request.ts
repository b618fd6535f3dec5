import type { Refusal } from "#market/fetch-source.ts";

/** One question to EDGAR. */
export type EdgarRequest = {
  from: "data" | "archive";
  /** Begins with a slash. */
  path: string;
  /** What the answer must look like to be taken. */
  kind: "json" | "header" | "document";
  /** How long an answer may be used again. */
  freshMs: number;
};

/** What it answered, or why not. */
export type EdgarText = { isOk: true; text: string } | Refusal;
