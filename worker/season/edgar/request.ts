import type { Refusal } from "#market/fetch-source.ts";

export type EdgarRequest = {
  from: "data" | "archive";
  path: string;
  kind: "json" | "header" | "document";
  freshMs: number;
};

export type EdgarText = { isOk: true; text: string } | Refusal;
