import type { Refusal } from "./ask.ts";
import type { MissingPart } from "./port.ts";

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
