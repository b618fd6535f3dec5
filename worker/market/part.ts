import type { MissingPart, Part } from "#contract/market-data.ts";
import type { Refusal } from "./fetch-source.ts";

/** A part as its source gave it just now; `asOf` is the market's time or, where the source tells one, the data's. */
export function live<T>(data: T, source: string, url: string | null, asOf: Date): Part<T> {
  return { state: "live", data, source, url, asOf: asOf.toISOString() };
}

/** A part that a source does not have at all. */
export function unsupported(source: string): MissingPart {
  return { state: "missing", reason: "unsupported", detail: `${source} has no such data`, source };
}

/** A part that the source answered without data. */
export function empty(source: string, detail: string): MissingPart {
  return { state: "missing", reason: "empty", detail, source };
}

/** A part that could not be had this time. */
export function refusedPart(source: string, refusal: Refusal): MissingPart {
  return { state: "missing", reason: refusal.reason, detail: refusal.detail, source };
}

/** A part whose body had another form than we know. */
export function malformed(source: string): MissingPart {
  return {
    state: "missing",
    reason: "malformed",
    detail: `${source} answered in a form we do not know`,
    source,
  };
}
