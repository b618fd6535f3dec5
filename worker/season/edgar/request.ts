import type { Refusal } from "#market/fetch-source.ts";

export type EdgarRequest = {
  from: "data" | "archive";
  path: string;
  /** What the answer must look like to be taken. */
  kind: "json" | "header" | "document";
  /** How long an answer may be used again. */
  freshMs: number;
};

/** What it answered, or why not. */
export type EdgarText = { isOk: true; text: string } | Refusal;
